// The host's form: which awards are given, to whom, with what prize.
import { html } from "../html.js";

const WHAT = JSON.parse(document.getElementById("awards").textContent);
const AMONG = { room: "of everybody", group: "in each team", groups: "the best team" };

/** The awards that are given now, one line for each; an award in each team stands once. */
export function given({ results }) {
  const lines = new Map(results.awards.map(({ what, among, prize }) => [`${what} ${among} ${prize}`, { what, among, prize }]));
  return [...lines.values()];
}

/** The next award that nobody has thought of yet. */
export const another = (lines) => ({
  what: Object.keys(WHAT).find((what) => lines.every((line) => line.what !== what)) ?? "most_buncos", among: "room", prize: "",
});

export const offer = (lines) => html`<form class="sheet offer" data-do="save" method="dialog">
  <header><h2 id="sheet-title">Awards and prizes</h2><p>An amount, such as $50, is split between equals; any other prize is shared.</p></header>
  <ul>${lines.map((line) => html`<li data-key="award${line.id}">
    <select data-field="what" data-id="${line.id}" aria-label="For what">${options(WHAT, line.what)}</select>
    <select data-field="among" data-id="${line.id}" aria-label="Among whom">${options(AMONG, line.among)}</select>
    <input data-field="prize" data-id="${line.id}" aria-label="Prize" placeholder="no prize" maxlength="60" value="${line.prize}"
      autocomplete="off">
    <button type="button" class="plain drop" data-do="drop" data-id="${line.id}" aria-label="Leave out ${WHAT[line.what]}">×</button></li>`)}</ul>
  ${lines.length === 0 && html`<p class="note">No awards.</p>`}
  <footer><button type="button" class="plain" data-do="add">Another award</button>
    <button type="button" class="plain close" data-do="close">Cancel</button>
    <button type="button" class="strong" data-do="save">Give these</button></footer></form>`;

const options = (names, chosen) => Object.entries(names).map(([value, name]) => html`<option value="${value}" ${
  value === chosen && html`selected`}>${name}</option>`);
