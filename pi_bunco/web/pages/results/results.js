// The results page. The server draws it; this script handles what staff, judge and host tap, and the form for awards.
import { send } from "../../static/js/ask.js";
import "../../static/js/keypad.js";
import { live } from "../../static/js/live.js";
import "../../static/js/photo.js";
import { close } from "../../static/js/dialog.js";

/** @type {Record<string, (button: Element) => void>} */
const actions = {
  print: () => print(),
  add: (button) => {
    const form = /** @type {HTMLFormElement} */ (button.closest("form"));
    form.querySelector("ul").append(form.querySelector("template").content.cloneNode(true));
  },
  drop: (button) => button.closest("li")?.remove(),
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-do]");
  if (button) actions[button.dataset.do]?.(button);
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  if (await send(form) && form.closest("dialog")) close();
});

live();
