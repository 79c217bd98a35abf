// Which table has which camera: shows what each camera sees, and loads the page again when a camera has come or gone.
import "./picture.js";

const PAUSE = 4000; // milliseconds between two looks

/** @param {ParentNode} page */
const readDesk = (page) => page.querySelector("[data-desk]")?.textContent ?? "";

async function look() {
  try {
    const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const now = readDesk(new DOMParser().parseFromString(await answer.text(), "text/html"));
    if (!now || now === readDesk(document) || document.activeElement instanceof HTMLInputElement) return;
    location.replace(location.pathname); // reload() would send a form again of which this page is the answer
  } catch { /* the next look may succeed */ }
}

if (document.querySelector("[data-desk]")) setInterval(look, PAUSE);
