// Four corners over a picture, to be dragged by finger, mouse or arrow keys, and what is drawn between them.
const NAMES = ["top left", "top right", "bottom right", "bottom left"];
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const INSET = 0.08; // where the corners wait before anybody knows better
const ZOOM = 3;
const SENT = 600; // milliseconds after the last key until the corners are sent

export class Corners {
  constructor(sight, view, changed) {
    this.sight = sight;
    this.view = view;
    this.changed = changed;
    this.held = false;
    this.points = [];
    this.size = [4, 3];
    this.drawn = sight.querySelector("svg");
    this.loupe = sight.querySelector("#loupe");
    this.handles = NAMES.map((name, at) => this.handle(name, at));
    sight.querySelector("#handles").replaceChildren(...this.handles);
  }

  handle(name, at) {
    const button = document.createElement("button");
    button.className = "handle";
    button.type = "button";
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      button.focus({ preventScroll: true });
      button.setPointerCapture(event.pointerId);
      const [x, y] = this.points[at];
      const [u, v] = this.place(event);
      this.grip = [x - u, y - v]; // a finger rarely meets the middle
      this.hold(at, true);
    });
    button.addEventListener("pointermove", (event) => {
      if (!button.hasPointerCapture(event.pointerId)) return;
      const [u, v] = this.place(event);
      this.move(at, u + this.grip[0], v + this.grip[1]);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      button.addEventListener(end, () => { if (this.held) { this.hold(at, false); this.changed(this.points); } });
    }
    button.addEventListener("keydown", (event) => {
      const way = KEYS[event.key];
      if (!way) return;
      event.preventDefault();
      const far = event.shiftKey ? 10 : 1;
      this.held = true;
      this.move(at, this.points[at][0] + far * way[0], this.points[at][1] + far * way[1]);
      clearTimeout(this.sending);
      this.sending = setTimeout(() => { this.held = false; this.changed(this.points); }, SENT);
    });
    button.dataset.name = name;
    return button;
  }

  /** Where a pointer is, in pixels of the camera's picture. */
  place(event) {
    const box = this.sight.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width * this.size[0], (event.clientY - box.top) / box.height * this.size[1]];
  }

  hold(at, held) {
    this.held = held;
    this.handles[at].classList.toggle("held", held);
    this.loupe.hidden = !held;
    if (held) this.magnify(at);
  }

  move(at, x, y) {
    const [width, height] = this.size;
    this.points[at] = [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)];
    this.draw();
    if (!this.loupe.hidden) this.magnify(at);
  }

  /** Show what lies under the finger, enlarged. */
  magnify(at) {
    const { clientWidth: wide, clientHeight: high } = this.sight;
    const [x, y] = [this.points[at][0] / this.size[0] * wide, this.points[at][1] / this.size[1] * high];
    const side = this.loupe.offsetWidth;
    const inner = this.loupe.clientWidth / 2;
    Object.assign(this.loupe.style, {
      left: `${Math.min(Math.max(x, side / 2), wide - side / 2)}px`,
      top: `${y > 1.4 * side ? y - 0.95 * side : y + 0.95 * side}px`,
      backgroundImage: `url("${this.view.currentSrc}")`,
      backgroundSize: `${ZOOM * wide}px ${ZOOM * high}px`,
      backgroundPosition: `${inner - ZOOM * x}px ${inner - ZOOM * y}px`,
    });
  }

  show({ picture, corners, markers, mend }) {
    if (this.held) return;
    this.size = picture ?? this.size;
    const [width, height] = this.size;
    this.sight.style.setProperty("--ratio", width / height);
    this.points = (corners ?? [[0, 0], [1, 0], [1, 1], [0, 1]].map(([right, low]) => [
      (INSET + right * (1 - 2 * INSET)) * width, (INSET + low * (1 - 2 * INSET)) * height,
    ])).map((point) => [...point]);
    this.markers = markers;
    this.mend = mend;
    this.draw();
  }

  draw() {
    const [width, height] = this.size;
    const list = (points) => points.map((point) => point.join(",")).join(" ");
    this.drawn.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const parts = [["shade", this.points], ["line", this.points], ...this.markers.map((marker) => ["marker", marker]),
      ...this.mend.filter((one) => one.box).map(({ box: [x0, y0, x1, y1] }) => ["mend", [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]])];
    this.drawn.replaceChildren(...parts.map(([kind, points]) => {
      const polygon = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
      polygon.setAttribute("class", kind);
      polygon.setAttribute("points", list(points));
      return polygon;
    }));
    this.sight.querySelectorAll("b").forEach((number) => number.remove());
    this.mend.forEach(({ box }, at) => {
      if (!box) return;
      const number = document.createElement("b");
      number.textContent = at + 1;
      put(number, [Math.min(Math.max(box[0], 0), width), Math.min(Math.max(box[1], 0), height)], this.size);
      this.drawn.after(number);
    });
    this.handles.forEach((button, at) => {
      const [x, y] = this.points[at];
      put(button, this.points[at], this.size);
      button.setAttribute("aria-label", `${button.dataset.name} corner, at ${Math.round(x)}, ${Math.round(y)}; arrow keys move it`);
    });
  }
}

function put(element, [x, y], [width, height]) {
  Object.assign(element.style, { left: `${100 * x / width}%`, top: `${100 * y / height}%` });
}
