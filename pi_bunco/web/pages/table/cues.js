// <page-cues cues="…">: alerts that everybody should see and hear once. Bell and bunco fill the screen for two
// seconds, one after the other. STOP stays while dice move.
import { isLate } from "../../static/js/live.js";
import { followRoom, play, speak, want } from "../../static/js/sound.js";
import "../../static/js/soundswitch.js";
import { die, word } from "../../static/js/words.js";

const SHOW_FOR = 2000; // milliseconds
const STOP_AT_MOST = 15000; // milliseconds, because a hand may rest on the mat
const MAX_WAITING = 3; // alerts: if more wait, only the newest are shown
const ONES = { dice: [1, 1, 1], boxes: null, image: null };
const alertBox = document.getElementById("alert");
/** @type {Shown[]} */
const queue = [];
/** @type {number | undefined} */
let timer;
let shownAt = 0; // milliseconds: when the visible alert appeared
let moving = false; // whether dice move
/** @type {number | null} */
let newest = null; // the id of the last alert
/** @type {Cues | null} */
let previous = null; // the cues that the page had last

/** Queue the new alerts, and play a sound for a new question. @param {Cues} cues */
function update(cues) {
  followRoom(cues.quiet, cues.horn, cues.clips);
  const late = isLate();
  const ids = cues.alerts.map((alert) => alert.id);
  if (newest === null || late) newest = Math.max(-1, ...ids);
  else if (previous?.game !== cues.game) newest = -1; // a new game counts its alerts from the start
  for (const alert of cues.alerts) {
    if (alert.id <= newest) continue;
    newest = alert.id;
    queue.push({ ...alert, dice: alert.kind === "bunco" ? cues.bunco : null, scores: alert.stop ? cues.scores : [] });
  }
  if (previous && !late) {
    if (cues.doubt !== previous.doubt && cues.doubt !== null) play("doubt");
    if (cues.again !== previous.again && cues.again !== null) play("again");
    if (cues.bell_in !== previous.bell_in && cues.bell_in !== null) play("tick");
    const { drawn } = previous;
    if (cues.game === previous.game && previous.draws) {
      const names = cues.drawn.flatMap((list, at) => list.slice(at ? 0 : drawn[0].length)
        .filter((name) => !at || !drawn[at].includes(name)));
      queue.push(...names.map((name) => makeDrawnAlert(name, cues.instead)));
    }
  }
  if (cues.doubt !== previous?.doubt) delete document.body.dataset.other; // a new question first shows the likely answers
  moving = cues.moving;
  previous = cues;
  want(Object.values(cues.lines));
  queue.splice(0, queue.length - MAX_WAITING);
  if (!timer) showNext();
}

/** Return the alert for a drawn name. @param {string} name @param {string} instead @returns {Shown} */
const makeDrawnAlert = (name, instead) => ({ id: "own", kind: "drawn", title: name, text: `${word("drawn")} ${instead}`.trim() });

function showNext() {
  clearTimeout(timer);
  timer = undefined;
  const alert = queue.shift();
  alertBox.hidden = !alert;
  if (!alert) { alertBox.replaceChildren(); return; }
  alertBox.dataset.kind = alert.kind;
  alertBox.dataset.id = String(alert.id);
  alertBox.dataset.stop = alert.stop ? "stop" : "";
  shownAt = performance.now();
  alertBox.replaceChildren(drawAlert(alert));
  speak([previous?.lines[alert.kind] ?? ""], play(alert.kind));
  timer = setTimeout(hideAlert, SHOW_FOR);
}

/** Hide the alert after its time, and show the next. STOP stays while dice move. */
function hideAlert() {
  if (alertBox.dataset.stop && moving && performance.now() - shownAt < STOP_AT_MOST) timer = setTimeout(hideAlert, 100);
  else showNext();
}

/** @param {string} tag @param {string} name @param {(Node | string)[]} inside */
const makeElement = (tag, name, ...inside) => {
  const element = Object.assign(document.createElement(tag), { className: name });
  element.append(...inside);
  return element;
};

/** @param {Shown} alert */
function drawAlert(alert) {
  const bell = makeElement("span", "ring");
  bell.innerHTML = '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#bell"/></svg>';
  const pictures = {
    bunco: () => [makeConfetti(), ...drawDice(alert)],
    wipe: () => drawDice({ ...alert, dice: ONES }),
    over: () => [makeConfetti()],
    drawn: () => [],
    start: () => [bell],
    end: () => [bell],
  };
  const scores = (alert.scores ?? []).map((score) => makeElement("b", "", String(score)));
  return makeElement("div", "shout", ...pictures[alert.kind](), makeElement("p", "title", alert.title),
    makeElement("p", "scores", ...scores), makeElement("p", "text", alert.text));
}

/** @param {Shown} alert */
function drawDice({ kind, image, dice: thrown }) {
  const name = image ?? thrown?.image;
  if (name) {
    const photo = document.createElement("mat-photo");
    photo.setAttribute("boxes", JSON.stringify(thrown?.boxes ?? []));
    photo.setAttribute("alt", word("dice"));
    photo.setAttribute("lost", word("lost"));
    photo.setAttribute("src", `/photos/${name}`);
    return [photo];
  }
  if (!thrown) return [];
  const row = makeElement("span", "dice");
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", thrown.dice.map((face) => word("faces").split(" ")[face - 1]).join(", "));
  row.append(...thrown.dice.map(die));
  for (const face of row.children) face.classList.add(kind === "wipe" ? "lost" : "hit");
  return [makeElement("div", "drawn", row)];
}

/** Return a copy of the page's falling pips. */
const makeConfetti = () => document.getElementById("confetti").content.cloneNode(true);

alertBox.addEventListener("click", showNext);

customElements.define("page-cues", class extends HTMLElement {
  static observedAttributes = ["cues"];

  attributeChangedCallback() { update(JSON.parse(this.getAttribute("cues"))); }
});
