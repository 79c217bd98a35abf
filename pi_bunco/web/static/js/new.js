// Shows the chosen sheet's options only. Without it all are shown, each under its sheet's name.
const form = document.querySelector("form");

function show() {
  const chosen = form.querySelector("[name=rules]:checked");
  form.querySelectorAll("[data-sheet]").forEach((part) => { part.hidden = part.dataset.sheet !== chosen.value; });
  form.querySelectorAll("span[data-teams]").forEach((part) => {
    part.hidden = part.dataset.teams !== chosen.dataset.teams;
  });
}

form.addEventListener("change", show);
show();
