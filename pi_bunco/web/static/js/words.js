// The words and dice for scripts. The server puts them into #words, so all words are in the page's language.
const template = document.getElementById("words");

/**
 * Return the words called `name`. `values` replace the `{names}` in them.
 * @param {Word} name @param {Record<string, string | number>} [values]
 */
export function word(name, values = {}) {
  return template.dataset[name].replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
}

/** Return a die that shows `face`, a blank one for 0. @param {number} face */
export function die(face) {
  return /** @type {Element} */ (template.content.querySelectorAll(".die")[face].cloneNode(true));
}
