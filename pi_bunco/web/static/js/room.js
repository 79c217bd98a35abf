// The room's screen. The server draws it; nobody taps it.
import "./awake.js";
import { fit, shrink } from "./fit.js";
import { live } from "./live.js";

live(() => { fit(); shrink(); });
