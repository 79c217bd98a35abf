// Stores choices for this device only. A browser may forbid it: then a choice lasts until people leave the page.
const PREFIX = "pi-bunco."; // of the keys in the browser's storage

/** Return a stored choice, `null` if there is none. @param {string} name */
export function readChoice(name) {
  try { return localStorage.getItem(PREFIX + name); } catch { return null; }
}

/** Store a choice, and return whether the browser allowed it. @param {string} name @param {string} choice */
export function storeChoice(name, choice) {
  try { localStorage.setItem(PREFIX + name, choice); } catch { return false; }
  return true;
}
