// <room-sounds cues="…">: what a page about the whole room makes heard. The server draws it with the page's other
// blocks, so a sound comes with its picture. What was there when the page was opened is not heard again.
import { isLate } from "./live.js";
import { followRoom, play, speak, want } from "./sound.js";
import "./soundswitch.js";

const MINUTE = 60_000; // milliseconds
const SECONDS = 5; // the last seconds, which are counted
const NAMES_RUN = 8000; // milliseconds: the longest time in which names run on the television

/** @type {Announcements | null} */
let previous = null;
/** @type {number[]} */
let ticks = [];

/** @param {Announcement[]} fresh */
function hear(fresh) {
  const effects = new Set(fresh.map((each) => each.effect).filter((effect) => effect !== ""));
  const lead = Math.max(0, ...Array.from(effects, (effect) => play(effect)));
  speak(fresh.flatMap((each) => each.lines), lead);
}

/** Wait until a drawn name stands on the television, where names run before. @param {Announcement[]} drawn */
function hearDrawn(drawn, waited = 0) {
  if (waited < NAMES_RUN && document.querySelector(".scene.running")) setTimeout(() => hearDrawn(drawn, waited + 100), 100);
  else hear(drawn);
}

/** Count the last seconds of a break. @param {boolean} runs whether its last minute runs */
function countBreak(runs) {
  ticks.forEach(clearTimeout);
  ticks = [];
  for (let left = 1; runs && left <= SECONDS; left += 1) ticks.push(setTimeout(() => play("tick"), MINUTE - 1000 * left));
}

/** Return the lines that may be spoken in this room, the likely ones first. @param {Announcements} cues */
function listLines({ tables, sets }) {
  const number = (/** @type {string} */ name, /** @type {number} */ most) => Array.from({ length: most }, (_, at) => `${name}-${at + 1}`);
  const atTables = (/** @type {string} */ name) => tables > 1 ? number(name, tables) : [name];
  return [
    "welcome", ...number("round", 6), ...atTables("bunco"), ...number("round-over", 6), "seats", ...atTables("roll-off"),
    "break", "next-round", "drawing", "drawn", "set-tied", "place", "game-over", "awards", "thank-you", "semi-final", "final",
    ...sets > 1 ? number("set", sets) : [],
  ];
}

/** @param {Announcements} cues */
function update(cues) {
  followRoom(cues.quiet, cues.horn, cues.clips);
  const screen = /** @type {HTMLElement | null} */ (document.querySelector("[data-language]"));
  if (screen && screen.dataset.language !== cues.language) location.reload(); // nobody taps it: it follows the room's language
  if (previous && !isLate()) {
    const known = new Set(previous.now.map(({ key }) => key));
    const fresh = cues.now.filter(({ key }) => !known.has(key));
    hear(fresh.filter(({ effect }) => effect !== "drawn"));
    const drawn = fresh.filter(({ effect }) => effect === "drawn");
    if (drawn.length) setTimeout(() => hearDrawn(drawn)); // after the page has begun to let names run
    if (cues.bell_in !== previous.bell_in && cues.bell_in !== null) play("tick");
  }
  if (cues.last_minute !== previous?.last_minute) countBreak(cues.last_minute && previous !== null && !isLate());
  previous = cues;
  want(listLines(cues));
}

customElements.define("room-sounds", class extends HTMLElement {
  static observedAttributes = ["cues"];

  attributeChangedCallback() { update(JSON.parse(this.getAttribute("cues"))); }
});
