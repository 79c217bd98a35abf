// The page about money. The server draws it; this script sends its forms, so that the page need not load again.
import { send } from "../../static/js/ask.js";
import { live } from "../../static/js/live.js";

/** @type {Element | null} */ let tapped = null; // Safari has the button of a submit event since 15.4
document.addEventListener("click", (event) => { tapped = event.target.closest("button"); });
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  const button = event.submitter ?? tapped; // one form may have two buttons with an address each
  const address = form.getAttribute("action");
  form.setAttribute("action", button?.getAttribute("formaction") ?? address);
  const sent = send(form);
  form.setAttribute("action", address);
  if (await sent && "clear" in form.dataset) form.reset();
});

live();
