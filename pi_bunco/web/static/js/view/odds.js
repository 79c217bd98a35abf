// What the bars under the tallies say.
import { html } from "../html.js";

const percent = (chance) => `${Math.round(chance * 100)} %`;

/** Each side's chance to win the round, and how to read it; `null` where none is known. */
export const odds = (s, close) => s.sides.some((side) => side.chance === null) ? null : html`<div class="sheet chances">
  <header><h2 id="sheet-title">Who is likely to win this round</h2></header>
  <dl>${s.sides.map((side, place) => html`<div class="${s.teams ? ["us", "them"][place] : "own"}">
    <dt>${side.name}${s.teams && html` <small>${side.players.join(" & ")}</small>`}</dt><dd>${percent(side.chance)}</dd>
    <dd class="chance" aria-hidden="true"><i style="width:${percent(side.chance).replace(" ", "")}"></i></dd></div>`)}</dl>
  <p class="note">The bar under each tally shows the same. It is worked out after every throw from the score, from whose
    turn it is and from how the round ends, for dice that are fair. It says how things stand, not how they will end.</p>
  <footer>${close}</footer></div>`;
