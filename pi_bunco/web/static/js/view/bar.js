// The line on top: which table, set and round; how the camera does; sound and more.
import { html } from "../html.js";
import { icon } from "../dice.js";
import { isMuted, needsTap } from "../sound.js";
import { ofTable } from "../ways.js";

const ROUNDS = [1, 2, 3, 4, 5, 6];

export const bar = (s) => html`<header class="bar" data-key="bar">
  <b class="table">Table ${s.table}</b>
  <span class="set ${s.stage}">${part(s)}</span>
  <ol class="rounds" aria-label="Round ${s.round} of 6" ${s.need && html`hidden`}>${ROUNDS.map((round) => html`<li
    class="${state(s, round)}" ${state(s, round) === "on" && html`aria-current="step"`}>${round}</li>`)}</ol>
  <p class="told" role="status">${s.told}</p>
  <p class="camera ${s.camera.status}"><i></i><span>${camera(s.camera)}</span></p>
  <button class="small" data-do="mute" aria-pressed="${String(isMuted())}" aria-label="${soundLabel()}"
    title="${soundLabel()}">${icon(isMuted() || needsTap() ? "silent" : "sound")}</button>
  <button class="small" data-do="more" aria-label="More" title="More">${icon("more")}</button>
</header>`;

/** Which part of the night this is: a set of the game or of its semi-final. */
function part(s) {
  if (s.need) return "";
  const set = s.sets > 1 && html`Set ${s.set} <span class="of">of ${s.sets}</span>`;
  return s.stage === "semi_final" ? html`Semi-final${set && html`, ${set}`}` : set || `Set ${s.set}`;
}

function state(s, round) {
  if (round === s.round && s.phase !== "over") return "on";
  return round < s.round || s.phase === "over" ? "done" : "";
}

/** A mock table says so; otherwise what the camera does. What is wrong with it has a line of its own. */
const camera = ({ mock, status, says }) => (status === "trouble" ? "camera trouble" : mock && status === "live" ? "mock table" : says);

function soundLabel() {
  if (isMuted()) return "Turn the sound on";
  return needsTap() ? "Tap once for sound" : "Turn the sound off";
}

/** What is played outside the rounds, and why. */
export const occasion = (s) => s.need && s.phase !== "draw" && html`<p class="occasion" data-key="occasion"><b>${s.need.title}</b>
  <span>${s.need.text}${s.rest && ` ${s.rest} first.`}</span></p>`;

/** A camera's fault, in the room of a line; it leads to the camera's page, which says what to do. */
const blind = ({ status, says }) => status === "trouble" && html`<p class="banner" role="alert"
  data-key="blind">${icon("warn")}<a href="${ofTable("/camera")}"><b>${says}</b><span>What to do</span></a></p>`;

export const banners = (s) => [blind(s.camera), ...wrong(s)];

const wrong = (s) => s.banners.map((banner, at) => html`<p class="banner" role="alert"
  data-key="banner${at}">${icon("warn")}<span><b>${banner.text}</b> ${banner.remedy}</span></p>`);
