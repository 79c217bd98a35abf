// Shows only the parts for the chosen sheet, and for one table or several. Without scripts the page shows everything.
const form = document.querySelector("form");

/** @param {string} name */
const findChosen = (name) => /** @type {HTMLInputElement} */ (form.querySelector(`[name=${name}]:checked`));

/** @param {string} attribute @param {string | undefined} value */
function showOnly(attribute, value) {
  form.querySelectorAll(`:not(input)[data-${attribute}]`).forEach((part) => {
    part.hidden = part.dataset[attribute] !== value;
  });
}

function show() {
  const sheet = findChosen("rules");
  showOnly("sheet", sheet.value);
  showOnly("teams", sheet.dataset.teams);
  showOnly("who", findChosen("who").value);
}

form.addEventListener("change", show);
show();
