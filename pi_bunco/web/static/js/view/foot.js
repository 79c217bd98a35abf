// What you can do now: one large paper button at the right, the rest quiet beside it.
import { html } from "../html.js";
import { icon } from "../dice.js";
import { course } from "./course.js";
import { byHand } from "./middle.js";

export function foot(s) {
  const buttons = actions(s);
  return html`<footer class="foot" data-key="foot">
    ${s.phase === "ready" || s.phase === "over" ? result(s) : [seats(s), turn(s)]}
    <div class="actions">${buttons.slice(1).reverse()}${buttons[0]}</div>
  </footer>`;
}

/** What can be done, the main thing first. */
function actions(s) {
  const all = [];
  const add = (markup) => all.push(markup(all.length === 0 ? "paper" : "quiet"));
  if (s.can.ring && !s.doubt) {
    all.push(html`<button class="paper bell" data-do="ring" data-key="ring">${icon("bell")}Ring the bell</button>`);
  }
  if (s.phase === "over") add((look) => html`<a class="button ${look}" href="/new" data-key="new">New game</a>`);
  if (s.can.call) add((look) => html`<button class="${look}" data-do="call" data-key="call">Bunco! Call it</button>`);
  if (s.can.undo) {
    add((look) => html`<button class="${look}" data-do="undo" data-seq="${s.can.undo.seq}"
      data-key="undo">${icon("undo")}<span>Undo ${s.can.undo.what}</span></button>`);
  }
  if (s.can.enter && !byHand(s) && !s.doubt) {
    add((look) => html`<button class="${look}" data-do="enter" data-key="enter">Enter dice</button>`);
  }
  return all;
}

/** The seats from above, 1 below, clockwise; the thrower in brass. */
const seats = (s) => html`<div class="seats" data-key="seats" aria-hidden="true">${s.players.map((player) => html`<i
  class="seat${player.seat} ${player.throwing && "now"} ${player.ghost && "ghost"}">${player.name}</i>`)}</div>`;

const turn = (s) => html`<div class="turn" data-key="turn">
  <p>${s.thrower ? html`<strong>${s.thrower}</strong> throws${s.then && html`, then ${s.then}`}`
    : s.phase === "dieoff" ? html`<strong>${s.left}</strong> and <strong>${s.right}</strong> throw one die each` : ""}</p>
  ${s.course.length > 0 ? course(s) : html`<p class="hint">No throw yet in this round</p>`}</div>`;

/** How the last round ended, with its last throw to put right. */
function result(s) {
  const line = s.rounds.at(-1);
  if (!line) return html`<div class="turn" data-key="hello"><p><strong>${s.title}</strong></p>
    <p class="hint">${s.sets > 1 ? `${s.sets} sets of six rounds` : "Six rounds"}</p></div>`;
  const scores = line.sides.map(([, score]) => score).join(" : ");
  return html`<div class="turn" data-key="result">
    <p>Round ${line.round} to <strong>${line.winners.join(" & ")}</strong>, ${scores}${
      line.rolloff && " after a roll-off"}</p>${s.course.length > 0 && course(s)}</div>`;
}
