// <dice-keypad wanted="3" whose='["Ann", "Bob"]'>: the faces tapped so far, and six keys. The last die sends the form
// around it.
import { send } from "./ask.js";
import { close } from "./sheet.js";
import { die, word } from "./words.js";

const FACES = [1, 2, 3, 4, 5, 6];

function button(data, label, inside) {
  const made = document.createElement("button");
  made.type = "button";
  made.setAttribute("aria-label", label);
  Object.assign(made.dataset, data);
  made.append(inside);
  return made;
}

class DiceKeypad extends HTMLElement {
  static observedAttributes = ["wanted", "whose", "after"];

  connectedCallback() {
    this.tapped = [];
    this.className = "keypad";
    const keys = FACES.map((face) => button({ face }, String(face), die(face)));
    this.slots = Object.assign(document.createElement("div"), { className: "slots" });
    const rows = Object.assign(document.createElement("div"), { className: "keys" });
    rows.append(...keys);
    this.replaceChildren(this.slots, rows);
    this.addEventListener("click", (event) => {
      const { face, at } = event.target.closest("button")?.dataset ?? {};
      if (face) this.tap(Number(face));
      if (at) { this.tapped = this.tapped.slice(0, Number(at)); this.show(); }
    });
    this.show();
  }

  attributeChangedCallback(name) {
    if (!this.slots || name === "after") return; // what was tapped stays when somebody else throws
    this.tapped = [];
    this.show();
  }

  show() {
    const whose = JSON.parse(this.getAttribute("whose") || "[]");
    this.slots.replaceChildren(...Array.from({ length: Number(this.getAttribute("wanted")) }, (_, at) => {
      const face = this.tapped[at];
      const name = whose[at] ?? word("die", { number: at + 1 });
      const slot = button({ at }, word(face ? "tapped" : "untapped", { name, face }), die(face ?? 0));
      slot.disabled = !face;
      slot.classList.toggle("awaited", at === this.tapped.length);
      if (whose[at]) slot.append(Object.assign(document.createElement("small"), { textContent: whose[at] }));
      return slot;
    }));
  }

  tap(face) {
    if (!this.tapped.length) this.seen = this.getAttribute("after"); // what was seen before the first tap
    this.tapped = [...this.tapped, face];
    if (this.tapped.length < Number(this.getAttribute("wanted"))) { this.show(); return; }
    const form = this.closest("form");
    const said = this.tapped.map((value) => ["dice", value]);
    if (this.seen !== null) said.push(["after", this.seen]);
    const fields = said.map(([name, value]) => Object.assign(document.createElement("input"), {
      type: "hidden", name, value,
    }));
    this.append(...fields);
    send(form);
    fields.forEach((field) => field.remove());
    this.tapped = [];
    this.show();
    if (this.closest("dialog")) close();
  }
}

customElements.define("dice-keypad", DiceKeypad);

/** The keypad for the keyboard: the one in the open sheet, or the visible one on the table. */
export function inSight() {
  const all = [...document.querySelectorAll("#sheet dice-keypad, main dice-keypad")];
  return all.reverse().find((keypad) => keypad.getClientRects().length > 0);
}
