// The staff's page. The server draws it; this script notes which photos people have seen, and one tap confirms those.
import { send } from "../../static/js/ask.js";
import "../../static/js/dialog.js";
import { live } from "../../static/js/live.js";
import "../../static/js/photo.js";

const LOOK = 500; // milliseconds for which a photo is on the screen before somebody has seen it
const BAR = 80; // pixels at the foot that the button may hide
const ALL = 0.9; // the share of the photo that must be on the screen

const own = document.getElementById("staff").dataset.code ?? "";
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("seen"));
/** @type {Set<string>} */ const seen = new Set(); // the keys of what was opened, or was on the screen with its photo
/** @type {Map<Element, number>} */ const looks = new Map(); // the photos on the screen that nobody has seen yet

/** Note that somebody has seen a claim. @param {Element} inside */
function noteSeen(inside) {
  const claim = inside.closest("[data-key]");
  if (!claim) return;
  seen.add(claim.dataset.key);
  show();
}

/** A photo that is still loading, or lost, shows nothing. @param {Element} photo */
function look(photo) {
  const picture = photo.querySelector("img");
  if (picture.complete && picture.naturalWidth && !document.hidden) noteSeen(photo);
  else if (photo.isConnected) looks.set(photo, setTimeout(look, LOOK, photo));
}

const watcher = new IntersectionObserver((entries) => {
  for (const { target, intersectionRatio } of entries) {
    clearTimeout(looks.get(target));
    looks.delete(target);
    if (intersectionRatio >= ALL) looks.set(target, setTimeout(look, LOOK, target));
  }
}, { threshold: ALL, rootMargin: `0px 0px -${BAR}px` });

/** Mark what was seen, and what this device has entered itself. */
function show() {
  const keys = [];
  for (const claim of document.querySelectorAll("[data-key]")) {
    const isOwn = own !== "" && claim.dataset.codes.split(" ").includes(own);
    const isSeen = seen.has(claim.dataset.key);
    claim.classList.toggle("seen", isSeen);
    claim.querySelector(".own").hidden = !isOwn;
    const button = /** @type {HTMLButtonElement | null} */ (claim.querySelector("[data-do=confirm]"));
    if (button) button.disabled = isOwn;
    if (isSeen && !isOwn) keys.push(claim.dataset.key);
  }
  if (!form) return;
  form.hidden = keys.length === 0;
  form.querySelector("button").disabled = form.hidden;
  form.querySelector("b").textContent = keys.length ? `(${keys.length})` : "";
  form.querySelector("div").replaceChildren(...keys.map((key) =>
    Object.assign(document.createElement("input"), { type: "hidden", name: "claims", value: key })));
}

document.addEventListener("submit", (event) => {
  const sent = event.target;
  if (sent.matches("[data-dialog]")) noteSeen(sent);
  if (sent.method !== "post") return;
  event.preventDefault();
  send(sent);
});

live(() => {
  for (const photo of document.querySelectorAll("[data-key] mat-photo")) watcher.observe(photo);
  show();
});
