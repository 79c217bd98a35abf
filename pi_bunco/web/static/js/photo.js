// <mat-photo src="/photos/x.jpg" boxes="[[x0,y0,x1,y1],…]" faces="[3,5,3]" marks>: a throw's picture,
// cut so that all its dice are in sight and as large as they can be; `marks` outlines each die and says
// how it was read, `which` rings one of them, `whole` shows all of the picture. Where it is lost, the style sheet shows
// the words of `lost`.

const ROOM = 0.55; // of a die's size, left free around the dice
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

  mark(boxes, scale, left, top) {
    const faces = JSON.parse(this.getAttribute("faces") || "[]");
    const marks = this.hasAttribute("marks") ? boxes : [];
    this.replaceChildren(this.picture, ...marks.map(([x0, y0, x1, y1], at) => {
      const mark = document.createElement("i");
      Object.assign(mark.style, {
        left: `${left + x0 * scale}px`, top: `${top + y0 * scale}px`,
        width: `${(x1 - x0) * scale}px`, height: `${(y1 - y0) * scale}px`,
      });
      mark.classList.toggle("low", top + y0 * scale < 30); // no room for the label above it
      mark.classList.toggle("asked", String(at) === this.getAttribute("which"));
      mark.append(Object.assign(document.createElement("b"), { textContent: faces[at] ?? "?" }));
      return mark;
    }));
  }
}

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

/** Where the picture's edge goes so that its point `centre` is in the middle, with no gap that need not be. */
function place(centre, size, frame, scale) {
  if (size * scale <= frame) return (frame - size * scale) / 2;
  return Math.min(0, Math.max(frame - size * scale, frame / 2 - centre * scale));
}

customElements.define("mat-photo", MatPhoto);
