// The results page. The server draws it; this script handles what staff, judge and host tap, and the form for awards.
import { send } from "./ask.js";
import "./keypad.js";
import { live } from "./live.js";
import "./photo.js";
import { close } from "./dialog.js";

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
