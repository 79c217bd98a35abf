// The awards as they stand: what for, who has earned it, what it brings.
import { html } from "../html.js";
import { counted, names } from "../words.js";

export const awards = ({ results }) => html`<ul class="awards">${results.awards.map((line) => html`<li>
  <span>${line.title}${line.team && html` <small>${line.team}</small>`}</span>
  <span class="prize">${line.prize}</span>
  <p>${who(line)} <small>${[line.count, line.unconfirmed && `${line.unconfirmed} not confirmed`].filter(Boolean)
    .join(" · ")}</small></p></li>`)}</ul>`;

function who({ what, winners, share, final }) {
  if (!winners.length) return what === "costume" ? "not judged yet" : final ? "nobody" : "nobody yet";
  return html`<b>${names(winners)}</b>${winners.length > 1 && (share ? ` share: ${share}` : " share it")}`;
}

/** What keeps the awards from being handed over, as a sentence; `null` when nothing does. */
export function provisional(s) {
  const { results, phase } = s;
  if (results.final) return null;
  if (phase !== "over") return s.rounds.length ? "As it stands now; nothing is final before the last throw."
    : "Nothing has been earned yet: no round is over.";
  const open = results.claims.filter((claim) => !claim.confirmed).length;
  const judged = results.awards.every((line) => line.what !== "costume" || line.winners.length);
  const waits = [open && `${counted(open, "thing")} to be confirmed`, !judged && "the best costume to be judged"];
  return `Not final yet: ${waits.filter(Boolean).join(", ")}.`;
}
