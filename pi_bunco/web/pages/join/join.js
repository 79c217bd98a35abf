// A device that has scanned its table's code asks by itself to be let in.
const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-now]"));
form?.submit();
