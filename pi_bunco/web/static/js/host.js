// The host's page. The server draws it; this script sends its forms.
import { send } from "./ask.js";
import { live } from "./live.js";
import { morph } from "./morph.js";
import { close } from "./dialog.js";

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  if (!await send(form)) return;
  fetchParts();
  if (form.closest("dialog")) close();
  if ("clear" in form.dataset) form.reset();
});

const parts = document.querySelectorAll("[data-fetch]"); // lists that no stream sends
async function fetchParts() {
  await Promise.all(Array.from(parts, async (part) => {
    const answer = await fetch(part.dataset.fetch).catch(() => null);
    if (answer?.ok) morph(part, await answer.text());
  }));
  markWaiting();
}

/** Mark the sections in which something waits for the host. The style sheet moves them to the top. */
function markWaiting() {
  for (const part of parts) part.closest("section")?.classList.toggle("asks", part.querySelector(".waits") !== null);
}
setInterval(fetchParts, 3000);
markWaiting();

document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-at-once]")?.closest("form");
  if (form && event.target.value) send(form);
});

live();
