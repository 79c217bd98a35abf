// The room's screen: the server draws it, and nobody taps it.
import "./awake.js";
import { live } from "./live.js";

live();
