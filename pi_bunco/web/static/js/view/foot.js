// What you can do now: one large paper button at the right, the rest quiet beside it.
import { html } from "../html.js";
import { icon } from "../dice.js";
import { to } from "../ways.js";
import { course } from "./course.js";
import { lastRound } from "./ended.js";
import { byHand } from "./middle.js";

export function foot(s) {
  const [main, ...rest] = actions(s);
  return html`<footer class="foot" data-key="foot">
    ${["ready", "over"].includes(s.phase) ? lastRound(s) : [s.phase !== "draw" && seats(s), turn(s)]}
    <div class="actions" data-key="actions">${rest.length > 0 && html`<div>${rest.map((make) => make("quiet"))}</div>`}${
      main?.("paper main")}</div>
  </footer>`;
}

/** What can be done, the main thing first; each is drawn by how it should look. */
function actions(s) {
  const { can, phase } = s;
  return [
    can.ring && !s.doubt && ((look) => html`<button class="${look} bell" data-do="ring" data-key="ring">${
      icon("bell")}Ring the bell</button>`),
    phase === "over" && ((look) => html`<a class="button ${look}" href="${to("/results")}" data-key="results">Results</a>`),
    phase === "over" && ((look) => html`<a class="button ${look}" href="${to("/new")}" data-key="new">New game</a>`),
    can.draw && phase !== "over" && ((look) => html`<button class="${look} ${phase === "draw" && "bell"}" data-do="draw"
      data-key="draw">${can.draw}</button>`),
    can.call && ((look) => html`<button class="${look}" data-do="call" data-key="call">Call it!</button>`),
    can.undo && can.undo.seq !== s.again?.seq && ((look) => html`<button class="${look}" data-do="undo" data-seq="${can.undo.seq}"
      data-key="undo">${icon("undo")}<span>${can.undo.what}</span></button>`),
    can.enter && !byHand(s) && !s.doubt && ((look) => html`<button class="${look}" data-do="enter"
      data-key="enter">Enter dice</button>`),
  ].filter(Boolean);
}

/** The seats from above, 1 below, clockwise; the thrower in brass. */
const seats = (s) => html`<div class="seats" data-key="seats" aria-hidden="true">${s.players.map((player) => html`<i
  class="seat${player.seat} ${player.throwing && "now"} ${player.ghost && "ghost"}">${player.name}</i>`)}</div>`;

const turn = (s) => html`<div class="turn" data-key="turn"><p>${who(s)}</p>${below(s)}</div>`;

function who(s) {
  if (s.phase === "dieoff") return html`<strong>${s.left}</strong> and <strong>${s.right}</strong>: one die each`;
  if (s.phase === "one_each") return html`<strong>One die each</strong>`;
  if (s.phase === "draw") return html`<strong>${s.need.among.length}</strong> in the hat`;
  if (!s.thrower) return "";
  return html`<strong>${s.stand_in ?? s.thrower}</strong> throws${s.stand_in && ` for ${s.thrower}`}${s.then && s.then !== s.thrower && !s.need && html`, then ${s.then}`}`;
}

function below(s) {
  if (s.phase === "one_each") return html`<p class="hint">All at the same time</p>`;
  if (s.phase === "draw") return html`<p class="hint">Everybody has the same chance</p>`;
  return s.course.length > 0 ? course(s) : html`<p class="hint">${s.need ? "No throw yet" : "No throw yet in this round"}</p>`;
}
