// The page of a table that does not play now. When the table plays again, it becomes the table's page.
import "./awake.js";
import { live } from "./live.js";

live(() => { if (document.querySelector("[data-plays]")) location.reload(); });
