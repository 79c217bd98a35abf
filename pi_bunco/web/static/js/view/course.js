// The round's course: every throw as a small slip, the newest at the right; a tap puts one right.
import { html } from "../html.js";
import { row, spoken } from "../dice.js";

export const course = (s) => html`<div class="course" data-key="course"
  role="group" aria-label="This round's throws"><div>${s.course.map((thrown) => html`<button
    class="slip ${s.teams && !s.need && ["us", "them"][thrown.side]} ${thrown.points > 0 && "scored"}" data-do="open"
    data-seq="${thrown.seq}" data-key="slip${thrown.seq}" title="${thrown.thrower}: ${thrown.says}"
    aria-label="${thrown.thrower}: ${spoken(thrown.dice)}, ${thrown.points} points. Tap to correct.">
    ${row(thrown.dice, thrown.hits)}<b>${worth(s, thrown)}</b></button>`)}</div></div>`;

/** What a throw brought; for an order its total counts, and snake eyes take the turn's points away. */
function worth(s, { kind, points }) {
  if (kind === "snake_eyes") return "lost";
  if (!points) return "–";
  return s.phase === "order" ? points : `+${points}`;
}
