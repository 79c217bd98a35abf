// Dice tapped in: the faces so far, and six keys; the last key sends.
import { html } from "../html.js";
import { blank, die } from "../dice.js";
import { owners } from "./rivals.js";

const FACES = [1, 2, 3, 4, 5, 6];

export function keypad(s, tapped, wanted = s.dice) {
  const whose = owners(s);
  return html`<div class="keypad" data-key="keypad">
    <div class="slots">${Array.from({ length: wanted }, (_, at) => html`<button data-do="untap" data-at="${at}"
      ${at >= tapped.length && html`disabled`} aria-label="${slot(tapped[at], whose[at] ?? `Die ${at + 1}`)}"
      class="${at === tapped.length && "awaited"}">${
      tapped[at] ? die(tapped[at]) : blank()}${whose[at] && html`<small>${whose[at]}</small>`}</button>`)}</div>
    <div class="keys">${FACES.map((face) => html`<button data-do="tap" data-face="${face}"
      aria-label="${face}">${die(face)}</button>`)}</div>
  </div>`;
}

const slot = (face, name) => (face ? `${name}: ${face}. Tap to take it back.` : `${name}: not tapped yet`);
