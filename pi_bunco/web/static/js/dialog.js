// Dialogs: a form with `data-dialog` opens one over the page, and it is kept up to date while it is open. Safari has
// <dialog> since 15.4; older versions show a box while it has `open`.
import { say } from "./live.js";
import { morph } from "./morph.js";
import { word } from "./words.js";

const dialog = document.getElementById("dialog");
let openAddress = ""; // of the open dialog

export const isOpen = () => dialog.hasAttribute("open");

/** Return the markup of a dialog, `null` if it no longer exists. @param {string} address */
async function fetchDialog(address) {
  const response = await fetch(address, { headers: { "X-Dialog": "yes" } });
  return response.ok ? response.text() : null;
}

/** @param {string} address */
async function open(address) {
  openAddress = address;
  const markup = await fetchDialog(address).catch(() => undefined);
  if (openAddress !== address) return; // another dialog was opened meanwhile
  if (markup === undefined) say(`${word("silent")} ${word("again")}`, true);
  if (!markup) { close(); return; }
  morph(dialog, markup);
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

addEventListener("ask-whether", (event) => { open(event.detail); });
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-dialog]")) return;
  event.preventDefault();
  open(event.target.getAttribute("action"));
});
document.addEventListener("click", (event) => {
  if (event.target !== dialog && !event.target.closest("#dialog :is([data-do=close], [data-do=same])")) return; // a tap beside the dialog closes it
  event.preventDefault();
  close();
});
dialog.addEventListener("close", () => { openAddress = ""; });
