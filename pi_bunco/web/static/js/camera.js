// The camera's page: the server draws how it does; here its picture lives.
import { live } from "./live.js";
import "./picture.js";

live();
