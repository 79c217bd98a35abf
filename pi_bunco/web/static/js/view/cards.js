// One paper card a side: who plays, the score that counts from across the room, and the tally.
import { html } from "../html.js";
import { rivals } from "./rivals.js";

const LOOK = ["us", "them"]; // only teams have the two colours

export const cards = (s) => rivals(s)?.map(own) ?? s.sides.map((side, at) => card(s, side, at));

function card(s, one, at) {
  const side = s.phase === "rolloff" ? one : { ...one, rolloff: null };
  if (!s.teams) return own(side, at);
  return frame(side, at, LOOK[at], [shape(at), html`<p class="names">${names(s, side)}</p>`]);
}

const own = (side, at) => frame(side, at, "own", ["", ""]);

function frame(side, at, look, [mark, below]) {
  const rolling = (side.rolloff ?? null) !== null;
  const shown = rolling ? side.rolloff : side.score;
  return html`<section class="card side ${look} ${side.throwing && "turn"} ${side.winner && "won"}"
      style="grid-area:side${at}" data-key="side${at}" aria-label="${side.name}">
    <header><h2>${mark}<span>${side.name}</span></h2>${chip(side)}</header>
    ${below}
    ${side.drawn ? html`<div class="score lying">${side.drawn}</div>`
      : html`<div class="score" data-digits="${String(shown).length}"><b data-key="score${shown}">${shown}</b></div>`}
    ${rolling && html`<p class="tied">roll-off &middot; tied at ${side.score}</p>`}
    ${side.tally && html`<div class="tally" aria-hidden="true"><p>${tally(side.tally)}</p></div>`}
    ${side.chance !== null && odds(side, at)}
  </section>`;
}

const shape = (at) => html`<svg class="shape" viewBox="0 0 20 20" aria-hidden="true">${at === 0
  ? html`<circle cx="10" cy="10" r="8"/>` : html`<path d="M10 0 20 10 10 20 0 10Z"/>`}</svg>`;

function chip(side) {
  if (side.winner) return html`<span class="chip won">won</span>`;
  return side.throwing && !side.together ? html`<span class="chip">throwing</span>` : "";
}

/** Both names; a ghost is pale, who throws is heavier. */
function names(s, side) {
  return side.players.map((name, at) => {
    const player = s.players.find((other) => other.name === name);
    const look = [player?.ghost && "ghost", name === s.thrower && "throws"].filter(Boolean).join(" ");
    return html`${at > 0 && html`<i>&amp;</i>`}<span class="${look}">${name}</span>`;
  });
}

const tally = (totals) => totals.map((total, at) =>
  at === totals.length - 1 ? html`<b data-key="t${at}">${total}</b>` : html`<s data-key="t${at}">${total}</s>`);

function odds(side, at) {
  const percent = Math.round(side.chance * 100);
  return html`<button class="odds" data-do="odds" data-side="${at}"
    aria-label="${side.name}: ${percent} % to win this round"><i style="width:${percent}%"></i>
    <span>${percent} % to win this round</span></button>`;
}
