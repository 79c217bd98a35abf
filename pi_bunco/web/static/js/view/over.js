// The game is over: who won, and everybody's score card.
import { html } from "../html.js";

export const over = (s) => html`<section class="card over" data-key="over" aria-label="Final standing">
  <header><p>${s.title}${s.sets > 1 ? `, ${s.sets} sets` : ""}</p>
    <h1>${s.winners.join(" & ")} ${s.winners.length > 1 ? "share the most wins" : "won the most rounds"}</h1></header>
  <table><thead><tr><th scope="col">Score card</th><th scope="col">W</th><th scope="col">L</th>
    <th scope="col">Buncos</th><th scope="col">Minis</th><th scope="col">Points</th></tr></thead>
  <tbody>${standing(s).map((player) => html`<tr class="${s.winners.includes(player.name) && "won"}">
    <th scope="row">${player.name}${player.bag && html` <em>has the bag</em>`}</th><td>${player.wins}</td>
    <td>${player.losses}</td><td>${player.buncos}</td><td>${player.minis}</td><td>${player.points}</td></tr>`)}</tbody>
  </table></section>`;

export const standing = (s) => s.players.filter((player) => !player.ghost)
  .toSorted((a, b) => b.wins - a.wins || b.buncos - a.buncos || b.points - a.points);
