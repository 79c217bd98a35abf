// <dice-keypad wanted="3" whose='["Ann", "Bob"]'>: the faces tapped so far, and six keys. The last die sends the form
// around it.
import { send } from "./ask.js";
import { close } from "./dialog.js";
import { die, word } from "./words.js";

const FACES = [1, 2, 3, 4, 5, 6];

/** @param {Record<string, number>} data @param {string} label @param {Node} inside */
function makeButton(data, label, inside) {
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-label", label);
  Object.assign(button.dataset, data);
  button.append(inside);
  return button;
}

class DiceKeypad extends HTMLElement {
  static observedAttributes = ["wanted", "whose", "after"];

  /** @type {number[]} */
  tapped = [];
  /** @type {string | null} */
  newestThrow = null; // the newest throw on the page at the first tap
  slots = Object.assign(document.createElement("div"), { className: "slots" });

  connectedCallback() {
    if (this.slots.parentNode) return; // the page has only moved it: tapped dice stay, and each tap counts once
    this.className = "keypad";
    const keys = FACES.map((face) => makeButton({ face }, String(face), die(face)));
    const rows = Object.assign(document.createElement("div"), { className: "keys" });
    rows.append(...keys);
    this.replaceChildren(this.slots, rows);
    this.addEventListener("click", (event) => {
      const { face, at } = /** @type {Element} */ (event.target).closest("button")?.dataset ?? {};
      if (face) this.tap(Number(face));
      if (at) { this.tapped = this.tapped.slice(0, Number(at)); this.show(); }
    });
    this.show();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (!this.slots.parentNode || name === "after") return; // a throw by somebody else does not remove tapped faces
    this.tapped = [];
    this.show();
  }

  show() {
    const whose = /** @type {string[]} */ (JSON.parse(this.getAttribute("whose") || "[]"));
    this.slots.replaceChildren(...Array.from({ length: Number(this.getAttribute("wanted")) }, (_, at) => {
      const face = this.tapped[at];
      const name = whose[at] ?? word("die", { number: at + 1 });
      const slot = makeButton({ at }, word(face ? "tapped" : "untapped", { name, face: face ?? 0 }), die(face ?? 0));
      slot.disabled = !face;
      slot.classList.toggle("awaited", at === this.tapped.length);
      if (whose[at]) slot.append(Object.assign(document.createElement("small"), { textContent: whose[at] }));
      return slot;
    }));
  }

  /** @param {number} face */
  tap(face) {
    if (!this.tapped.length) this.newestThrow = this.getAttribute("after");
    this.tapped = [...this.tapped, face];
    if (this.tapped.length < Number(this.getAttribute("wanted"))) { this.show(); return; }
    const values = this.tapped.map((number) => ["dice", String(number)]);
    if (this.newestThrow !== null) values.push(["after", this.newestThrow]);
    const fields = values.map(([name, value]) => Object.assign(document.createElement("input"), {
      type: "hidden", name, value,
    }));
    this.append(...fields);
    send(/** @type {HTMLFormElement} */ (this.closest("form")));
    fields.forEach((field) => field.remove());
    this.tapped = [];
    this.show();
    if (this.closest("dialog")) close();
  }
}

customElements.define("dice-keypad", DiceKeypad);

/** Return the keypad that gets typed digits: that of the open dialog, or else the visible one of the table. */
export function findKeypad() {
  const keypads = [...document.querySelectorAll("#dialog dice-keypad, main dice-keypad")];
  return keypads.reverse().find((keypad) => keypad.getClientRects().length > 0);
}
