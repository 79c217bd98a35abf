// What staff and the judge do: confirm what is on each card, and say whose costume is best.
import { html } from "../html.js";

/** A list by player, a tap each; `false` where the sheet has nothing confirmed. */
export function staff(s) {
  const { claims } = s.results;
  const everybody = new Set([...s.players.map(({ name }) => name), ...claims.map((claim) => claim.player)]); // at all tables
  const players = [...everybody].map((name) => [name, claims.filter((claim) => claim.player === name)])
    .filter(([, own]) => own.length);
  return players.length > 0 && html`<section class="card paper-page staff" data-key="staff" aria-labelledby="staff">
    <header><h2 id="staff">Staff confirm</h2><p>${progress(claims)}</p></header>
    ${players.map(([name, own]) => ofPlayer(name, own))}</section>`;
}

function progress(claims) {
  const done = claims.filter((claim) => claim.confirmed).length;
  return done === claims.length ? "all confirmed" : `${done} of ${claims.length} confirmed`;
}

function ofPlayer(name, own) {
  const open = own.filter((claim) => !claim.confirmed);
  return html`<div class="claims" data-key="claims${name}"><h3>${name}</h3>
    ${open.length > 1 && html`<button class="plain all" data-do="confirm-all" data-player="${name}">Confirm all of ${
      name}</button>`}
    <ul>${own.map((claim) => html`<li data-key="${claim.key}"><button class="${claim.confirmed ? "done" : "plain"}"
      data-do="confirm" data-claim="${claim.key}" ${claim.confirmed && html`disabled`}
      aria-label="${claim.confirmed ? "Confirmed" : "Confirm"}: ${name}, ${claim.what}"><i aria-hidden="true">${
        claim.confirmed ? "✓" : ""}</i>${claim.what}</button></li>`)}</ul></div>`;
}

/** Whose costume is best: among the players, and among the teams; `false` where no award is for it. */
export function costumes(s) {
  const lines = s.results.awards.filter((line) => line.what === "costume");
  const best = new Set(lines.flatMap((line) => line.winners));
  const teams = lines.some((line) => line.among === "groups") ? teamsOf(s) : [];
  const players = lines.some((line) => line.among !== "groups") ? s.players.filter((one) => !one.ghost) : [];
  return lines.length > 0 && html`<section class="card paper-page" data-key="costumes" aria-labelledby="costumes">
    <header><h2 id="costumes">Best costume</h2><p>the judge says</p></header>
    <div class="choices">${players.map(({ name }) => choice(name, best.has(name), html`data-best="${name}"`))}</div>
    ${teams.length > 0 && html`<div class="choices">${teams.map((team) => choice(`Team ${team}`, best.has(`Team ${team}`),
      html`data-team="${team}"`))}</div>`}</section>`;
}

const choice = (name, chosen, data) => html`<button class="${chosen ? "strong" : "plain"}" data-do="judge" ${data}
  aria-pressed="${String(chosen)}">${name}</button>`;

/** The numbers of the teams; a room of one team has no other. */
function teamsOf({ results }) {
  const most = Math.max(1, ...results.awards.map((line) => Number(line.team.replace(/\D/g, ""))));
  return Array.from({ length: most }, (_, at) => at + 1);
}
