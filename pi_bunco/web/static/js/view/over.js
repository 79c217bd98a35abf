// The game is over: who won what, and everybody's score card with a mark for each round.
import { html } from "../html.js";
import { names } from "../words.js";
import { awards, provisional } from "./awards.js";
import { scoreCard } from "./score_card.js";

const MANY = 3; // awards; with more of them a telephone has no room for the score card

export const over = (s) => html`<section class="card over ${s.results.awards.length > 0 && "rich"} ${
    s.results.awards.length > MANY && "many"}" data-key="over" aria-label="Final standing">
  <header><p>${s.title}${s.stage === "game" && `, ${s.sets > 1 ? `${s.sets} sets` : "one set"}`}</p>
    <h1>${headline(s)}</h1>${won(s.results)}</header>
  ${s.results.awards.length > 0 && html`<div class="given">${awards(s)}
    ${provisional(s) && html`<p class="note">${provisional(s)}</p>`}</div>`}
  ${scoreCard(s)}</section>`;

function headline({ winners, results }) {
  if (results.grand_prize) return html`${results.grand_prize} wins the grand prize`;
  return winners.length > 1 ? html`${names(winners)} share the win` : html`${winners[0]} wins the game`;
}

/** The winner of each set, where sets have winners of their own. */
const won = ({ sets }) => sets.length > 0 && html`<p class="sets">${sets.map((line) => html`<span>Set ${line.set}:
  <b>${names(line.winners)}</b>, ${line.how}</span>`)}</p>`;
