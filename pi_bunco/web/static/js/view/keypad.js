// Dice tapped in: the faces so far, and six keys; the last key sends.
import { html } from "../html.js";
import { blank, die } from "../dice.js";

const FACES = [1, 2, 3, 4, 5, 6];

export function keypad(s, tapped, wanted, { labels = [] } = {}) {
  const owners = s.phase === "dieoff" ? [s.left, s.right] : labels;
  return html`<div class="keypad" data-key="keypad">
    <div class="slots">${Array.from({ length: wanted }, (_, at) => html`<button data-do="untap" data-at="${at}"
      ${at >= tapped.length && html`disabled`} aria-label="${slot(tapped[at], at)}">${
      tapped[at] ? die(tapped[at]) : blank()}${owners[at] && html`<small>${owners[at]}</small>`}</button>`)}</div>
    <div class="keys">${FACES.map((face) => html`<button data-do="tap" data-face="${face}"
      aria-label="${face}">${die(face)}</button>`)}</div>
  </div>`;
}

const slot = (face, at) => (face ? `Die ${at + 1} shows ${face}. Tap to take it back.` : `Die ${at + 1}`);
