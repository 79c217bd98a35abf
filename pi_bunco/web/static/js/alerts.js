// Bell and bunco take the whole screen for two seconds, one after the other, each once; then they give it back.
import { html, morph } from "./html.js";
import { icon, row } from "./dice.js";
import { play } from "./sound.js";

const SHOWN = 2000; // milliseconds
const LONGEST = 15000; // milliseconds that STOP stays at most
const PIPS = 42;
const MOST = 3; // alerts that may wait: a page that fell behind shows what is new
const place = document.getElementById("alert");
const queue = [];
let timer = null;
let newest = null;
let moving = false;
let since = 0;
let game = null;

/** Learn of a snapshot's alerts; `late` ones (the page comes back, or has just begun) are not shown. */
export function notice(snapshot, late) {
  const ids = snapshot.alerts.map((alert) => alert.id);
  if (newest === null || late) newest = Math.max(-1, ...ids);
  else if (game !== snapshot.game) newest = -1; // a new game counts its alerts from the start
  game = snapshot.game;
  moving = snapshot.moving;
  for (const alert of snapshot.alerts) {
    if (alert.id <= newest) continue;
    newest = alert.id;
    queue.push({ ...alert, dice: alert.kind === "bunco" ? threeOf(snapshot) : null, target: snapshot.target });
  }
  queue.splice(0, queue.length - MOST);
  if (!timer) next();
}

/** Show something that this page alone has noticed, such as a name that was drawn. */
export function shout(alert) {
  queue.push({ id: "own", ...alert });
  if (!timer) next();
}

function threeOf(snapshot) {
  const bunco = [...snapshot.course].reverse().find((thrown) => thrown.kind === "bunco") ?? snapshot.last;
  return bunco && { dice: bunco.dice, boxes: bunco.boxes, image: bunco.image };
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
  morph(place, markup(alert));
  play(alert.kind);
  timer = setTimeout(end, SHOWN);
}

/** Give the screen back; STOP stays while dice move, but not for ever, since a hand may rest there. */
function end() {
  if (place.dataset.stop && moving && performance.now() - since < LONGEST) {
    timer = setTimeout(end, 100);
  } else next();
}

const markup = (alert) => html`<div data-key="alert${alert.id}" class="shout">
  ${LOOK[alert.kind]?.(alert) ?? html`<span class="ring">${icon("bell")}</span>`}
  <p class="title">${alert.title}</p>
  <p class="text">${alert.text}</p>
</div>`;

const LOOK = {
  bunco: (alert) => [confetti(alert.id), picture(alert)],
  drawn: () => "",
};

function picture(alert) {
  const image = alert.image ?? alert.dice?.image;
  if (image) {
    const boxes = JSON.stringify(alert.dice?.boxes ?? []);
    return html`<mat-photo src="/photos/${image}" boxes="${boxes}" alt="The three dice"></mat-photo>`;
  }
  return alert.dice ? html`<div class="drawn">${row(alert.dice.dice, [true, true, true])}</div>` : "";
}

/** Pips that rain down. Where motion is reduced, the style sheet leaves them out. */
function confetti(seed) {
  return html`<div class="confetti" aria-hidden="true">${Array.from({ length: PIPS }, (_, at) => {
    const chance = (salt) => Math.abs(Math.sin((at + 1) * 12.9898 + salt * 78.233 + seed) * 43758.5453) % 1;
    return html`<i style="left:${(chance(1) * 100).toFixed(1)}%;animation-delay:${(chance(2) * 0.5).toFixed(2)}s;
      --size:${(0.7 + chance(3) * 1.5).toFixed(2)}rem;--drift:${(chance(4) * 20 - 10).toFixed(1)}vw"></i>`;
  })}</div>`;
}

place.addEventListener("click", next);
