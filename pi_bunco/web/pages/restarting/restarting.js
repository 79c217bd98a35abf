// While the program starts again, asks which run of it answers until that is another one; then shows the next page.

const waiting = /** @type {HTMLElement} */ (document.querySelector("[data-run]"));
const EVERY = 1000; // milliseconds

let wasAway = false;

/** Whether the program has started again. While it starts, nothing answers; what answers then may name no run. */
async function hasStartedAgain() {
  try {
    const answer = await fetch("/api/run", { cache: "no-store" });
    const run = await answer.json().then((told) => told.run, () => undefined);
    return run ? run !== waiting.dataset.run : wasAway;
  } catch {
    wasAway = true;
    return false;
  }
}

async function look() {
  if (await hasStartedAgain()) location.replace(waiting.dataset.next ?? "/");
  else setTimeout(look, EVERY);
}

setTimeout(look, EVERY);
