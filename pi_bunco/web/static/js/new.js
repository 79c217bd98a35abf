// Shows only what belongs to the chosen sheet, and to one table or several. Without scripts the page shows everything.
const form = document.querySelector("form");
const names = form.querySelector("[name=names]");
const count = document.getElementById("count");
const SEATS = 4;

/** @param {string} name */
const chosen = (name) => /** @type {HTMLInputElement} */ (form.querySelector(`[name=${name}]:checked`));

/** @param {string} attribute @param {string | undefined} value */
function only(attribute, value) {
  form.querySelectorAll(`:not(input)[data-${attribute}]`).forEach((part) => {
    part.hidden = part.dataset[attribute] !== value;
  });
}

/** @param {boolean} teams */
function tell(teams) {
  const guests = names.value.split("\n").filter((line) => line.trim()).length;
  const tables = Math.ceil(guests / SEATS);
  const ghosts = teams ? tables * SEATS - guests : 0;
  /** @type {Record<string, number>} */
  const said = { guests, tables, ghosts };
  const pattern = ghosts ? count.dataset.ghosts : count.dataset.count;
  count.textContent = guests ? pattern.replace(/\{(\w+)\}/g, (_, name) => String(said[name])) : "";
}

function show() {
  const sheet = chosen("rules");
  only("sheet", sheet.value);
  only("teams", sheet.dataset.teams);
  only("who", chosen("who").value);
  tell(sheet.dataset.teams === "yes");
}

form.addEventListener("change", show);
names.addEventListener("input", show);
show();
