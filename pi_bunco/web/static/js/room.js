// The room's screen: the server draws it, nobody taps it.
import "./awake.js";
import { live } from "./live.js";

live();
