// A name is drawn: what for, who is in the hat, and who has a place already.
import { html } from "../html.js";

export const drawing = (s) => html`<section class="card drawing" data-key="drawing" aria-labelledby="drawing">
  <header><p>${s.need.title}${s.rest && ` · ${s.rest} first`}</p><h1 id="drawing">${s.need.text}</h1></header>
  <ul class="hat" aria-label="Who may be drawn">${s.need.among.map((name) => html`<li>${name}</li>`)}</ul>
  ${placed(s).length > 0 && html`<p class="placed">${s.results.finalists.length ? "At the final table"
    : "In the semi-final"}: <b>${placed(s).join(", ")}</b></p>`}
</section>`;

/** Those who have their place; the semi-final's seats are drawn among themselves. */
const placed = ({ results, need }) => (results.finalists.length ? results.finalists : results.semi_finalists)
  .filter((name) => !need.among.includes(name));
