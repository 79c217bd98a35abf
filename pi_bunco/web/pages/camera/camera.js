// The camera's page. The server draws its state; this script shows its picture.
import { live } from "../../static/js/live.js";
import "../../static/js/picture.js";

live();
