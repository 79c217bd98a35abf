// While the program starts again, asks for its run until that is another one; then shows the page of the new run.

const waiting = document.querySelector("[data-run]");
const EVERY = 1000; // milliseconds

let wasAway = false;

/** Whether the program has started again. It does not answer while it starts, and without a game it only refuses. */
async function hasStartedAgain() {
  try {
    const answer = await fetch("/api/run", { cache: "no-store" });
    return answer.ok ? (await answer.json()).run !== waiting?.getAttribute("data-run") : wasAway;
  } catch {
    wasAway = true;
    return false;
  }
}

async function look() {
  if (await hasStartedAgain()) location.replace("/people");
  else setTimeout(look, EVERY);
}

if (waiting) setTimeout(look, EVERY);
