// The camera's page: the server draws its state, and this script keeps its picture live.
import { live } from "./live.js";
import "./picture.js";

live();
