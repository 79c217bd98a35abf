// The host's page. The server draws it; this script sends its forms.
import "../../static/js/announce.js";
import { send } from "../../static/js/ask.js";
import { live } from "../../static/js/live.js";
import { morph } from "../../static/js/morph.js";
import { keepSteady } from "../../static/js/steady.js";
import { close, refresh } from "../../static/js/dialog.js";
import "../../static/js/photo.js";
import "./television.js";

const { clock: loadedAt } = /** @type {HTMLElement} */ (document.getElementById("host")).dataset;
const LAG = Number(loadedAt) - Date.now(); // of this device's clock behind the Pi's

/** A clock that counts up `since` a time or down `until` one: seconds since 1970 on the clock of the Pi. */
class RunClock extends HTMLElement {
  static get observedAttributes() { return ["since", "until"]; }

  connectedCallback() {
    this.timer = setInterval(() => this.draw(), 500);
    this.draw();
  }

  disconnectedCallback() { clearInterval(this.timer); }

  attributeChangedCallback() { this.draw(); }

  draw() {
    const now = (Date.now() + LAG) / 1000;
    const { since, until } = Object.fromEntries(["since", "until"].map((name) => [name, Number(this.getAttribute(name))]));
    const left = Math.max(0, Math.round(until ? until - now : now - since));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (this.innerText !== text) this.replaceChildren(text);
    this.classList.toggle("over", Boolean(until) && !left);
  }
}
customElements.define("run-clock", RunClock);

/** Send a form, and bring the page's lists up to date. @param {HTMLFormElement} form */
async function sendAndFetch(form) {
  const accepted = await send(form);
  if ("clear" in form.dataset && (accepted || "pair" in form.dataset)) form.reset();
  if (!accepted) return;
  fetchLists();
  if (form.closest("dialog")) close();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || "plain" in form.dataset) return;
  event.preventDefault();
  sendAndFetch(form);
});

const lists = document.querySelectorAll("[data-fetch]"); // no stream sends these lists
async function fetchLists() {
  await Promise.all(Array.from(lists, async (list) => {
    const answer = await fetch(list.dataset.fetch).catch(() => null);
    if (!answer?.ok) return;
    const markup = await answer.text();
    keepSteady(() => morph(list, markup));
  }));
  markWaiting();
}

const alarms = new Map(); // what each list last needed from the host

/** Unfold a list when it needs the host. It stays so, because the host may go on there. The style sheet moves it up. */
function markWaiting() {
  for (const list of lists) {
    const waits = list.querySelector(".waits") !== null;
    list.closest("section")?.classList.toggle("asks", waits);
    const fold = list.closest("details") ?? list.querySelector("details");
    const alarm = fold?.dataset.alarm ?? (waits ? "waits" : "");
    if (fold && alarm && alarm !== alarms.get(list)) fold.open = true;
    alarms.set(list, alarm);
  }
}
setInterval(fetchLists, 3000);
markWaiting();
if (matchMedia("(min-width: 801px)").matches) for (const fold of document.querySelectorAll("[data-wide]")) fold.setAttribute("open", "");

document.addEventListener("change", async (event) => {
  const field = event.target;
  const pair = /** @type {HTMLFormElement | null} */ (field.closest("[data-pair]"));
  if (pair?.querySelectorAll(":checked").length === 2) sendAndFetch(pair);
  const form = field.closest("[data-at-once]")?.closest("form");
  if (!form || (field.required && !field.value)) return;
  if (!await send(form)) field.value = field.dataset.chosen ?? ""; // what is still true
  else if ("clear" in form.dataset) form.reset();
});

// The question about the bell goes when its moment does; other dialogs have typed words and wait for their people.
live(() => { if (document.querySelector("#dialog [data-do=ring-now]")) refresh(); });
