// The welcome: the bell is also heard on this device, and a device that waits goes on when the game is there.
import "../../static/js/desk.js";
import { play, unlock } from "../../static/js/sound.js";

const button = document.querySelector("[data-ring]");

button?.addEventListener("click", async (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (document.getElementById("step"));
  const fields = new FormData(form);
  fields.set("do", "ring");
  fetch(form.action, { method: "POST", body: fields }).catch(() => {}); // the page's own sound is heard all the same
  await unlock();
  play("start");
  /** @type {HTMLElement} */ (document.querySelector("[data-rung]")).hidden = false;
});

const LOOK_MS = 2000;

/** Go on to the game if there is one, or look again. While the Pi is off, the page stays as it is. */
async function goOn() {
  try {
    const answer = await fetch("/healthz");
    const now = await answer.json();
    if (answer.ok && !now.welcome) { location.replace(`/${location.search || "?ask"}`); return; }
  } catch { /* the Pi does not answer now, or the game begins in this moment */ }
  setTimeout(goOn, LOOK_MS);
}

if (document.querySelector("[data-waits]")) goOn();
