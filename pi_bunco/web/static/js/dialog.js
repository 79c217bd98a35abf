// Dialogs: a form with `data-dialog` opens one over the page, and it is kept up to date while it is open. Safari has
// <dialog> since 15.4; older versions show a box while it has `open`.
import { say } from "./live.js";
import { morph } from "./morph.js";
import { word } from "./words.js";

const CALM_AFTER = 400; // milliseconds until a dialog takes taps that nobody has asked for

const dialog = document.getElementById("dialog");
let openAddress = ""; // of the open dialog

export const isOpen = () => dialog.hasAttribute("open");

/** Return the markup of a dialog, `null` if it no longer exists. @param {string} address */
async function fetchDialog(address) {
  const response = await fetch(address, { headers: { "X-Dialog": "yes" } });
  return response.ok ? response.text() : null;
}

/** @param {string} address @param {boolean} byItself whether nobody has asked for it: a tap is on its way to the page */
async function open(address, byItself = false) {
  openAddress = address;
  const markup = await fetchDialog(address).catch(() => undefined);
  if (openAddress !== address) return; // another dialog was opened meanwhile
  if (markup === undefined) say(`${word("silent")} ${word("again")}`, true);
  if (!markup) { close(); return; }
  morph(dialog, markup);
  if (byItself) {
    dialog.classList.add("sudden");
    setTimeout(() => dialog.classList.remove("sudden"), CALM_AFTER);
  }
  if (isOpen()) return;
  if (!dialog.showModal) dialog.setAttribute("open", "");
  dialog.showModal?.();
}

export function close() {
  openAddress = "";
  if (!isOpen()) return;
  dialog.close?.();
  dialog.removeAttribute("open");
  dialog.replaceChildren();
}

/** Bring the open dialog up to date, or close it if its subject is gone. */
export async function refresh() {
  const address = openAddress;
  if (!address || !isOpen()) return;
  const markup = await fetchDialog(address).catch(() => undefined);
  if (markup === undefined || openAddress !== address) return;
  if (markup === null) close(); else morph(dialog, markup);
}

addEventListener("ask-whether", (event) => { open(event.detail, true); });
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-dialog]")) return;
  event.preventDefault();
  open(event.target.getAttribute("action"));
});
document.addEventListener("click", (event) => {
  const beside = event.target === dialog && !dialog.querySelector("[data-asks]"); // a question wants an answer
  if (!beside && !event.target.closest("#dialog :is([data-do=close], [data-do=same])")) return;
  event.preventDefault();
  close();
});
dialog.addEventListener("close", () => { openAddress = ""; });
