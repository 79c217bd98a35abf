// What every live page has: the newest snapshot as it comes, a word at the foot of the page, and a plain
// sign when nothing is heard any more.
import { button } from "./button.js";
import { listen } from "./stream.js";

const toast = document.getElementById("toast");
const stale = document.getElementById("stale");
const { stamp } = document.documentElement.dataset;

export const first = JSON.parse(document.getElementById("first").textContent);

let hush = null;
export function say(text, bad = false) {
  clearTimeout(hush);
  toast.textContent = text;
  toast.className = bad ? "shown bad" : "shown";
  hush = setTimeout(() => { toast.className = ""; }, bad ? 6000 : 3500);
}

/** Call `take(snapshot, late)` with each snapshot of a topic; `late` says that the page had lost the table before. */
export function live(take, topic = `table=${first.table}`) {
  button(first.button);
  listen(topic, {
    onSnapshot: (snapshot, late) => {
      button(snapshot.button);
      take(snapshot, late);
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
