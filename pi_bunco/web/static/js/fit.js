// Squeezes texts that are too long for their place. A very long one also becomes smaller. The longest ones end in an
// ellipsis, and then the title is the whole text.
const NARROW = 0.68; // narrower letters could not be read
const LEAST = { near: 1, far: 1.4 }; // rem: smaller letters could not be read either, on a telephone and elsewhere

/** @param {Element} element */
const sizeOf = (element) => parseFloat(getComputedStyle(element).fontSize);

export function fit() {
  const all = [...document.querySelectorAll(".fit")];
  for (const text of all) {
    Object.assign(text.style, { transform: "", marginRight: "", maxWidth: "" });
    text.classList.remove("cut");
    ["title", "dir"].forEach((name) => text.removeAttribute(name));
  }
  const least = (innerWidth > 600 ? LEAST.far : LEAST.near) * NARROW * sizeOf(document.documentElement);
  const sizes = all.map((text) => {
    const [place, width] = [text.parentElement.clientWidth, text.offsetWidth];
    return { place, width, lowest: place < width * NARROW ? Math.min(NARROW, least / sizeOf(text)) : 0 };
  });
  all.forEach((text, at) => {
    const { place, width, lowest } = sizes[at];
    const [needed, cut] = [place / width, lowest > place / width];
    if (needed >= 1) return;
    const part = cut ? lowest : needed;
    text.style.transform = `scale(${part}, ${Math.min(1, part / NARROW)})`;
    text.style.marginRight = `${place - (cut ? place / part : width)}px`; // it needs no more room than its place
    if (!cut) return;
    text.style.maxWidth = `${place / part}px`;
    text.classList.add("cut");
    text.setAttribute("title", text.textContent);
    text.setAttribute("dir", "auto"); // a name written from right to left is cut at its left
  });
}

addEventListener("resize", fit);
document.fonts?.ready.then(fit);
