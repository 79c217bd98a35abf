// A throw that the house's rules have thrown again: nothing to tap, unless it did count.
import { html } from "../html.js";
import { why } from "../doubts.js";

export const again = (s) => html`<section class="card mid ruled" data-key="again${s.again.seq}" aria-labelledby="ruling">
  <header class="goal">${why(s.again.kind)}<h1 id="ruling">${s.again.thrower ? `${s.again.thrower} throws again`
    : "Throw again"}</h1></header>
  <div class="ruling"><p class="reason">${s.again.reason}</p><p class="says">Nothing is scored.</p>
    <button class="plain" data-do="undo" data-seq="${s.again.seq}">No, it counts…</button></div>
  ${s.again.image ? html`<div class="photo"><mat-photo src="/photos/${s.again.image}" marks
    boxes="${JSON.stringify(s.again.boxes)}" faces="${JSON.stringify(s.again.dice)}"
    alt="The photo of this throw"></mat-photo></div>`
    : html`<div class="photo empty"><p>There is no photo.</p></div>`}
</section>`;
