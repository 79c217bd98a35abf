// <page-cues cues="…">: what everybody should see and hear once. Bell and bunco fill the screen for two seconds,
// one after the other. STOP stays while dice move.
import { isLate } from "./live.js";
import { play } from "./sound.js";
import { die, word } from "./words.js";

const SHOWN = 2000; // milliseconds
const LONGEST = 15000; // milliseconds that STOP stays at most: a hand may rest there
const MOST = 3; // alerts that may wait: a page that fell behind shows what is new
const place = document.getElementById("alert");
const queue = [];
let timer = null;
let since = 0;
let moving = false;
let newest = null;
let before = null;

function take(cues) {
  const late = isLate();
  const ids = cues.alerts.map((alert) => alert.id);
  if (newest === null || late) newest = Math.max(-1, ...ids);
  else if (before.game !== cues.game) newest = -1; // a new game counts its alerts from the start
  for (const alert of cues.alerts) {
    if (alert.id <= newest) continue;
    newest = alert.id;
    queue.push({ ...alert, dice: alert.kind === "bunco" ? cues.bunco : null, scores: alert.stop ? cues.scores : [] });
  }
  if (before && !late) {
    if (cues.doubt !== before.doubt && cues.doubt !== null) play("doubt");
    if (cues.again !== before.again && cues.again !== null) play("again");
    if (cues.game === before.game && before.draws) {
      const drawn = cues.drawn.flatMap((names, at) => names.slice(at ? 0 : before.drawn[0].length)
        .filter((name) => !at || !before.drawn[at].includes(name)));
      queue.push(...drawn.map((name) => ({ id: "own", kind: "drawn", title: name, text: word("drawn") })));
    }
  }
  if (cues.doubt !== before?.doubt) delete document.body.dataset.other; // the next question begins with what is likely
  moving = cues.moving;
  before = cues;
  queue.splice(0, queue.length - MOST);
  if (!timer) next();
}

function next() {
  clearTimeout(timer);
  timer = null;
  const alert = queue.shift();
  place.hidden = !alert;
  if (!alert) { place.replaceChildren(); return; }
  place.dataset.kind = alert.kind;
  place.dataset.id = alert.id;
  place.dataset.stop = alert.stop ? "stop" : "";
  since = performance.now();
  place.replaceChildren(shout(alert));
  play(alert.kind);
  timer = setTimeout(end, SHOWN);
}

/** Show the page again. */
function end() {
  if (place.dataset.stop && moving && performance.now() - since < LONGEST) timer = setTimeout(end, 100);
  else next();
}

const made = (tag, name, ...inside) => {
  const element = Object.assign(document.createElement(tag), { className: name });
  element.append(...inside);
  return element;
};

function shout(alert) {
  const bell = made("span", "ring");
  bell.innerHTML = '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#bell"/></svg>';
  const picture = { bunco: () => [confetti(), ...dice(alert)], over: () => [confetti()], drawn: () => [] }[alert.kind] ?? (() => [bell]);
  const scores = (alert.scores ?? []).map((score) => made("b", "", score));
  return made("div", "shout", ...picture(), made("p", "title", alert.title), made("p", "scores", ...scores), made("p", "text", alert.text));
}

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
  row.childNodes.forEach((one) => one.classList.add("hit"));
  return [made("div", "drawn", row)];
}

/** Pips that rain down. The page has them ready. */
const confetti = () => document.getElementById("confetti").content.cloneNode(true);

place.addEventListener("click", next);

customElements.define("page-cues", class extends HTMLElement {
  static observedAttributes = ["cues"];

  attributeChangedCallback(_, __, cues) { take(JSON.parse(cues)); }
});
