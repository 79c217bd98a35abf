// What you can do now: one large paper button at the right, the rest quiet beside it.
import { html } from "../html.js";
import { icon } from "../dice.js";
import { course } from "./course.js";
import { byHand } from "./middle.js";

export function foot(s) {
  const [main, ...rest] = actions(s);
  return html`<footer class="foot" data-key="foot">
    ${s.phase === "ready" || s.phase === "over" ? result(s) : [seats(s), turn(s)]}
    <div class="actions" data-key="actions">${rest.length > 0 && html`<div>${rest.map((make) => make("quiet"))}</div>`}${
      main?.("paper main")}</div>
  </footer>`;
}

/** What can be done, the main thing first; each is drawn by how it should look. */
function actions(s) {
  const { can } = s;
  return [
    can.ring && !s.doubt && ((look) => html`<button class="${look} bell" data-do="ring" data-key="ring">${
      icon("bell")}Ring the bell</button>`),
    s.phase === "over" && ((look) => html`<a class="button ${look}" href="/new" data-key="new">New game</a>`),
    can.call && ((look) => html`<button class="${look}" data-do="call" data-key="call">Call it!</button>`),
    can.undo && ((look) => html`<button class="${look}" data-do="undo" data-seq="${can.undo.seq}"
      data-key="undo">${icon("undo")}<span>${can.undo.what}</span></button>`),
    can.enter && !byHand(s) && !s.doubt && ((look) => html`<button class="${look}" data-do="enter"
      data-key="enter">Enter dice</button>`),
  ].filter(Boolean);
}

/** The seats from above, 1 below, clockwise; the thrower in brass. */
const seats = (s) => html`<div class="seats" data-key="seats" aria-hidden="true">${s.players.map((player) => html`<i
  class="seat${player.seat} ${player.throwing && "now"} ${player.ghost && "ghost"}">${player.name}</i>`)}</div>`;

const turn = (s) => html`<div class="turn" data-key="turn"><p>${who(s)}</p>
  ${s.course.length > 0 ? course(s) : html`<p class="hint">No throw yet in this round</p>`}</div>`;

function who(s) {
  if (s.phase === "dieoff") return html`<strong>${s.left}</strong> and <strong>${s.right}</strong>: one die each`;
  if (!s.thrower) return "";
  return html`<strong>${s.thrower}</strong> throws${s.then && s.then !== s.thrower && html`, then ${s.then}`}`;
}

/** How the last round ended, with its throws to put right. */
function result(s) {
  const line = s.rounds.at(-1);
  if (!line) return html`<div class="turn" data-key="hello"><p><strong>${s.title}</strong></p>
    <p class="hint">${s.sets > 1 ? `${s.sets} sets of six rounds` : "Six rounds"}</p></div>`;
  const scores = line.sides.map(([, score]) => score).join(" : ");
  return html`<div class="turn" data-key="result">
    <p>Round ${line.round} to <strong>${line.winners.join(" & ")}</strong>, ${scores}${
      line.rolloff && " after a roll-off"}</p>${s.course.length > 0 && course(s)}</div>`;
}
