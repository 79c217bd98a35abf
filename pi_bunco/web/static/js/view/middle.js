// The card between the tallies: what is rolled for, and the last throw, told three times: the dice,
// the points in words, the photo.
import { html } from "../html.js";
import { die, icon, plural, row, spoken } from "../dice.js";
import { keypad } from "./keypad.js";
import { owners } from "./rivals.js";

/** Whether throws are tapped in because no camera sees them. */
export const byHand = (s) => s.can.enter && ["none", "trouble"].includes(s.camera.status);

export function middle(s, ui) {
  return html`<section class="card mid ${s.phase === "one_each" && "whole"} ${byHand(s) && "keyed"}" data-key="mid" aria-label="Last throw">
    <header class="goal">${goal(s)}</header>
    ${s.phase === "one_each" ? !byHand(s) && each(s) : s.phase === "dieoff" ? halves(s) : last(s)}
    ${byHand(s) ? keypad(s, ui.tapped) : s.phase !== "one_each" && proof(s)}
  </section>`;
}

function goal(s) {
  if (s.need) return html`${GOALS[s.phase].die && die(GOALS[s.phase].die)}<h1>${GOALS[s.phase].says}</h1>`;
  if (s.phase === "dieoff") return html`${die(6)}<h1>A lone six wins</h1>`;
  if (s.finishing) return html`${die(s.target)}<h1>The bell rang: last turn</h1>`;
  if (s.phase === "rolloff") return html`${die(s.target)}<h1>Roll-off for ${plural(s.target)}</h1>`;
  return html`${die(s.target)}<div><h1>Rolling for ${plural(s.target)}</h1>${left(s.minutes_left)}</div>`;
}

const GOALS = {
  order: { says: "Three dice for the order" },
  set_rolloff: { says: "Rolling for sixes", die: 6 },
  one_each: { says: "One die each" },
  final: { says: "Three ones win", die: 1 },
};

/** The time limit: calm, until the last minute. */
const left = (minutes) => minutes !== null && html`<p class="time ${minutes <= 1 && "urgent"}" data-key="time">${
  minutes === 0 ? "time is up" : minutes === 1 ? "last minute" : `${minutes} minutes left`}</p>`;

/** The last throw as drawn dice and words; a tap puts it right. */
function last(s) {
  const thrown = s.last;
  if (!thrown) {
    return html`<div class="last none" data-key="none"><p class="plus">${s.stand_in ?? s.thrower ?? "Nobody"}</p>
      <p class="says">${s.thrower ? "throws first" : "throws now"}${s.stand_in && ` for ${s.thrower}`}</p></div>`;
  }
  return html`<button class="last ${thrown.kind}" data-do="open" data-seq="${thrown.seq}"
      data-key="last${thrown.seq}" data-taken="${thrown.taken}"
      aria-label="${spoken(thrown.dice)}: ${thrown.says}. Tap to correct.">
    ${thrown.kind === "snake_eyes" ? row(thrown.dice, thrown.dice.map((face) => face === 1 && "lost"))
      : row(thrown.dice, thrown.hits)}
    ${words(thrown)}
  </button>`;
}

/** “+2, Ann throws again” as a large first part and a quiet rest. */
function words(thrown) {
  return html`<span class="plus ${thrown.headline.length > 9 && "long"}">${thrown.headline}</span>
    <span class="says">${thrown.detail}${thrown.corrected && html` <em>corrected</em>`}${
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
  const dice = s.phase === "dieoff" && s.last?.dice.length === 2 ? s.last.dice : [];
  return html`<div class="halves" data-key="halves">${owners(s).map((name, half) => html`<p>
    <i>${["left", "right"][half]} half</i><b>${name}</b>${dice[half] && die(dice[half])}</p>`)}</div>`;
}

/** One die each: two have halves of the mat; with more only people know whose die is whose. */
const each = (s) => owners(s).length === 2 ? halves(s) : html`<div class="each" data-key="each">
  <p><b>All at the same time.</b></p><p>Then say here whose die is whose.</p></div>`;
