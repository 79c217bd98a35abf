// A button with `data-keep="odds"` turns the page's `data-odds` on and off, on this device.
import { readChoice, storeChoice } from "../../static/js/choices.js";

const { body } = document;

["odds"].forEach((name) => body.toggleAttribute(`data-${name}`, readChoice(name) === "yes"));
document.addEventListener("click", (event) => {
  const name = event.target.closest("[data-keep]")?.dataset.keep;
  if (name) storeChoice(name, body.toggleAttribute(`data-${name}`) ? "yes" : "no");
});
