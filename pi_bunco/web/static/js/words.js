// The words and dice that the server gives scripts in #words, so that pages say and draw everything in one way.
const stock = document.getElementById("words");

/**
 * Return the words called `name`, with `values` in place of `{names}`.
 * @param {Word} name @param {Record<string, string | number>} [values]
 */
export function word(name, values = {}) {
  return stock.dataset[name].replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
}

/** Return a die that shows `face`; 0: a blank one. @param {number} face */
export function die(face) {
  return /** @type {Element} */ (stock.content.querySelectorAll(".die")[face].cloneNode(true));
}
