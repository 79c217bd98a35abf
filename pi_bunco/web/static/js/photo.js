// <mat-photo src="/photos/x.jpg" boxes="[[x0,y0,x1,y1],…]" faces="[3,5,3]" marks>: a throw's photo, cut so that all
// dice are visible and as large as possible. Boxes are shares of the photo's width and height. `marks` outlines each die
// and shows how it was read, `which` highlights one of them, `whole` shows the complete photo, `lazy` loads it when it
// comes near the screen. If the photo is lost, the style sheet shows the words of `lost`.

const SPACE = 0.55; // around the dice, as a share of a die's size
const TAG = { width: 1.7, height: 1.75 }; // rem: the number beside a die, with the gap between them
const MIN_VIEW = 0.2; // share of the photo's width: people need to see what is around a die

class MatPhoto extends HTMLElement {
  static observedAttributes = ["src", "boxes", "faces", "marks", "which", "whole"];

  picture = new Image();
  observer = new ResizeObserver(() => this.fit());

  connectedCallback() {
    this.picture.alt = this.getAttribute("alt") ?? "";
    this.picture.decoding = "async";
    if (this.hasAttribute("lazy")) this.picture.loading = "lazy"; // an older Safari loads it at once
    this.picture.onload = () => { this.classList.remove("lost"); this.fit(); };
    this.picture.onerror = () => this.classList.add("lost");
    this.replaceChildren(this.picture);
    this.observer.observe(this);
    this.load();
  }

  disconnectedCallback() { this.observer.disconnect(); }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (!this.picture.parentNode) return;
    if (name === "src") this.load(); else this.fit();
  }

  load() { this.picture.src = this.getAttribute("src"); }

  fit() {
    const { naturalWidth: width, naturalHeight: height } = this.picture;
    const frame = { width: this.clientWidth, height: this.clientHeight };
    if (!this.picture.complete || !width || !frame.width || !frame.height) return;
    const shares = /** @type {Box[]} */ (JSON.parse(this.getAttribute("boxes") || "[]"));
    const boxes = shares.map(([x0, y0, x1, y1]) =>
      /** @type {Box} */ ([x0 * width, y0 * height, x1 * width, y1 * height]));
    const view = findView(this.hasAttribute("whole") ? [] : boxes, width, height, frame.width / frame.height);
    const scale = Math.min(frame.width / (view[2] - view[0]), frame.height / (view[3] - view[1]));
    const left = placeEdge((view[0] + view[2]) / 2, width, frame.width, scale);
    const top = placeEdge((view[1] + view[3]) / 2, height, frame.height, scale);
    Object.assign(this.picture.style, {
      width: `${width * scale}px`, height: `${height * scale}px`, left: `${left}px`, top: `${top}px`,
    });
    this.mark(boxes, scale, left, top);
  }

  /**
   * Return a place for a die's number where it hides no other die and no other number.
   * @param {Sides} die @param {Sides[]} taken
   */
  placeTag(die, taken) {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const [width, height] = [TAG.width * rem, TAG.height * rem];
    const [x, y] = [(die.left + die.right - width) / 2, (die.top + die.bottom - height) / 2];
    /** @type {[side: string, left: number, top: number][]} */
    const places = [["above", x, die.top - height], ["low", x, die.bottom],
      ["left", die.left - width, y], ["right", die.right, y]];
    const tags = places.map(([side, left, top]) => ({ side, left, top, right: left + width, bottom: top + height }));
    const fits = tags.filter((tag) =>
      tag.left >= 0 && tag.top >= 0 && tag.right <= this.clientWidth && tag.bottom <= this.clientHeight);
    return fits.find((tag) => !taken.some((other) => overlaps(tag, other))) ?? fits[0] ?? tags[0];
  }

  /** @param {Box[]} boxes @param {number} scale @param {number} left @param {number} top */
  mark(boxes, scale, left, top) {
    /** @type {(number | null)[]} */
    const faces = JSON.parse(this.getAttribute("faces") || "[]");
    const marks = (this.hasAttribute("marks") ? boxes : []).map(([x0, y0, x1, y1]) => ({
      left: left + x0 * scale, top: top + y0 * scale, right: left + x1 * scale, bottom: top + y1 * scale,
    }));
    const taken = [...marks];
    this.replaceChildren(this.picture, ...marks.map((die, at) => {
      const mark = document.createElement("i");
      Object.assign(mark.style, {
        left: `${die.left}px`, top: `${die.top}px`,
        width: `${die.right - die.left}px`, height: `${die.bottom - die.top}px`,
      });
      const tag = this.placeTag(die, taken.filter((other) => other !== die));
      mark.classList.add(tag.side);
      taken.push(tag);
      mark.classList.toggle("asked", String(at) === this.getAttribute("which"));
      mark.append(Object.assign(document.createElement("b"), { textContent: String(faces[at] ?? "?") }));
      return mark;
    }));
  }
}

/** @param {Sides} a @param {Sides} b */
const overlaps = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Return the part of the picture to show: all boxes with space around them, or the complete picture without boxes.
 * @param {Box[]} boxes @param {number} width @param {number} height @param {number} aspect @returns {Box}
 */
function findView(boxes, width, height, aspect) {
  if (!boxes.length) return [0, 0, width, height];
  const space = SPACE * Math.max(...boxes.map(([x0, y0, x1, y1]) => Math.max(x1 - x0, y1 - y0)));
  const x0 = Math.max(0, Math.min(...boxes.map((box) => box[0])) - space);
  const y0 = Math.max(0, Math.min(...boxes.map((box) => box[1])) - space);
  const x1 = Math.min(width, Math.max(...boxes.map((box) => box[2])) + space);
  const y1 = Math.min(height, Math.max(...boxes.map((box) => box[3])) + space);
  const wide = Math.max(x1 - x0, (y1 - y0) * aspect, MIN_VIEW * width);
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return [x - wide / 2, y - wide / aspect / 2, x + wide / 2, y + wide / aspect / 2];
}

/**
 * Return where the picture's edge goes so that its point `centre` is in the middle, without a gap if the picture is
 * larger than the frame.
 * @param {number} centre @param {number} size @param {number} frame @param {number} scale
 */
function placeEdge(centre, size, frame, scale) {
  if (size * scale <= frame) return (frame - size * scale) / 2;
  return Math.min(0, Math.max(frame - size * scale, frame / 2 - centre * scale));
}

customElements.define("mat-photo", MatPhoto);
