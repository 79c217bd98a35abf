// A screen that stands upright shows all scenes and tables one below the other. Nobody scrolls a television, so this does,
// part by part. On a telephone or tablet people scroll. After a wheel, a key or a mouse, this waits.
const EVERY = 12_000; // milliseconds
const REST = 60_000; // milliseconds after somebody has scrolled
const PART = 0.65; // of the screen, so that the next part shows complete what this one cuts
const isUpright = matchMedia("(orientation: portrait)");
const hasFingers = matchMedia("(pointer: coarse)");
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");

let rests = 0; // until when

/** @param {number} top */
function scroll(top) {
  if (!isUpright.matches || hasFingers.matches || Date.now() < rests) return;
  scrollTo({ top, behavior: isCalm.matches ? "auto" : "smooth" });
}

/** Show the top, where something new is. */
export function showTop() {
  if (scrollY) scroll(0);
}

for (const kind of ["wheel", "keydown", "pointerdown", "pointermove"]) {
  addEventListener(kind, () => { rests = Date.now() + REST; }, { passive: true });
}

setInterval(() => {
  const lowest = document.documentElement.scrollHeight - innerHeight;
  if (lowest > 1) scroll(scrollY < lowest - 1 ? scrollY + PART * innerHeight : 0);
}, EVERY);
