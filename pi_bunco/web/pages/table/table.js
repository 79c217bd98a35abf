// The table's page. The server draws it; this script adds dialogs, keys, sounds and photos.
import { send } from "../../static/js/ask.js";
import "../../static/js/awake.js";
import "./cues.js";
import { fit } from "../../static/js/fit.js";
import "./kept.js";
import { findKeypad } from "../../static/js/keypad.js";
import { live } from "../../static/js/live.js";
import "../../static/js/photo.js";
import { close, isOpen, refresh } from "../../static/js/dialog.js";
import { play, unlock } from "../../static/js/sound.js";

const { body } = document;

window.piBunco = { painted: null };
let newestSeq = ""; // the number of the newest throw that was painted

/**
 * Note when a throw was first painted on the screen, to measure the time since the camera took it: `taken` in seconds,
 * `at` in milliseconds since 1970.
 * @param {Element | null} last
 */
function notePainted(last) {
  const seqText = last?.dataset.seq;
  if (!last || !seqText || seqText === newestSeq) return;
  newestSeq = seqText;
  const seq = Number(newestSeq);
  const taken = last.dataset.taken ? Number(last.dataset.taken) : null;
  requestAnimationFrame(() => { // this runs before the frame is painted, the message after it
    const after = new MessageChannel();
    after.port1.onmessage = () => {
      after.port1.close();
      window.piBunco.painted = { seq, taken, at: performance.timeOrigin + performance.now() };
    };
    after.port2.postMessage(null);
  });
}

function afterDraw() {
  fit();
  document.querySelectorAll(".course").forEach((strip) => {
    strip.toggleAttribute("data-more", strip.scrollWidth > strip.clientWidth);
    strip.scrollLeft = strip.scrollWidth; // so that the newest throw is visible
  });
  notePainted(document.querySelector("#mid .last[data-seq]"));
  refresh();
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post" || "plain" in form.dataset) return;
  event.preventDefault();
  const asksAgain = form.querySelector("[name=pin]") !== null; // its dialog stays open until the PIN is right
  if (form.closest("dialog") && !asksAgain) close();
  if (await send(form) && asksAgain) close();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button, .button");
  if (!button) return;
  if (button.dataset.do !== "mute") unlock().then(() => play("tap"));
  if (button.dataset.toggle) body.toggleAttribute(`data-${button.dataset.toggle}`);
});

document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea")) return; // people write there, such as the PIN
  const free = !event.target.closest("button, a, dialog");
  const bell = document.querySelector("[data-do=ring]");
  if (bell && !isOpen() && (event.key === "b" || (event.key === " " && free))) {
    event.preventDefault();
    bell.click();
  } else if (/^[1-6]$/.test(event.key)) findKeypad()?.tap(Number(event.key));
});

customElements.define("page-frame", class extends HTMLElement {
  static observedAttributes = ["title", "stage", "phase", "moment"];

  /** @param {string} name @param {string} _ @param {string} value */
  attributeChangedCallback(name, _, value) {
    if (name === "title") document.title = value;
    else body.dataset[name] = value;
  }
});

live(afterDraw);
