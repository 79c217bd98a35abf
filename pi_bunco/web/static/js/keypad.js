// <dice-keypad wanted="3" whose='["Ann", "Bob"]' after="12" moment="…" tapped="1 5" half="/t/2/half">: the faces tapped so
// far, and six keys. The last die sends the form around it, with the moment and the newest throw of the first tap. If
// that moment passes while some faces are tapped, the dialog at `half` asks people about them.
import { send } from "./ask.js";
import { close, isOpen } from "./dialog.js";
import { die, word } from "./words.js";

const FACES = [1, 2, 3, 4, 5, 6];
const TREMBLING = 350; // milliseconds in which a trembling finger taps a key twice; nobody throws so soon

let lastKey = { face: "", at: -Infinity }; // the key that has sent the newest throw, and when it was tapped

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
  static observedAttributes = ["wanted", "whose", "moment", "after", "half"];

  /** @type {number[]} */
  tapped = [];
  /** @type {string | null} */
  newestThrow = null; // the newest throw on the page at the first tap
  /** @type {string | null} */
  moment = null; // the moment of the table at the first tap
  slots = Object.assign(document.createElement("div"), { className: "slots" });

  connectedCallback() {
    if (this.slots.parentNode) return; // the page has only moved it: tapped dice stay, and each tap counts once
    this.tapped = (this.getAttribute("tapped") ?? "").split(" ").filter(Boolean).map(Number);
    this.noteFirstTap();
    this.className = "keypad";
    const keys = FACES.map((face) => makeButton({ face }, String(face), die(face)));
    const rows = Object.assign(document.createElement("div"), { className: "keys" });
    rows.append(...keys);
    this.replaceChildren(this.slots, rows);
    this.addEventListener("click", (event) => {
      const { face, at } = /** @type {Element} */ (event.target).closest("button")?.dataset ?? {};
      if (face && (face !== lastKey.face || event.timeStamp - lastKey.at > TREMBLING)) {
        this.tap(Number(face));
        lastKey = { face: this.tapped.length ? "" : face, at: event.timeStamp };
      }
      if (at) { this.tapped = this.tapped.slice(0, Number(at)); this.show(); }
    });
    this.show();
  }

  disconnectedCallback() {
    queueMicrotask(() => { // later, because the page may only move it
      // A dialog that people close by hand takes its faces along.
      if (!this.isConnected && this.moment !== document.body.dataset.moment) this.dropFaces();
    });
  }

  /** @param {string} name @param {string | null} before @param {string | null} value */
  attributeChangedCallback(name, before, value) {
    // A throw by somebody else does not remove tapped faces.
    if (!this.slots.parentNode || ["after", "half"].includes(name) || value === before) return;
    this.dropFaces();
    this.show();
  }

  noteFirstTap() {
    this.newestThrow = this.getAttribute("after");
    this.moment = this.getAttribute("moment");
  }

  /** Remove the tapped faces. In a round, people are asked about them. */
  dropFaces() {
    const { tapped, newestThrow, moment } = this;
    this.tapped = [];
    const dialog = this.getAttribute("half");
    if (!dialog || !tapped.length) return;
    const query = new URLSearchParams({ after: newestThrow ?? "0", moment: moment ?? "" });
    tapped.forEach((face) => query.append("dice", String(face)));
    dispatchEvent(new CustomEvent("ask-whether", { detail: `${dialog}?${query}` }));
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
    if (!this.tapped.length) this.noteFirstTap();
    this.tapped = [...this.tapped, face];
    if (this.tapped.length < Number(this.getAttribute("wanted"))) { this.show(); return; }
    const values = this.tapped.map((number) => ["dice", String(number)]);
    if (this.newestThrow !== null) values.push(["after", this.newestThrow]);
    if (this.moment !== null) values.push(["moment", this.moment]);
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

/** Return the keypad that gets typed digits: the visible one of the open dialog, or of the table if none is open. */
export function findKeypad() {
  const place = isOpen() ? "#dialog" : "main"; // the table behind a dialog cannot be tapped either
  const keypads = /** @type {DiceKeypad[]} */ ([...document.querySelectorAll(`${place} dice-keypad`)]);
  return keypads.find((keypad) => keypad.getClientRects().length > 0);
}
