// The host's page: the server draws it; here its forms are sent.
import { send } from "./ask.js";
import { live } from "./live.js";
import { morph } from "./morph.js";
import { close } from "./sheet.js";

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  if (!await send(form)) return;
  if (form.closest("#devices")) list();
  if (form.closest("dialog")) close();
  if ("clear" in form.dataset) form.reset();
});

const devices = document.getElementById("devices");
async function list() {
  const answer = await fetch(devices.dataset.fetch).catch(() => null);
  if (!answer?.ok) return;
  morph(devices, await answer.text());
  devices.closest("section").classList.toggle("asks", devices.querySelector(".waits") !== null); // they come first
}
setInterval(list, 3000);
list();

document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-at-once]")?.closest("form");
  if (form && event.target.value) send(form);
});

live();
