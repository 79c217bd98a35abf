// How the last round ended, with its throws to put right; between two sets who won the one before.
import { html } from "../html.js";
import { lastOf } from "../words.js";
import { course } from "./course.js";

export function lastRound(s) {
  const line = lastOf(s.rounds);
  if (!line) return html`<div class="turn" data-key="hello"><p><strong>${s.title}</strong></p>
    <p class="hint">${s.sets > 1 ? `${s.sets} sets of six rounds` : "Six rounds"}</p></div>`;
  return html`<div class="turn" data-key="result"><p>${grand(s) ?? setWon(s) ?? round(line)}</p>${s.course.length > 0 && course(s)}</div>`;
}

const round = (line) => html`Round ${line.round} to <strong>${line.winners.join(" & ")}</strong>, ${
  line.sides.map(([, score]) => score).join(" : ")}${line.rolloff && " after a roll-off"}`;

const grand = ({ results }) => results.grand_prize && html`Three ones by <strong>${results.grand_prize}</strong>`;

/** The set that has just ended, where it has a winner of its own. */
function setWon({ phase, round: next, set, results }) {
  const ended = phase === "over" ? set : next === 1 && set - 1;
  const won = results.sets.find((line) => line.set === ended);
  return won ? html`Set ${won.set} to <strong>${won.winners.join(" & ")}</strong>, ${won.how}` : null;
}
