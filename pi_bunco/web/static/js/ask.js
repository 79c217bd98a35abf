// Sends taps to the table one after the other, each once, and says so when the table refuses one. Every tap is a form;
// what it changes comes with the next blocks.
import { say } from "./live.js";
import { play } from "./sound.js";
import { word } from "./words.js";

const PATIENCE = 15_000; // milliseconds to wait for an answer
const PAUSE = 1000; // milliseconds before a tap is sent again
const SIGN = 300; // milliseconds before the page shows that a tap is on its way

let waiting = 0; // taps on their way
let newest = ""; // the last of them, as text
let last = Promise.resolve(true);
let refusals = 0;
let sign = 0;

const random = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join("");
const page = random(); // so that two pages never make the same token
const token = () => `${page}.${random()}`;

/** @param {string} address @param {URLSearchParams} body */
async function post(address, body) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    return await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" },
      body,
      signal: patience.signal,
    });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Send a tap, and send it again if no answer came: its token makes it count once.
 * @param {string} address @param {URLSearchParams} body
 */
async function postOnce(address, body) {
  try {
    return await post(address, body);
  } catch {
    await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
    return post(address, body);
  }
}

/**
 * Return the words of a refusal; `null` where the table took the tap.
 * @param {string} address @param {URLSearchParams} body
 */
async function refusal(address, body) {
  let response;
  try {
    response = await postOnce(address, body);
  } catch {
    return [word("silent"), word("silentThen")];
  }
  if (response.ok) return null;
  const { error = word("failed"), remedy = word("again"), sheet } = await response.json().catch(() => ({}));
  if (sheet) dispatchEvent(new CustomEvent("ask-whether", { detail: sheet })); // asks people to confirm it
  return sheet ? [] : [error, remedy];
}

/** @param {number} known @param {string} address @param {URLSearchParams} body @param {DOMStringMap} after */
async function one(known, address, body, { said, then }) {
  // A tap after a refused one was meant for a table that had taken that.
  const refused = known !== refusals ? [] : await refusal(address, body);
  if (refused) {
    if (known === refusals) refusals += 1;
    if (refused.length) {
      play("refused");
      say([...refused, ...(waiting > 1 ? [word("unsent")] : [])].join(" "), true);
    }
  } else {
    if (said) say(said);
    if (then) dispatchEvent(new CustomEvent("ask-whether", { detail: then })); // something to look at afterwards
  }
  waiting -= 1;
  if (!waiting) show(false);
  return !refused;
}

/** @param {boolean} busy */
function show(busy) {
  clearTimeout(sign);
  if (busy) sign = setTimeout(() => document.body.classList.add("sending"), SIGN);
  else document.body.classList.remove("sending");
}

/** Send a form; return whether the table took it. @param {HTMLFormElement} form */
export function send(form) {
  const address = form.getAttribute("action");
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const asked = `${address} ${body}`;
  const button = !form.querySelector("dice-keypad"); // two equal throws are two
  if (button && waiting && asked === newest) return last; // a finger that trembles
  if (!waiting) show(true);
  waiting += 1;
  newest = asked;
  body.set("token", token());
  const known = refusals;
  last = last.then(() => one(known, address, body, form.dataset));
  return last;
}
