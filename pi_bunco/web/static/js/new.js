// Shows the options of the chosen sheet, and of one table or several. Without this script all options are shown.
const form = document.querySelector("form");
const names = form.querySelector("[name=names]");
const count = document.getElementById("count");
const SEATS = 4;

const chosen = (name) => form.querySelector(`[name=${name}]:checked`);

function only(attribute, value) {
  form.querySelectorAll(`:not(input)[data-${attribute}]`).forEach((part) => {
    part.hidden = part.dataset[attribute] !== value;
  });
}

function tell(teams) {
  const guests = names.value.split("\n").filter((line) => line.trim()).length;
  const tables = Math.ceil(guests / SEATS);
  const ghosts = teams ? tables * SEATS - guests : 0;
  const said = { guests, tables, ghosts };
  const pattern = ghosts ? count.dataset.ghosts : count.dataset.count;
  count.textContent = guests ? pattern.replace(/\{(\w+)\}/g, (_, name) => said[name]) : "";
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
