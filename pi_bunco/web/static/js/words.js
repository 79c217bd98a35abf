// Words and drawings that the server provides for scripts, so that both use the same ones: #words.
const stock = document.getElementById("words");

/** The words called `name`, with `values` in place of `{names}`. */
export function word(name, values = {}) {
  return stock.dataset[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);
}

/** A die that shows `face`; 0: a blank die. */
export function die(face) {
  return stock.content.querySelectorAll(".die")[face].cloneNode(true);
}
