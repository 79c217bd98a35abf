// Fits names into their place: a name that is too long is first made narrower, and only then smaller.
const NARROW = 0.68; // squeezed more than this it could not be read

export function fit() {
  const all = [...document.querySelectorAll(".fit")];
  all.forEach(({ style }) => { style.transform = style.marginRight = ""; });
  const widths = all.map((text) => [text.parentElement.clientWidth, text.offsetWidth]);
  all.forEach(({ style }, at) => {
    const [place, width] = widths[at];
    const part = place / width;
    if (part >= 1) return;
    style.transform = `scale(${part}, ${Math.min(1, part / NARROW)})`;
    style.marginRight = `${place - width}px`; // what is squeezed takes no more room than its place
  });
}

addEventListener("resize", fit);
document.fonts?.ready.then(fit);
