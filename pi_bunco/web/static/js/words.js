// What the server gives scripts to say and to draw, so that it is said and drawn in one way: #words.
const stock = document.getElementById("words");

/** The words called `name`, with `values` where `{names}` stand. */
export function word(name, values = {}) {
  return stock.dataset[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);
}

/** A die that shows `face`; 0: a blank one. */
export function die(face) {
  return stock.content.querySelectorAll(".die")[face].cloneNode(true);
}
