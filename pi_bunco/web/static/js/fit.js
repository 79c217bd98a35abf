// Squeezes names that are too long for their place. A very long one also becomes smaller.
const NARROW = 0.68; // narrower letters could not be read

export function fit() {
  const all = [...document.querySelectorAll(".fit")];
  all.forEach(({ style }) => { style.transform = style.marginRight = ""; });
  const widths = all.map((text) => [text.parentElement.clientWidth, text.offsetWidth]);
  all.forEach(({ style }, at) => {
    const [place, width] = widths[at];
    const part = place / width;
    if (part >= 1) return;
    style.transform = `scale(${part}, ${Math.min(1, part / NARROW)})`;
    style.marginRight = `${place - width}px`; // then it needs no more room than its place
  });
}

addEventListener("resize", fit);
document.fonts?.ready.then(fit);
