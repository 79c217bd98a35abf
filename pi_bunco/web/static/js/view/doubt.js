// A throw that somebody must look at: the middle card becomes the question.
import { html } from "../html.js";
import { refusal, why } from "../doubts.js";
import { row, spoken } from "../dice.js";
import { ofTable } from "../ways.js";
import { keypad } from "./keypad.js";
import { owners } from "./rivals.js";

export function doubt(s, ui) {
  const asked = s.doubt;
  const whose = owners(s).length > 2; // which die is whose only people know
  const other = ui.other || whose || !asked.likely.length;
  return html`<section class="card mid question" data-key="doubt${asked.seq}" aria-labelledby="question">
    <header>${why(asked.kind)}<div><h1 id="question">${whose ? "Who threw what?" : asked.kind === "late" ? "Before the bell?"
      : html`What did ${asked.thrower ?? "the dice"} ${asked.thrower ? "throw" : "show"}?`}</h1>
      <p>${asked.reason}${asked.waiting > 0 && html` <b>${waiting(asked.waiting)}</b>`}</p></div></header>
    ${asked.image ? html`<div class="photo"><mat-photo src="/photos/${asked.image}" marks
      boxes="${JSON.stringify(asked.boxes)}" faces="${JSON.stringify(asked.dice)}"
      alt="The photo of this throw"></mat-photo></div>`
      : html`<div class="photo empty"><p>There is no photo.</p></div>`}
    ${other ? keypad(s, ui.tapped, asked.wanted) : answers(asked)}
    <footer>${asked.kind === "moved" && html`<a class="button plain" href="${ofTable("/calibrate")}">Calibrate</a>`}
      ${asked.likely.length > 0 && !whose && html`<button class="plain" data-do="other">${
      other ? "Likely dice" : "Other dice…"}</button>`}
      <button class="plain" data-do="dismiss" data-seq="${asked.seq}">${refusal(asked.kind)}</button></footer>
  </section>`;
}

const waiting = (count) => (count === 1 ? "One more throw waits." : `${count} more throws wait.`);

const answers = (asked) => html`<div class="answers" data-count="${asked.likely.length}" data-key="answers">${
  asked.likely.map((dice) => html`<button data-do="answer" data-seq="${asked.seq}" data-dice="${dice.join(" ")}"
    aria-label="${spoken(dice)}">${row(dice)}</button>`)}</div>`;
