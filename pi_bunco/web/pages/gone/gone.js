// The page of a table that does not play now. When the table plays again, it becomes the table's page.
import "../../static/js/awake.js";
import { live } from "../../static/js/live.js";

const RELOAD_AFTER = 500; // milliseconds, so that a page which loads for nothing does not keep the table busy
let leaving = false;

live(() => {
  if (leaving || !document.querySelector("[data-plays]")) return;
  leaving = true;
  setTimeout(() => location.reload(), RELOAD_AFTER);
});
