// The host's page: the server draws it; here its forms are sent.
import { send } from "./ask.js";
import { live } from "./live.js";
import { close } from "./sheet.js";

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  if (!await send(form)) return;
  if (form.closest("dialog")) close();
  if ("clear" in form.dataset) form.reset();
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-at-once]");
  if (form) send(form);
});

live();
