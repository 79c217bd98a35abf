// <mat-corners size corners markers boxes words>: four corners over a picture, with lines, markers and boxes. If the
// corners are `movable`, people drag them by finger, mouse or arrow keys. The form #corners sends the result.
const SVG = "http://www.w3.org/2000/svg";
/** @type {Record<string, Point>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ZOOM = 3; // how much the loupe enlarges
const SEND_AFTER = 600; // milliseconds from the last key until the corners are sent

class MatCorners extends HTMLElement {
  static observedAttributes = ["size", "corners", "markers", "boxes", "guessed", "movable"];

  held = false; // whether somebody moves a corner
  /** @type {Size} */
  size = [4, 3];
  /** @type {Point[]} */
  points = [];
  /** @type {Point[][]} */
  markers = [];
  /** @type {[number: number, box: Box][]} */
  boxes = [];
  /** @type {Point} */
  grip = [0, 0]; // from the finger to the corner that it drags
  svg = document.createElementNS(SVG, "svg");
  loupe = Object.assign(document.createElement("div"), { className: "loupe", hidden: true });
  /** @type {HTMLButtonElement[]} */
  handles = [];
  /** @type {number | undefined} */
  sendTimer;
  willUpdate = false; // whether an update for new attributes is planned

  /** @returns {{ group: string, corner: string, names: string[] }} */
  get words() { return JSON.parse(this.getAttribute("words")); }

  get sight() { return this.closest("#sight"); }

  connectedCallback() {
    this.held = false;
    this.points = [];
    this.svg.setAttribute("aria-hidden", "true");
    this.handles = this.hasAttribute("movable") ? this.words.names.map((name, at) => this.makeHandle(name, at)) : [];
    const group = document.createElement("div");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", this.words.group);
    group.append(...this.handles);
    this.replaceChildren(this.svg, group, this.loupe);
    this.update();
  }

  disconnectedCallback() { clearTimeout(this.sendTimer); }

  attributeChangedCallback() {
    if (!this.svg.parentNode || this.willUpdate) return;
    this.willUpdate = true; // so that several changes at once are drawn together
    Promise.resolve().then(() => { this.willUpdate = false; this.update(); });
  }

  /** Draw what the server sent. Corners that somebody moves stay. A guess that is already visible stays too. */
  update() {
    /** @param {"size" | "corners" | "markers" | "boxes"} name */
    const readAttribute = (name) => JSON.parse(this.getAttribute(name));
    const size = readAttribute("size");
    const corners = readAttribute("corners");
    const known = this.points.length > 0 && String(size) === String(this.size);
    this.markers = readAttribute("markers");
    this.boxes = readAttribute("boxes");
    if (!this.held) {
      this.size = size;
      if (!known || !this.hasAttribute("guessed")) this.points = corners;
    }
    this.sight.style.setProperty("--ratio", this.size[0] / this.size[1]);
    this.draw();
  }

  /** Send the corners to the server. */
  sendCorners() {
    const form = document.getElementById("corners");
    form.elements.corners.value = this.points.map((point) => point.map((part) => part.toFixed(1)).join(",")).join(" ");
    form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  }

  /** @param {string} name @param {number} at */
  makeHandle(name, at) {
    const button = document.createElement("button");
    button.className = "handle";
    button.type = "button";
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      button.focus({ preventScroll: true });
      button.setPointerCapture(event.pointerId);
      const [x, y] = this.points[at];
      const [u, v] = this.findPoint(event);
      this.grip = [x - u, y - v]; // a finger rarely touches the exact corner
      this.setHeld(at, true);
    });
    button.addEventListener("pointermove", (event) => {
      if (!button.hasPointerCapture(event.pointerId)) return;
      const [u, v] = this.findPoint(event);
      this.move(at, u + this.grip[0], v + this.grip[1]);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      button.addEventListener(end, () => { if (this.held) { this.setHeld(at, false); this.sendCorners(); } });
    }
    button.addEventListener("keydown", (event) => {
      const direction = DIRECTIONS[event.key];
      if (!direction) return;
      event.preventDefault();
      const pixels = event.shiftKey ? 10 : 1;
      this.held = true;
      this.move(at, this.points[at][0] + pixels * direction[0], this.points[at][1] + pixels * direction[1]);
      clearTimeout(this.sendTimer);
      this.sendTimer = setTimeout(() => { this.held = false; this.sendCorners(); }, SEND_AFTER);
    });
    button.dataset.name = name;
    return button;
  }

  /** Return where a pointer is, in pixels of the camera's picture. @param {PointerEvent} event @returns {Point} */
  findPoint(event) {
    const box = this.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width * this.size[0], (event.clientY - box.top) / box.height * this.size[1]];
  }

  /** @param {number} at @param {boolean} held */
  setHeld(at, held) {
    this.held = held;
    this.handles[at].classList.toggle("held", held);
    this.loupe.hidden = !held;
    if (held) this.magnify(at);
  }

  /** @param {number} at @param {number} x @param {number} y */
  move(at, x, y) {
    const [width, height] = this.size;
    this.points[at] = [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)];
    this.draw();
    if (!this.loupe.hidden) this.magnify(at);
  }

  /** Show the part of the picture under the finger, enlarged. @param {number} at */
  magnify(at) {
    const { clientWidth: wide, clientHeight: high } = this;
    const [x, y] = [this.points[at][0] / this.size[0] * wide, this.points[at][1] / this.size[1] * high];
    const side = this.loupe.offsetWidth;
    const inner = this.loupe.clientWidth / 2;
    Object.assign(this.loupe.style, {
      left: `${Math.min(Math.max(x, side / 2), wide - side / 2)}px`,
      top: `${y > 1.4 * side ? y - 0.95 * side : y + 0.95 * side}px`,
      backgroundImage: `url("${this.sight.querySelector("img").currentSrc}")`,
      backgroundSize: `${ZOOM * wide}px ${ZOOM * high}px`,
      backgroundPosition: `${inner - ZOOM * x}px ${inner - ZOOM * y}px`,
    });
  }

  draw() {
    const [width, height] = this.size;
    const formatPoints = (/** @type {Point[]} */ points) => points.map((point) => point.join(",")).join(" ");
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const makePolygon = (/** @type {string} */ kind, /** @type {Point[]} */ points) => {
      const shape = document.createElementNS(SVG, "polygon");
      shape.setAttribute("class", kind);
      shape.setAttribute("points", formatPoints(points));
      return shape;
    };
    this.svg.replaceChildren(
      makePolygon("shade", this.points), makePolygon("line", this.points),
      ...this.markers.map((marker) => makePolygon("marker", marker)),
      ...this.boxes.map(([, [x0, y0, x1, y1]]) => makePolygon("mend", [[x0, y0], [x1, y0], [x1, y1], [x0, y1]])),
    );
    this.querySelectorAll("b").forEach((number) => number.remove());
    this.boxes.forEach(([at, box]) => {
      const number = document.createElement("b");
      number.textContent = String(at);
      placeAt(number, [Math.min(Math.max(box[0], 0), width), Math.min(Math.max(box[1], 0), height)], this.size);
      this.svg.after(number);
    });
    this.handles.forEach((button, at) => {
      button.hidden = this.points.length === 0;
      if (button.hidden) return;
      const [x, y] = this.points[at];
      placeAt(button, this.points[at], this.size);
      /** @type {Record<string, unknown>} */
      const values = { name: button.dataset.name, x: Math.round(x), y: Math.round(y) };
      button.setAttribute("aria-label", this.words.corner.replace(/\{(\w+)\}/g, (_, name) => String(values[name])));
    });
  }
}

/** Place an element at a point of the picture. @param {HTMLElement} element @param {Point} point @param {Size} size */
function placeAt(element, [x, y], [width, height]) {
  Object.assign(element.style, { left: `${100 * x / width}%`, top: `${100 * y / height}%` });
}

customElements.define("mat-corners", MatCorners);
