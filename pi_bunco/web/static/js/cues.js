// <page-cues cues="…">: what everybody should see and hear once. Bell and bunco fill the screen for two seconds, one
// after the other. STOP stays while dice move.
import { isLate } from "./live.js";
import { play } from "./sound.js";
import { die, word } from "./words.js";

const SHOWN = 2000; // milliseconds
const LONGEST = 15000; // milliseconds that STOP stays at most: a hand may rest on the mat
const MOST = 3; // alerts that may wait: a page that fell behind shows the newest
const place = document.getElementById("alert");
/** @type {Shown[]} */
const queue = [];
/** @type {number | undefined} */
let timer;
let since = 0;
let moving = false;
/** @type {number | null} */
let newest = null; // the id of the last alert
/** @type {Cues | null} */
let before = null;

/** @param {Cues} cues */
function take(cues) {
  const late = isLate();
  const ids = cues.alerts.map((alert) => alert.id);
  if (newest === null || late) newest = Math.max(-1, ...ids);
  else if (before?.game !== cues.game) newest = -1; // a new game counts its alerts from the start
  for (const alert of cues.alerts) {
    if (alert.id <= newest) continue;
    newest = alert.id;
    queue.push({ ...alert, dice: alert.kind === "bunco" ? cues.bunco : null, scores: alert.stop ? cues.scores : [] });
  }
  if (before && !late) {
    if (cues.doubt !== before.doubt && cues.doubt !== null) play("doubt");
    if (cues.again !== before.again && cues.again !== null) play("again");
    const { drawn } = before;
    if (cues.game === before.game && before.draws) {
      const names = cues.drawn.flatMap((list, at) => list.slice(at ? 0 : drawn[0].length)
        .filter((name) => !at || !drawn[at].includes(name)));
      queue.push(...names.map(named));
    }
  }
  if (cues.doubt !== before?.doubt) delete document.body.dataset.other; // a new question shows the likely answers first
  moving = cues.moving;
  before = cues;
  queue.splice(0, queue.length - MOST);
  if (!timer) next();
}

/** @param {string} name @returns {Shown} */
const named = (name) => ({ id: "own", kind: "drawn", title: name, text: word("drawn") });

function next() {
  clearTimeout(timer);
  timer = undefined;
  const alert = queue.shift();
  place.hidden = !alert;
  if (!alert) { place.replaceChildren(); return; }
  place.dataset.kind = alert.kind;
  place.dataset.id = String(alert.id);
  place.dataset.stop = alert.stop ? "stop" : "";
  since = performance.now();
  place.replaceChildren(shout(alert));
  play(alert.kind);
  timer = setTimeout(end, SHOWN);
}

/** Give the screen back. */
function end() {
  if (place.dataset.stop && moving && performance.now() - since < LONGEST) timer = setTimeout(end, 100);
  else next();
}

/** @param {string} tag @param {string} name @param {(Node | string)[]} inside */
const made = (tag, name, ...inside) => {
  const element = Object.assign(document.createElement(tag), { className: name });
  element.append(...inside);
  return element;
};

/** @param {Shown} alert */
function shout(alert) {
  const bell = made("span", "ring");
  bell.innerHTML = '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#bell"/></svg>';
  const pictures = {
    bunco: () => [confetti(), ...dice(alert)], over: () => [confetti()], drawn: () => [], start: () => [bell], end: () => [bell],
  };
  const scores = (alert.scores ?? []).map((score) => made("b", "", String(score)));
  return made("div", "shout", ...pictures[alert.kind](), made("p", "title", alert.title), made("p", "scores", ...scores),
    made("p", "text", alert.text));
}

/** @param {Shown} alert */
function dice({ image, dice: shown }) {
  const name = image ?? shown?.image;
  if (name) {
    const photo = document.createElement("mat-photo");
    photo.setAttribute("boxes", JSON.stringify(shown?.boxes ?? []));
    photo.setAttribute("alt", word("dice"));
    photo.setAttribute("lost", word("lost"));
    photo.setAttribute("src", `/photos/${name}`);
    return [photo];
  }
  if (!shown) return [];
  const row = made("span", "dice");
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", shown.dice.map((face) => word("faces").split(" ")[face - 1]).join(", "));
  row.append(...shown.dice.map(die));
  for (const one of row.children) one.classList.add("hit");
  return [made("div", "drawn", row)];
}

/** Return a copy of the page's falling pips. */
const confetti = () => document.getElementById("confetti").content.cloneNode(true);

place.addEventListener("click", next);

customElements.define("page-cues", class extends HTMLElement {
  static observedAttributes = ["cues"];

  attributeChangedCallback() { take(JSON.parse(this.getAttribute("cues"))); }
});
