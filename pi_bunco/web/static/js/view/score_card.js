// The printed score card, filled in: a line a player, a mark a round.
import { html } from "../html.js";

export const scoreCard = (s) => html`<table class="score-card"><thead><tr><th scope="col">${
    s.stage === "semi_final" ? "Semi-final" : "Score card"}</th>
  <th scope="col" class="marks">Rounds won</th><th scope="col">W</th><th scope="col">L</th><th scope="col">Buncos</th>
  <th scope="col">Minis</th><th scope="col">Points</th></tr></thead>
  <tbody>${standing(s).map((player) => html`<tr class="${s.winners.includes(player.name) && "won"}">
    <th scope="row">${player.name}${player.bag && html` <em>bag</em>`}</th><td class="marks">${marks(s, player)}</td>
    <td>${player.wins}</td><td>${player.losses}</td><td>${player.buncos}</td><td>${player.minis}</td>
    <td>${player.points}</td></tr>`)}</tbody></table>`;

const standing = (s) => s.players.filter((player) => !player.ghost)
  .sort((a, b) => b.wins - a.wins || b.buncos - a.buncos || b.points - a.points);

function marks(s, player) {
  const sets = [...new Set(s.rounds.map((line) => line.set))];
  return sets.map((set) => html`<span>${s.rounds.filter((line) => line.set === set).map((line) => html`<i
    class="${line.winners.includes(player.name) && "won"}"></i>`)}</span>`);
}
