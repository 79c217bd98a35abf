// Runs a live page: shows the blocks that the server draws, and messages at the foot. If the server is silent, the page
// shows since when.
import { readChoice, storeChoice } from "./choices.js";
import { leave } from "./leave.js";
import { morph } from "./morph.js";
import { keepSteady } from "./steady.js";

const toast = document.getElementById("toast");
const staleNote = document.getElementById("stale");
const { stamp } = document.documentElement.dataset;
const { stream, known } = document.body.dataset;

// Milliseconds without any event (three missed beats) after which the page may be out of date.
const SILENCE = Number(document.documentElement.dataset.silence);
const RETRY_AFTER = 1500; // milliseconds between two tries to connect

/**
 * Listen to the page's stream. After most failures, browsers connect again by themselves. This connects again after
 * other failures: if a browser has stopped trying, if a connection is dead, and when a phone wakes.
 * @param {Listener} listener
 */
function listen({ onBlocks, onHello, onGone, onStale, onFresh }) {
  let newest = known; // the last event that the page has drawn
  let lastEvent = Date.now(); // when it came
  let lastTry = lastEvent; // when this last connected
  let age = 0; // the seconds before it in which the server did not hear the Pi that it follows
  /** @type {boolean | null} */ let stale = null; // not known before the first event
  let source = connect();

  function noteEvent() {
    lastEvent = Date.now();
    if (age > 0) goStale();
    else if (stale !== false) { stale = false; onFresh(); }
  }

  function goStale() {
    if (!stale) { stale = true; onStale(new Date(lastEvent - 1000 * age)); }
  }

  function connect() {
    const opened = new EventSource(`/events?${stream}&known=${newest}`);
    opened.addEventListener("hello", (event) => {
      const hello = JSON.parse(event.data);
      age = hello.age;
      onHello(hello);
    });
    opened.addEventListener("blocks", (event) => {
      const missed = stale === true;
      newest = event.lastEventId;
      noteEvent();
      onBlocks(JSON.parse(event.data), missed);
    });
    opened.addEventListener("beat", (event) => {
      age = JSON.parse(event.data).age;
      noteEvent();
    });
    opened.addEventListener("gone", onGone);
    return opened;
  }

  function reconnect() {
    source.close();
    lastTry = Date.now();
    source = connect();
  }

  function check() {
    const silent = Date.now() - lastEvent;
    if (silent > SILENCE) goStale();
    const dead = source.readyState === EventSource.CLOSED || silent > SILENCE;
    if (dead && Date.now() - lastTry > RETRY_AFTER) reconnect();
  }

  setInterval(check, 500);
  document.addEventListener("visibilitychange", check);
  addEventListener("pagehide", () => source.close()); // so that the server's place for it is free at once
  addEventListener("pageshow", (event) => { if (event.persisted) reconnect(); });
}

let late = true;
/** Return whether the change that is drawn now came after a time without events, so that its alerts are old. */
export const isLate = () => late;

let toastTimer = 0;
/** Show a message at the foot; `bad` ones stay longer. @param {string} text */
export function say(text, bad = false) {
  clearTimeout(toastTimer);
  toast.textContent = text;
  toast.className = bad ? "shown bad" : "shown";
  const hide = () => {
    if (document.querySelector("dialog[open]")) wait(); // a dialog is over it
    else toast.className = "";
  };
  const wait = () => { toastTimer = setTimeout(hide, bad ? 6000 : 3500); };
  wait();
}

/** @param {Change} change */
function draw({ set, add }) {
  for (const [name, markup] of Object.entries(set)) {
    morph(/** @type {Element} */ (document.getElementById(name)), markup);
  }
  for (const [name, markup] of Object.entries(add)) {
    /** @type {Element} */ (document.querySelector(`#${name} [data-grows]`)).insertAdjacentHTML("beforeend", markup);
  }
  document.body.classList.toggle("going", document.querySelector(".held[data-stage=going]") !== null);
}

const { follows, role, code, device } = document.body.dataset;
const ORDERED = "ordered"; // the stored number of the last order that this device has followed

/**
 * Return the code that only the machine's own screen shows, while somebody may need it.
 * @param {{ on: boolean, machine_code: string | null }} access
 */
const findWantedCode = ({ on, machine_code: shown }) => (on && shown) || "";

/**
 * Follow what the host has chosen for this device: another role, or another page. A Pi that started again has forgotten
 * the devices that wait to be let in. Their pages then offer to ask again.
 */
async function followOrders() {
  const answer = await fetch("/api/access", { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) return;
  const access = await answer.json();
  const show = access.device?.show;
  const number = String(show?.number);
  if (show && number !== readChoice(ORDERED) && storeChoice(ORDERED, number)) { // else it would follow it again and again
    leave(() => location.assign(show.address));
  } else if (
    [access.role, ...access.numbers].join(" ") !== role || findWantedCode(access) !== code || (access.device?.code ?? "") !== device
  ) leave();
}
if (follows !== undefined) setInterval(followOrders, 4000);

/** Keep the page up to date, and call `after` each time something was drawn. */
export function live(after = () => {}) {
  after();
  late = false;
  listen({
    onBlocks: (change, missed) => {
      late = missed;
      keepSteady(() => { draw(change); after(); });
      late = false;
    },
    onHello: (hello) => { if (hello.stamp !== stamp) leave(); },
    onGone: () => leave(), // the server then sends the right page
    onStale: (since) => {
      staleNote.querySelector("time").textContent = since.toLocaleTimeString([], { hour12: false });
      staleNote.hidden = false;
      document.body.classList.add("stale");
    },
    onFresh: () => { staleNote.hidden = true; document.body.classList.remove("stale"); },
  });
}
