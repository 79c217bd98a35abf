// The card between the tallies: what is rolled for, and the last throw, told three times: the dice,
// the points in words, the photo.
import { html } from "../html.js";
import { die, icon, plural, row, spoken } from "../dice.js";
import { keypad } from "./keypad.js";

/** Whether throws are tapped in because no camera sees them. */
export const byHand = (s) => s.can.enter && ["none", "trouble"].includes(s.camera.status);

export function middle(s, ui) {
  return html`<section class="card mid" data-key="mid" aria-label="Last throw">
    <header class="goal">${goal(s)}</header>
    ${s.phase === "dieoff" ? halves(s) : last(s)}
    ${byHand(s) ? keypad(s, ui.tapped, wanted(s)) : proof(s)}
  </section>`;
}

export const wanted = (s) => (s.phase === "dieoff" ? 2 : 3);

function goal(s) {
  if (s.phase === "dieoff") return html`${die(6)}<h1>A lone six wins</h1>`;
  if (s.finishing) return html`${die(s.target)}<h1>The bell rang: last turn</h1>`;
  if (s.phase === "rolloff") return html`${die(s.target)}<h1>Roll-off for ${plural(s.target)}</h1>`;
  return html`${die(s.target)}<h1>Rolling for ${plural(s.target)}</h1>`;
}

/** The last throw as drawn dice and words; a tap puts it right. */
function last(s) {
  const thrown = s.last;
  if (!thrown) {
    return html`<div class="last none" data-key="none"><p class="plus">${s.thrower ?? "Nobody"}</p>
      <p class="says">${s.thrower ? "throws first" : "throws now"}</p></div>`;
  }
  return html`<button class="last ${thrown.kind}" data-do="open" data-seq="${thrown.seq}"
      data-key="last${thrown.seq}" data-taken="${thrown.taken}"
      aria-label="${spoken(thrown.dice)}: ${thrown.says}. Tap to correct.">
    ${row(thrown.dice, thrown.hits)}
    ${words(thrown)}
  </button>`;
}

/** “+2, Ann throws again” as a large first part and a quiet rest. */
function words(thrown) {
  const cut = thrown.says.search(/[,:;]\s/);
  const [head, rest] = cut < 0 ? [thrown.says, ""] : [thrown.says.slice(0, cut), thrown.says.slice(cut + 2)];
  return html`<span class="plus ${head.length > 9 && "long"}">${head}</span>
    <span class="says">${rest}${thrown.corrected && html` <em>corrected</em>`}${
      thrown.by === "mock host" && html` <em>mock host</em>`}</span>`;
}

function proof(s) {
  const thrown = s.last;
  if (thrown?.image) {
    return html`<button class="photo" data-do="open" data-seq="${thrown.seq}" data-key="photo"
      aria-label="The photo of this throw. Tap to correct."><mat-photo src="/photos/${thrown.image}"
      boxes="${JSON.stringify(thrown.boxes)}"></mat-photo><span>tap to correct</span></button>`;
  }
  return html`<div class="photo empty" data-key="nophoto"><p>${thrown
    ? html`${icon("hand")} tapped in, no photo` : "The throw will show here"}</p></div>`;
}

/** Whose half of the mat is whose, with the dice of a die-off that settled nothing. */
function halves(s) {
  const dice = s.last?.dice.length === 2 ? s.last.dice : [];
  return html`<div class="halves" data-key="halves">${[["left", s.left], ["right", s.right]].map(([half, name], at) => html`<p>
    <i>${half} half</i><b>${name}</b>${dice[at] && die(dice[at])}</p>`)}</div>`;
}
