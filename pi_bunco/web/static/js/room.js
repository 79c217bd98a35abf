// The room's screen: the server draws it, nobody taps it.
import { live } from "./live.js";

live();
