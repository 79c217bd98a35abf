// Keeps what people are about to tap where it is on the screen, while something above it changes its height. Not all
// browsers anchor the scrolling themselves, so base.css switches that off, and each change goes through here.
const TAPPED = "button, a, input, select, textarea, summary";

/** List what can be tapped on the screen, with its place, beginning with what is nearest to the middle. */
function notePlaces() {
  const middle = innerHeight / 2;
  return [...document.querySelectorAll(TAPPED)]
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 0 && box.bottom > 0 && box.top < innerHeight)
    .sort((one, other) => Math.abs(one.box.top - middle) - Math.abs(other.box.top - middle));
}

/** Change the page, and scroll it so far that its middle stays. At its very top it does not scroll. @param {() => void} change */
export function keepSteady(change) {
  const places = scrollY > 0 ? notePlaces() : [];
  change();
  for (const { element, box } of places) {
    const moved = element.getBoundingClientRect().top - box.top;
    // The change may have hidden some, or put them elsewhere.
    if (!element.getClientRects().length || Math.abs(moved) >= innerHeight) continue;
    if (moved) scrollBy(0, moved); // any scrolling ends one that goes on smoothly
    return;
  }
}
