// The page about money. The server draws it; this script sends its forms, so that the page need not load again.
import { send } from "../../static/js/ask.js";
import { live } from "../../static/js/live.js";

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  const { submitter } = event; // one form may have two buttons with an address each
  const address = form.getAttribute("action");
  form.setAttribute("action", submitter?.getAttribute("formaction") ?? address);
  const sent = send(form);
  form.setAttribute("action", address);
  if (await sent && "clear" in form.dataset) form.reset();
});

live();
