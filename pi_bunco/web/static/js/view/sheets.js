// What slides over the table: a throw to put right, dice to enter, a question to confirm, and more.
import { html } from "../html.js";
import { die, icon } from "../dice.js";
import { ofTable, to } from "../ways.js";
import { keypad } from "./keypad.js";
import { odds } from "./odds.js";
import { scoreCard } from "./score_card.js";

const FACES = [1, 2, 3, 4, 5, 6];
const close = html`<button class="plain close" data-do="close">Close</button>`;

/** The throw's photo and three dice; one tap on a face puts that die right. */
function correct(s, { seq }) {
  const thrown = s.course.find((other) => other.seq === seq) ?? (s.last?.seq === seq ? s.last : null);
  if (!thrown) return null;
  return html`<div class="sheet correct"><header><h2 id="sheet-title">${thrown.thrower} threw</h2>
    <p>${brought(thrown)} Tap the face that a die really shows.</p></header>
    ${thrown.image ? html`<div class="photo"><mat-photo src="/photos/${thrown.image}" ${inOrder(thrown) && html`marks`}
      boxes="${JSON.stringify(thrown.boxes)}" faces="${JSON.stringify(thrown.dice)}"></mat-photo></div>`
      : html`<div class="photo empty"><p>${icon("hand")} tapped in, no photo</p></div>`}
    <div class="faces">${thrown.dice.map((now, at) => html`<div role="group" aria-label="${which(thrown, at)}"><small>${
      which(thrown, at)}</small>${FACES.map(
      (face) => html`<button data-do="correct" data-seq="${seq}" data-at="${at}" data-face="${face}"
        ${face === now && html`class="now" aria-pressed="true"`} aria-label="${which(thrown, at)} shows ${face}">${
        die(face)}</button>`)}</div>`)}</div>
    <footer>${close}</footer></div>`;
}

/** Whether the dice stand in the order of the photo; an answer may have been tapped in any order. */
const inOrder = ({ by, dice, boxes }) => by === "camera" && boxes.length === dice.length;

/** What people call a die. */
function which(thrown, place) {
  if (!inOrder(thrown)) return `Die ${place + 1}`;
  return (thrown.dice.length === 2 ? ["Left die", "Right die"] : ["Left die", "Middle die", "Right die"])[place];
}

/** Who brought these dice. */
function brought({ by, corrected }) {
  if (corrected) return "Put right by hand.";
  return { camera: "Read by the camera.", "mock host": "The mock host looked at it." }[by] ?? "Tapped in.";
}

const enter = (s, { tapped }) => !s.can.enter ? null : html`<div class="sheet enter"><header><h2 id="sheet-title">Enter dice</h2>
  <p>${s.thrower ? `What ${s.thrower} threw; the last one counts it.` : "One die each; the last one counts them."}</p>
  </header>${keypad(s, tapped)}<footer>${close}</footer></div>`;

const endRound = (s) => !s.can.end_round ? null : html`<div class="sheet"><header><h2 id="sheet-title">End this round now?</h2>
  <p>The scores stand as they are; the higher one wins.</p></header>
  <footer><button class="plain" data-do="close">Go on playing</button>
  <button class="strong" data-do="end-round">End the round</button></footer></div>`;

const more = (s) => html`<div class="sheet more"><header><h2 id="sheet-title">${s.title}</h2><p>${
    s.sets > 1 ? `Set ${s.set} of ${s.sets}, round ${s.round}` : `Round ${s.round} of 6`}</p></header>
  ${scoreCard(s)}
  ${s.unused.length > 0 && html`<p class="note">${s.unused.length === 1 ? "One event has" : `${s.unused.length} events have`}
    no place after a correction.</p>`}
  <footer>
    ${s.can.end_round && html`<button class="plain" data-do="ask-end">End the round early</button>`}
    ${s.can.redo && html`<button class="plain" data-do="redo" data-seq="${s.can.redo.seq}">${s.can.redo.what}</button>`}
    ${s.camera.status !== "none" && html`<a class="button plain" href="${ofTable("/camera")}">What the camera sees</a>`}
    <a class="button plain" href="${to("/results")}">Results</a><a class="button plain" href="${to("/rules")}">The rules</a>
    <a class="button plain" href="${to("/doctor")}">How the table does</a><a class="button plain" href="${to("/new")}">New game</a>${close}
  </footer></div>`;

const SHEETS = { correct, enter, "end-round": endRound, more, odds: (s) => odds(s, close) };

/** The sheet that is open, `null` when there is none or what it was about is gone. */
export const sheet = (s, ui) => (ui.sheet ? SHEETS[ui.sheet.name](s, { ...ui.sheet, tapped: ui.tapped }) : null);
