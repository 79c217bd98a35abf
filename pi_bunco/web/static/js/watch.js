// A page that nobody taps: the room's screen, or a guest's own page. The server draws it.
import "./awake.js";
import { fit, shrink } from "./fit.js";
import { live } from "./live.js";

live(() => { fit(); shrink(); });
