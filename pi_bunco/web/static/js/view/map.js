// Before a round the table becomes a map: who sits where, and who goes where.
import { html } from "../html.js";
import { die, plural } from "../dice.js";
import { lastOf } from "../words.js";

// Seats from above, in parts of the map: 1 below, then clockwise.
const AT = { 1: [0.5, 0.87], 2: [0.13, 0.5], 3: [0.5, 0.13], 4: [0.87, 0.5] };
const HALF = [0.105, 0.075]; // half a place card, as the style sheet has it

export const map = (s) => html`<section class="map" data-key="map" aria-label="Seats for round ${s.round}">
  ${drawing(s, 1000, 560, "wide")}${drawing(s, 740, 820, "tall")}</section>`;

const drawing = (s, width, height, name) => html`<div class="chart ${name}" data-key="${name}"
    style="aspect-ratio:${width}/${height}">
  <svg viewBox="0 0 ${width} ${height}" aria-hidden="true">
    <defs><marker id="tip-${name}" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="3.6" markerHeight="3.6"
      orient="auto"><path d="M0 0 10 5 0 10 2.5 5Z"/></marker></defs>
    <rect class="wood" x="${width * 0.16}" y="${height * 0.16}" width="${width * 0.68}" height="${height * 0.68}"
      rx="${height * 0.2}"/>
    ${s.moves.map((move) => html`<path class="way" marker-end="url(#tip-${name})"
      d="${way(move.seat, move.to, width, height)}"/>`)}
  </svg>
  <div class="next"><span>Round ${s.round}${s.sets > 1 && ` · Set ${s.set}`}</span>${die(s.target)}
    ${s.rest ? rest(s) : html`<h1>Rolling for ${plural(s.target)}</h1>
      <p>${s.thrower && html`<b>${s.stand_in ?? s.thrower}</b> throws first${s.stand_in && ` for ${s.thrower}`}`}</p>
      ${countdown(s)}`}</div>
  ${s.players.map((player) => place(s, player))}
</div>`;

/** The countdown that the host has chosen. */
const countdown = ({ bell_in: seconds, can }) => seconds !== null && html`<p class="countdown" data-key="bell">${
  seconds === 0 && !can.ring ? "The bell waits: a throw is in doubt"
    : html`Bell in <b>${seconds}</b> s`}</p>`;

/** A break: how long, and who was drawn at it; then what comes next. */
const rest = (s) => html`<h1>${s.rest}</h1>
  <p>${!s.can.draw && s.results.drawn.length > 0 ? html`Drawn: <b>${lastOf(s.results.drawn)}</b>`
    : html`then rolling for ${plural(s.target)}`}</p>`;

function place(s, player) {
  const move = s.moves.find((other) => other.name === player.name);
  const [x, y] = AT[move?.seat ?? player.seat];
  const first = player.name === s.thrower;
  return html`<p class="place ${player.ghost && "ghost"} ${first && "now"}" style="left:${x * 100}%;top:${y * 100}%"
    data-key="place${player.name}"><b>${player.name}</b><span>${
    move ? `to seat ${move.to}` : s.moves.length ? "stays" : `seat ${player.seat}`}</span></p>`;
}

/** The way from one seat to another, around the middle: from card's edge to card's edge. */
function way(from, to, width, height) {
  const scale = ([x, y]) => `${(x * width).toFixed(0)} ${(y * height).toFixed(0)}`;
  const [a, b] = [AT[from], AT[to]];
  if (Math.abs(from - to) === 2) { // across: in an arc beside the middle
    const dip = from % 2 ? [0.2, 0] : [0, 0.17];
    const start = edge(a, from % 2 ? [-1, 0] : [0, 1]);
    const end = edge(b, from % 2 ? [-1, 0] : [0, 1]);
    return `M${scale(start)} C${scale(bent(start, dip))} ${scale(bent(end, dip))} ${scale(end)}`;
  }
  const start = edge(a, [from % 2 ? Math.sign(b[0] - a[0]) : 0, from % 2 ? 0 : Math.sign(b[1] - a[1])]);
  const end = edge(b, [to % 2 ? Math.sign(a[0] - b[0]) : 0, to % 2 ? 0 : Math.sign(a[1] - b[1])]);
  const corner = from % 2 ? [end[0], start[1]] : [start[0], end[1]];
  return `M${scale(start)} Q${scale(corner)} ${scale(end)}`;
}

const edge = ([x, y], [right, down]) => [x + right * (HALF[0] + 0.012), y + down * (HALF[1] + 0.02)];
const bent = ([x, y], [right, down]) => [x - right, y + down];
