// The room's television, which nobody taps. The server draws all scenes; this shows one after the other.
import "../../static/js/awake.js";
import { fit, shrink } from "../../static/js/fit.js";
import "../../static/js/announce.js";
import { isLate, live } from "../../static/js/live.js";
import { showTop } from "./upright.js";

const room = /** @type {HTMLElement} */ (document.getElementById("room"));
const sponsors = /** @type {HTMLElement} */ (document.getElementById("sponsors"));
const FETCH_EVERY = 30_000; // milliseconds
const REEL = 36; // names that run before the drawn one stands
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let at = 0; // the scene that is shown
let key = ""; // the moment to which the scenes belong
let drawn = ""; // the newest drawing that was shown
let turns = 0; // how many scenes were shown
let timer = 0;
let running = false; // whether names run
let step = 0; // of the names that run
let reelTimer = 0;

document.body.classList.add("led");

const listScenes = () => /** @type {HTMLElement[]} */ ([...room.querySelectorAll(".scene")]);

function show() {
  const scenes = listScenes();
  if (at >= scenes.length) at = 0;
  scenes.forEach((scene, number) => {
    scene.classList.toggle("now", number === at);
    scene.classList.toggle("running", running && scene.dataset.draws !== undefined);
  });
  room.dataset.beside = scenes[at]?.dataset.beside ?? "";
  const pictures = [...sponsors.querySelectorAll("img")];
  pictures.forEach((picture, number) => picture.classList.toggle("now", number === turns % pictures.length));
  room.classList.toggle("sponsored", pictures.length > 0);
  fit();
  shrink();
}

function wait() {
  clearTimeout(timer);
  const scenes = listScenes();
  if (scenes.length < 2 && !sponsors.firstElementChild) return;
  timer = setTimeout(() => {
    turns += 1;
    at += 1;
    show();
    wait();
  }, 1000 * Number(scenes[at]?.dataset.seconds ?? 15));
}

/** Let names run, slower and slower, until the drawn one stands. The log has drawn it before. */
function run() {
  const place = room.querySelector("[data-names]");
  const reel = room.querySelector(".reel span");
  const names = /** @type {string[]} */ (JSON.parse(place?.getAttribute("data-names") ?? "[]"));
  if (!reel || step === REEL || !names.length) {
    running = false;
    show();
    return;
  }
  reel.textContent = names[step % names.length];
  fit();
  step += 1;
  reelTimer = setTimeout(run, 50 * 1.05 ** step);
}

function findDraw() {
  const scenes = listScenes();
  const number = scenes.findIndex((scene) => scene.dataset.draws !== undefined);
  const draws = scenes[number]?.dataset.draws ?? "";
  const isNew = draws !== "" && draws !== drawn;
  drawn = draws;
  return isNew ? number : -1;
}

function follow() {
  const now = room.querySelector(".stage")?.getAttribute("data-key") ?? "";
  const draw = findDraw();
  const begins = now !== key;
  if (begins) [at, key] = [0, now];
  if (draw >= 0 && !isLate()) {
    at = draw;
    if (!calm.matches) {
      clearTimeout(reelTimer);
      [running, step] = [true, 0];
      run();
    }
  }
  show();
  if (!begins && draw < 0) return;
  showTop();
  wait();
}

room.addEventListener("error", (event) => { // a photo that another Pi has and does not send
  if (event.target instanceof HTMLImageElement) event.target.remove();
}, true);

setInterval(async () => {
  const answer = await fetch(String(sponsors.dataset.fetch)).catch(() => null);
  if (!answer?.ok) return;
  const markup = await answer.text();
  if (markup.trim() === sponsors.dataset.shown) return;
  sponsors.dataset.shown = markup.trim();
  sponsors.innerHTML = markup;
  show();
  wait();
}, FETCH_EVERY);

live(follow);
