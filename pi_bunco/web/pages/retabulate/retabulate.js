// The totals of the cards. The server draws them; this script sends them, and Enter moves on: to the next number, and
// after the last one to the next card.
import { send } from "../../static/js/ask.js";
import "../../static/js/keypad.js";
import { close } from "../../static/js/dialog.js";
import { live } from "../../static/js/live.js";
import "../../static/js/photo.js";

const FIELDS = "input:not([type=hidden])";

/** @param {Element} form */
const listFields = (form) => /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(FIELDS)]);

/** Open the form of the next card that nobody has typed yet. @param {Element} row */
function openNext(row) {
  const rows = [...document.querySelectorAll(".open-card, .differs")];
  const next = rows.slice(rows.indexOf(row) + 1).find((other) => other.matches(".open-card"));
  const typed = next?.querySelector("details");
  if (!typed) return;
  typed.open = true;
  listFields(typed)[0].focus();
  typed.scrollIntoView({ block: "nearest" });
}

document.addEventListener("keydown", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (event.key !== "Enter" || !field.matches("[data-typed] input")) return;
  const fields = listFields(/** @type {HTMLFormElement} */ (field.form));
  const next = fields[fields.indexOf(field) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

document.addEventListener("toggle", (event) => {
  const typed = /** @type {HTMLDetailsElement} */ (event.target);
  const isTyping = document.activeElement?.matches("[data-typed] input"); // the next card has the focus already
  if (typed.matches(".typed") && typed.open && !isTyping) listFields(typed)[0].focus();
}, true);

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  const row = form.closest("li");
  const sent = send(form);
  const typed = form.closest("details.typed");
  if (row && typed) {
    typed.removeAttribute("open");
    openNext(row);
  }
  if (!await sent) return;
  if (typed) form.reset();
  if (form.closest("dialog")) close();
});

// Staff see their own teams. The server draws one page for all staff.
const { own = "" } = /** @type {HTMLElement} */ (document.getElementById("retabulate")).dataset;
live(() => {
  for (const team of document.querySelectorAll("[data-team]")) {
    team.toggleAttribute("hidden", own !== "" && !own.split(" ").includes(team.getAttribute("data-team") ?? ""));
  }
});
