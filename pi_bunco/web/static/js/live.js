// What every live page has: its blocks as the server draws them, a word at its foot, and a plain sign when nothing
// is heard any more.
import { morph } from "./morph.js";
import { listen } from "./stream.js";

const toast = document.getElementById("toast");
const stale = document.getElementById("stale");
const { stamp } = document.documentElement.dataset;
const { stream, known } = document.body.dataset;

let late = true;
/** Whether what is drawn now happened while the page could not see it. */
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

/** Keep the page as the server has it; call `after` whenever something was drawn. */
export function live(after = () => {}) {
  after();
  late = false;
  listen(stream, known, {
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
