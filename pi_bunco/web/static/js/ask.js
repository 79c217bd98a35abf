// Sends taps to the table, in order and each once. A refusal is shown. Every tap is a form, and its result comes with
// the next blocks.
import { say } from "./live.js";
import { play } from "./sound.js";
import { word } from "./words.js";

const PATIENCE = 15_000; // milliseconds until an answer is not waited for any more
const PAUSE = 1000; // and until a tap is sent once more
const SIGN = 300; // and until the page shows that a tap is on its way

let waiting = 0; // taps on their way
let newest = ""; // the last of them, as text
let last = Promise.resolve(true);
let refusals = 0;
let sign = 0;

const random = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join("");
const page = random(); // taps of one page are told from those of another
const token = () => `${page}.${random()}`;

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

/** A form with a token counts once however often it is sent, so it is sent again if no answer came. */
async function postOnce(address, body) {
  try {
    return await post(address, body);
  } catch {
    await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
    return post(address, body);
  }
}

/** Return the words of a refusal, nothing if the table took the tap. */
async function refusal(address, body) {
  let response;
  try {
    response = await postOnce(address, body);
  } catch {
    return [word("silent"), word("silentThen")];
  }
  if (response.ok) return null;
  const { error = word("failed"), remedy = word("again"), sheet } = await response.json().catch(() => ({}));
  if (sheet) dispatchEvent(new CustomEvent("ask-whether", { detail: sheet })); // what would follow, to be confirmed
  return sheet ? [] : [error, remedy];
}

async function one(known, address, body, { said, then }) {
  // After a refusal, later taps are dropped: they were meant for a table that took the tap before.
  const refused = known !== refusals ? [] : await refusal(address, body);
  if (refused) {
    if (known === refusals) refusals += 1;
    if (refused.length) {
      play("refused");
      say([...refused, ...(waiting > 1 ? [word("unsent")] : [])].join(" "), true);
    }
  } else {
    if (said) say(said);
    if (then) dispatchEvent(new CustomEvent("ask-whether", { detail: then })); // what it leaves to be looked at
  }
  waiting -= 1;
  if (!waiting) show(false);
  return !refused;
}

function show(busy) {
  clearTimeout(sign);
  if (busy) sign = setTimeout(() => document.body.classList.add("sending"), SIGN);
  else document.body.classList.remove("sending");
}

/** Send a form; return whether the table took it. */
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
