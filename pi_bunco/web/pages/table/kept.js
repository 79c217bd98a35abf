// Stores choices for this device only: a button with `data-keep="odds"` turns the page's `data-odds` on and off.
const PREFIX = "pi-bunco."; // of the keys in the browser's storage
const { body } = document;

/** @param {string} name */
function readChoice(name) {
  try { return localStorage.getItem(PREFIX + name) === "yes"; } catch { return false; } // storage may be forbidden
}

/** @param {string} name @param {boolean} yes */
function storeChoice(name, yes) {
  body.toggleAttribute(`data-${name}`, yes);
  try { localStorage.setItem(PREFIX + name, yes ? "yes" : "no"); } catch { /* then it lasts until people leave the page */ }
}

["odds"].forEach((name) => body.toggleAttribute(`data-${name}`, readChoice(name)));
document.addEventListener("click", (event) => {
  const name = event.target.closest("[data-keep]")?.dataset.keep;
  if (name) storeChoice(name, !body.hasAttribute(`data-${name}`));
});
