// The room's screen. The server draws it; nobody taps it.
import "./awake.js";
import { live } from "./live.js";

live();
