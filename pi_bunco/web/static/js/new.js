// Shows only the parts for the chosen sheet, and for one table or several. Without scripts the page shows everything.
const form = document.querySelector("form");
const names = form.querySelector("[name=names]");
const count = document.getElementById("count");
const SEATS = 4;

/** @param {string} name */
const findChosen = (name) => /** @type {HTMLInputElement} */ (form.querySelector(`[name=${name}]:checked`));

/** @param {string} attribute @param {string | undefined} value */
function showOnly(attribute, value) {
  form.querySelectorAll(`:not(input)[data-${attribute}]`).forEach((part) => {
    part.hidden = part.dataset[attribute] !== value;
  });
}

/** @param {boolean} teams */
function showCount(teams) {
  const guests = names.value.split("\n").filter((line) => line.trim()).length;
  const tables = Math.ceil(guests / SEATS);
  const ghosts = teams ? tables * SEATS - guests : 0;
  /** @type {Record<string, number>} */
  const values = { guests, tables, ghosts };
  const pattern = ghosts ? count.dataset.ghosts : count.dataset.count;
  count.textContent = guests ? pattern.replace(/\{(\w+)\}/g, (_, name) => String(values[name])) : "";
}

function show() {
  const sheet = findChosen("rules");
  showOnly("sheet", sheet.value);
  showOnly("teams", sheet.dataset.teams);
  showOnly("who", findChosen("who").value);
  showCount(sheet.dataset.teams === "yes");
}

form.addEventListener("change", show);
names.addEventListener("input", show);
show();
