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

const TYPED_MS = 500;
const list = document.getElementById("names");

/** Show, while people type, how many guests the list has and what may be wrong. The Pi keeps it, so no reload loses it. */
function follow() {
  const form = /** @type {HTMLFormElement} */ (document.getElementById("step"));
  const file = /** @type {HTMLInputElement} */ (form.querySelector("[name=file]"));
  const shown = /** @type {HTMLInputElement} */ (form.querySelector("[name=shown]"));
  let timer = 0;
  let last = 0;

  async function look() {
    const mine = last;
    const fields = new FormData(form);
    fields.set("do", "look");
    try {
      const answer = await fetch(form.action, { method: "POST", body: fields });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (mine !== last) return;
      if (!answer.ok) { document.querySelector("[value=next]")?.click(); return; } // its page says why
      document.querySelector(".stage > .wrong")?.remove();
      document.querySelectorAll("[data-live]").forEach((part) => {
        part.innerHTML = page.getElementById(part.id)?.innerHTML ?? "";
      });
      shown.value = document.getElementById("guest-count")?.textContent ? "yes" : "";
    } catch { /* the Pi does not answer now; Next says so */ }
  }

  form.addEventListener("input", () => {
    last += 1;
    shown.value = "";
    clearTimeout(timer);
    if (!file.value) timer = setTimeout(look, TYPED_MS); // a file is read when it is sent
  });
  form.addEventListener("submit", () => { clearTimeout(timer); }); // a look that comes later would undo Skip
}

if (list) follow();

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
