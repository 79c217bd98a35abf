// Shared by all live pages: the blocks that the server draws, the message at the foot, and a clear sign when the
// connection is lost.
import { morph } from "./morph.js";

const toast = document.getElementById("toast");
const stale = document.getElementById("stale");
const { stamp } = document.documentElement.dataset;
const { stream, known } = document.body.dataset;

// Milliseconds without any event after which the page may be out of date: three missed beats.
const SILENCE = Number(document.documentElement.dataset.silence);
const AGAIN = 1500; // milliseconds between two tries

/** Listen to the page's topic. Browsers reconnect by themselves after most failures; this also tries again where they
    do not, where a dead connection looks alive, and when a telephone wakes. */
function listen({ onBlocks, onHello, onGone, onStale, onFresh }) {
  let source = null;
  let newest = known; // the event that the page knows
  let heard = Date.now();
  let tried = Date.now();
  let stale = false;

  function hear() {
    heard = Date.now();
    if (!stale) return;
    stale = false;
    onFresh();
  }

  function open() {
    source?.close();
    tried = Date.now();
    source = new EventSource(`/events?${stream}&known=${newest}`);
    source.addEventListener("hello", (event) => { onHello(JSON.parse(event.data)); });
    source.addEventListener("blocks", (event) => {
      const late = stale;
      newest = event.lastEventId;
      hear();
      onBlocks(JSON.parse(event.data), late);
    });
    source.addEventListener("beat", hear);
    source.addEventListener("gone", onGone);
  }

  function check() {
    const silent = Date.now() - heard;
    if (silent > SILENCE && !stale) { stale = true; onStale(new Date(heard)); }
    const dead = source.readyState === EventSource.CLOSED || silent > SILENCE;
    if (dead && Date.now() - tried > AGAIN) open();
  }

  open();
  setInterval(check, 500);
  document.addEventListener("visibilitychange", check);
  addEventListener("pagehide", () => source.close()); // gives the place on the server back at once
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
}

let late = true;
/** Whether the current change happened while the page was not connected. */
export const isLate = () => late;

let hush = null;
export function say(text, bad = false) {
  clearTimeout(hush);
  toast.textContent = text;
  toast.className = bad ? "shown bad" : "shown";
  hush = setTimeout(() => { toast.className = ""; }, bad ? 6000 : 3500);
}

function draw({ set, add }) {
  for (const [name, markup] of Object.entries(set)) morph(document.getElementById(name), markup);
  for (const [name, markup] of Object.entries(add)) {
    document.querySelector(`#${name} [data-grows]`).insertAdjacentHTML("beforeend", markup);
  }
  document.body.classList.toggle("going", document.querySelector(".held[data-stage=going]") !== null);
}

const { device, role } = document.body.dataset;
const ORDERED = "pi-bunco.ordered";

/** A device that has asked to be let in: the host may let it in, put it out, or send it to another page. */
async function obey() {
  const answer = await fetch("/api/access", { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) return;
  const now = await answer.json();
  const show = now.device?.show;
  if (show && String(show.number) !== localStorage.getItem(ORDERED)) {
    localStorage.setItem(ORDERED, String(show.number));
    location.assign(show.address);
  } else if (`${now.role} ${now.table ?? ""}` !== role) location.reload();
}
if (device) setInterval(obey, 4000);

/** Keep the page up to date, and call `after` whenever something was drawn. */
export function live(after = () => {}) {
  after();
  late = false;
  listen({
    onBlocks: (change, missed) => {
      late = missed;
      draw(change);
      after();
      late = false;
    },
    onHello: (hello) => { if (hello.stamp !== stamp) location.reload(); },
    onGone: () => location.reload(), // which says what is there now
    onStale: (since) => {
      stale.querySelector("time").textContent = since.toLocaleTimeString([], { hour12: false });
      stale.hidden = false;
      document.body.classList.add("stale");
    },
    onFresh: () => { stale.hidden = true; document.body.classList.remove("stale"); },
  });
}
