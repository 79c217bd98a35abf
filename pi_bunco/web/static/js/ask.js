// Sends taps to the table one after the other, each once, and shows a message if the table refuses one. Every tap is a
// form. What the tap changes on the page comes later, with the stream's next blocks.
import { keepUntil } from "./leave.js";
import { say } from "./live.js";
import { play } from "./sound.js";
import { word } from "./words.js";

const MAX_WAIT = 15_000; // milliseconds to wait for an answer
const RETRY_AFTER = 1000; // milliseconds before a tap is sent again
const BUSY_AFTER = 300; // milliseconds until the page shows that a tap is being sent

let waiting = 0; // taps that are not answered yet
let newestRequest = ""; // address and fields of the newest tap
let newestResult = Promise.resolve(true); // whether the table has accepted it
let refusals = 0; // how many taps were refused
let busyTimer = 0;

const makeRandomText = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join("");
const pageName = makeRandomText(); // so that two pages never make the same token
const makeToken = () => `${pageName}.${makeRandomText()}`;

/** @param {string} address @param {URLSearchParams} body */
async function post(address, body) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), MAX_WAIT);
  try {
    return await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" },
      body,
      keepalive: true, // also if people leave the page before the answer
      signal: abort.signal,
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Return whether a tap may still count, although the answer does not say so. @param {Response | null} response */
async function isUnanswered(response) {
  if (!response) return true;
  if (response.ok) return false;
  const { unanswered = false } = await response.clone().json().catch(() => ({}));
  return unanswered;
}

/**
 * Send a tap, and send it again if no answer came, or if the table could not do it in time. With its token it counts
 * only once.
 * @param {string} address @param {URLSearchParams} body
 */
async function postOnce(address, body) {
  const response = await post(address, body).catch(() => null);
  if (!await isUnanswered(response)) return /** @type {Response} */ (response);
  await new Promise((resolve) => { setTimeout(resolve, RETRY_AFTER); });
  return post(address, body);
}

/**
 * Send a tap, and return the words of a refusal, `null` if the table has accepted it.
 * @param {string} address @param {URLSearchParams} body
 */
async function fetchRefusal(address, body) {
  let response;
  try {
    response = await postOnce(address, body);
  } catch {
    return [word("silent"), word("silentThen")];
  }
  if (response.ok) return null;
  const { error = word("failed"), remedy = word("again"), sheet: dialog } = await response.json().catch(() => ({}));
  if (dialog) dispatchEvent(new CustomEvent("ask-whether", { detail: dialog })); // asks people to confirm it
  return dialog ? [] : [error, remedy];
}

/**
 * Send a tap, unless an earlier tap was refused after people tapped this one. Return whether the table accepted it.
 * @param {number} refusalsBefore @param {string} address @param {URLSearchParams} body @param {HTMLFormElement} form
 */
async function sendNext(refusalsBefore, address, body, form) {
  const { said: message, then: dialog } = form.dataset;
  // A tap after a refused one is not sent: it was meant for a table that had accepted the first.
  const dropped = refusalsBefore !== refusals;
  const refusal = dropped ? [] : await fetchRefusal(address, body);
  if (refusal && !dropped) {
    refusals += 1;
    const sentences = [...refusal, ...(waiting > 1 ? [word("unsent")] : [])].join(" ");
    if (sentences) {
      play("refused");
      // The message at the foot would be under an open dialog. A dialog that asks again has its own place for it.
      const place = form.closest("dialog")?.querySelector("form-refusal");
      if (place) place.textContent = sentences; else say(sentences, true);
    }
  } else if (!refusal) {
    if (message) say(message);
    if (dialog) dispatchEvent(new CustomEvent("ask-whether", { detail: dialog }));
  }
  waiting -= 1;
  if (!waiting) showBusy(false);
  return !refusal;
}

/** @param {boolean} busy */
function showBusy(busy) {
  clearTimeout(busyTimer);
  if (busy) busyTimer = setTimeout(() => document.body.classList.add("sending"), BUSY_AFTER);
  else document.body.classList.remove("sending");
}

/** Send a form, and return whether the table accepted it. @param {HTMLFormElement} form */
export function send(form) {
  const address = form.getAttribute("action");
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const request = `${address} ${body}`;
  const button = !form.querySelector("dice-keypad"); // on a keypad, the same dice twice are two throws
  if (button && waiting && request === newestRequest) return newestResult; // a trembling finger taps twice
  if (!waiting) showBusy(true);
  waiting += 1;
  newestRequest = request;
  body.set("token", makeToken());
  const refusalsBefore = refusals;
  newestResult = newestResult.then(() => sendNext(refusalsBefore, address, body, form));
  keepUntil(newestResult);
  return newestResult;
}
