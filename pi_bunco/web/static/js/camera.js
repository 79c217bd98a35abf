// The camera's page. The server draws its state; this script shows its picture.
import { live } from "./live.js";
import "./picture.js";

live();
