// The host's page. The server draws it; this script sends its forms.
import { send } from "../../static/js/ask.js";
import { live } from "../../static/js/live.js";
import { morph } from "../../static/js/morph.js";
import { close, refresh } from "../../static/js/dialog.js";

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post" || "plain" in form.dataset) return;
  event.preventDefault();
  if (!await send(form)) return;
  fetchLists();
  if (form.closest("dialog")) close();
  if ("clear" in form.dataset) form.reset();
});

const lists = document.querySelectorAll("[data-fetch]"); // no stream sends these lists
async function fetchLists() {
  await Promise.all(Array.from(lists, async (list) => {
    const answer = await fetch(list.dataset.fetch).catch(() => null);
    if (answer?.ok) morph(list, await answer.text());
  }));
  markWaiting();
}

/** Mark the sections in which something waits for the host. The style sheet moves them to the top. */
function markWaiting() {
  for (const list of lists) list.closest("section")?.classList.toggle("asks", list.querySelector(".waits") !== null);
}
setInterval(fetchLists, 3000);
markWaiting();

document.addEventListener("change", async (event) => {
  const field = event.target;
  const form = field.closest("[data-at-once]")?.closest("form");
  if (!form || !field.value) return;
  if (!await send(form)) field.value = field.dataset.chosen ?? ""; // what is still true
  else if ("clear" in form.dataset) form.reset();
});

// The question about the bell goes when its moment does; other dialogs have typed words and wait for their people.
live(() => { if (document.querySelector("#dialog [data-do=ring-now]")) refresh(); });
