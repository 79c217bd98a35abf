// Makes texts narrower that are too long for their element. Very long texts also become less high. The longest ones end
// in an ellipsis, and their title is the complete text.
const MIN_SCALE = 0.68; // of a letter's width: narrower letters could not be read
const MIN_FONT_SIZE = { phone: 1, other: 1.4 }; // rem: smaller letters could not be read either

/** @param {Element} element */
const readFontSize = (element) => parseFloat(getComputedStyle(element).fontSize);

export function fit() {
  const texts = [...document.querySelectorAll(".fit")];
  for (const text of texts) {
    Object.assign(text.style, { transform: "", marginRight: "", maxWidth: "" });
    text.classList.remove("cut");
    ["title", "dir"].forEach((name) => text.removeAttribute(name));
  }
  const minRem = innerWidth > 600 ? MIN_FONT_SIZE.other : MIN_FONT_SIZE.phone;
  const minSize = minRem * MIN_SCALE * readFontSize(document.documentElement);
  const sizes = texts.map((text) => {
    const [room, width] = [text.parentElement.clientWidth, text.offsetWidth];
    return { room, width, minScale: room < width * MIN_SCALE ? Math.min(MIN_SCALE, minSize / readFontSize(text)) : 0 };
  });
  texts.forEach((text, at) => {
    const { room, width, minScale } = sizes[at];
    const [wantedScale, cut] = [room / width, minScale > room / width];
    if (wantedScale >= 1) return;
    const scale = cut ? minScale : wantedScale;
    text.style.transform = `scale(${scale}, ${Math.min(1, scale / MIN_SCALE)})`;
    text.style.marginRight = `${room - (cut ? room / scale : width)}px`; // it takes only its element's width
    if (!cut) return;
    text.style.maxWidth = `${room / scale}px`;
    text.classList.add("cut");
    text.setAttribute("title", text.textContent);
    text.setAttribute("dir", "auto"); // a name written from right to left is cut at its left
  });
}

const STEP = 0.05; // by which texts become smaller
const MIN_SHRUNK = 0.3; // of their size: a list scrolls if that is not enough

/** Make the texts of full boxes smaller (`--shrunk`) until the box needs no scrolling. */
export function shrink() {
  for (const box of document.querySelectorAll(".shrink")) {
    box.style.removeProperty("--shrunk");
    if (getComputedStyle(box).overflowY === "visible") continue; // here the page scrolls
    for (let size = 1 - STEP; box.scrollHeight > box.clientHeight + 1 && size >= MIN_SHRUNK; size -= STEP) {
      box.style.setProperty("--shrunk", Math.round(size * 100) / 100);
    }
  }
}

function fitAll() {
  fit();
  shrink();
}

addEventListener("resize", fitAll);
document.fonts?.ready.then(fitAll);
