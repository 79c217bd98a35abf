// The results' page from one snapshot: awards, finals, drawings, what staff do, and everybody's card.
import { html } from "../html.js";
import { home } from "../ways.js";
import { counted, names } from "../words.js";
import { awards, provisional } from "./awards.js";
import { scoreCard } from "./score_card.js";
import { costumes, staff } from "./staff.js";

export function results(s) {
  const beside = [staff(s), costumes(s), drawings(s)].filter(Boolean);
  return html`<header class="head" data-key="head"><a class="button quiet" href="${home}">The table</a>
      <div><h1>Results</h1><p>${s.title}${where(s)}</p></div>
      <button class="quiet" data-do="print">Print</button></header>
    <div class="papers ${beside.length > 0 && "two"}" data-key="papers">
      <div data-key="main">${[finals(s), given(s), cards(s)]}</div>
      ${beside.length > 0 && html`<div data-key="beside">${beside}</div>`}
    </div>`;
}

function where(s) {
  if (s.phase === "over") return ", the end";
  if (s.need) return `, ${s.need.title.toLowerCase()}`;
  return `, ${s.stage === "semi_final" ? "semi-final, " : ""}set ${s.set} of ${s.sets}, round ${s.round}`;
}

function given(s) {
  const { awards: lines, final } = s.results;
  const waits = provisional(s);
  return html`<section class="card paper-page" data-key="awards" aria-labelledby="awards"><header>
    <h2 id="awards">Awards</h2>${final && lines.length > 0 && html`<b class="seal">final</b>`}</header>
    ${lines.length ? [waits && html`<p class="waits" role="status">${waits}</p>`, awards(s)]
      : html`<p class="waits">No awards are given so far; the host may choose some.</p>`}
    ${winnersOfSets(s)}
    <footer><button class="plain" data-do="offer">Choose awards and prizes</button></footer></section>`;
}

const winnersOfSets = ({ results: { sets } }) => sets.length > 0 && html`<ul class="lines">${sets.map((line) => html`<li>
  <span>Set ${line.set}</span><b>${line.winners.length ? names(line.winners) : "still rolling off"}</b>
  <small>${line.how}</small></li>`)}</ul>`;

function finals(s) {
  const { semi_finalists: semi, finalists, grand_prize: grand } = s.results;
  const lines = [[grand ? "Grand prize" : "", grand ? [grand] : []], ["Final table", finalists], ["Semi-final", semi]]
    .filter(([, people]) => people.length);
  return lines.length > 0 && html`<section class="card paper-page" data-key="finals" aria-labelledby="finals">
    <header><h2 id="finals">Finals</h2></header>
    <ul class="lines">${lines.map(([title, people]) => html`<li class="${title === "Grand prize" && "grand"}">
      <span>${title}</span><b>${names(people)}</b></li>`)}</ul></section>`;
}

function drawings(s) {
  const { drawn } = s.results;
  const may = s.can.draw && s.phase !== "draw";
  return (drawn.length > 0 || may) && html`<section class="card paper-page" data-key="drawings" aria-labelledby="drawings">
    <header><h2 id="drawings">Drawings</h2></header>
    ${drawn.length > 0 && html`<ol class="drawn-names">${drawn.map((name) => html`<li>${name}</li>`)}</ol>`}
    ${may && html`<footer><button class="plain" data-do="draw">${s.can.draw}</button></footer>`}</section>`;
}

const cards = (s) => html`<section class="card paper-page" data-key="cards" aria-labelledby="cards">
  <header><h2 id="cards">Score cards</h2><p>${counted(s.rounds.length, "round")} played</p></header>
  ${scoreCard(s)}
  ${s.can.undo && html`<footer><button class="plain" data-do="undo" data-seq="${s.can.undo.seq}">${s.can.undo.what}</button></footer>`}
</section>`;
