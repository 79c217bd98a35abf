// <mat-photo src="/photos/x.jpg" boxes="[[x0,y0,x1,y1],…]" faces="[3,5,3]" marks>: a throw's picture,
// cut so that all its dice are in sight and as large as they can be; `marks` outlines each die and says
// how it was read, `which` rings one of them, `whole` shows all of the picture. If it is lost, the style sheet shows
// the words of `lost`.

const ROOM = 0.55; // of a die's size, left free around the dice
const TAG = { width: 1.7, height: 1.75 }; // how large the number beside a die is with its gap, in rem
const CLOSEST = 0.2; // never show less than this part of the picture's width: a die needs its surroundings

class MatPhoto extends HTMLElement {
  static observedAttributes = ["src", "boxes", "faces", "marks", "which", "whole"];

  connectedCallback() {
    this.picture = new Image();
    this.picture.alt = this.getAttribute("alt") ?? "";
    this.picture.decoding = "async";
    this.picture.onload = () => { this.classList.remove("lost"); this.fit(); };
    this.picture.onerror = () => this.classList.add("lost");
    this.replaceChildren(this.picture);
    this.sizes = new ResizeObserver(() => this.fit());
    this.sizes.observe(this);
    this.load();
  }

  disconnectedCallback() { this.sizes.disconnect(); }

  attributeChangedCallback(name) {
    if (!this.picture) return;
    if (name === "src") this.load(); else this.fit();
  }

  load() { this.picture.src = this.getAttribute("src"); }

  fit() {
    const { naturalWidth: width, naturalHeight: height } = this.picture;
    const frame = { width: this.clientWidth, height: this.clientHeight };
    if (!this.picture.complete || !width || !frame.width || !frame.height) return;
    const boxes = JSON.parse(this.getAttribute("boxes") || "[]")
      .map(([x0, y0, x1, y1]) => [x0 * width, y0 * height, x1 * width, y1 * height]);
    const view = around(this.hasAttribute("whole") ? [] : boxes, width, height, frame.width / frame.height);
    const scale = Math.min(frame.width / (view[2] - view[0]), frame.height / (view[3] - view[1]));
    const left = place((view[0] + view[2]) / 2, width, frame.width, scale);
    const top = place((view[1] + view[3]) / 2, height, frame.height, scale);
    Object.assign(this.picture.style, {
      width: `${width * scale}px`, height: `${height * scale}px`, left: `${left}px`, top: `${top}px`,
    });
    this.mark(boxes, scale, left, top);
  }

  /** The side of a die on which its number hides no other die or number. */
  beside(die, taken) {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const [width, height] = [TAG.width * rem, TAG.height * rem];
    const [x, y] = [(die.left + die.right - width) / 2, (die.top + die.bottom - height) / 2];
    const box = (side, at, from) => ({ side, left: at, top: from, right: at + width, bottom: from + height });
    const ways = [box("above", x, die.top - height), box("low", x, die.bottom),
      box("left", die.left - width, y), box("right", die.right, y)];
    const inside = (tag) => tag.left >= 0 && tag.top >= 0 && tag.right <= this.clientWidth && tag.bottom <= this.clientHeight;
    const fits = ways.filter(inside);
    return fits.find((tag) => !taken.some((other) => over(tag, other))) ?? fits[0] ?? ways[0];
  }

  mark(boxes, scale, left, top) {
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
      const tag = this.beside(die, taken.filter((other) => other !== die));
      mark.classList.add(tag.side);
      taken.push(tag);
      mark.classList.toggle("asked", String(at) === this.getAttribute("which"));
      mark.append(Object.assign(document.createElement("b"), { textContent: faces[at] ?? "?" }));
      return mark;
    }));
  }
}

const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The part of the picture to show: all boxes with room around them; the whole picture without boxes. */
function around(boxes, width, height, aspect) {
  if (!boxes.length) return [0, 0, width, height];
  const room = ROOM * Math.max(...boxes.map(([x0, y0, x1, y1]) => Math.max(x1 - x0, y1 - y0)));
  const x0 = Math.max(0, Math.min(...boxes.map((box) => box[0])) - room);
  const y0 = Math.max(0, Math.min(...boxes.map((box) => box[1])) - room);
  const x1 = Math.min(width, Math.max(...boxes.map((box) => box[2])) + room);
  const y1 = Math.min(height, Math.max(...boxes.map((box) => box[3])) + room);
  const wide = Math.max(x1 - x0, (y1 - y0) * aspect, CLOSEST * width);
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return [x - wide / 2, y - wide / aspect / 2, x + wide / 2, y + wide / aspect / 2];
}

/** The place of the picture's edge that puts its point `centre` in the middle without an unnecessary gap. */
function place(centre, size, frame, scale) {
  if (size * scale <= frame) return (frame - size * scale) / 2;
  return Math.min(0, Math.max(frame - size * scale, frame / 2 - centre * scale));
}

customElements.define("mat-photo", MatPhoto);
