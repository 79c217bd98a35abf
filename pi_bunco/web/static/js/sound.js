// The sounds of a page: a struck bell, an air horn and others, in patterns that people can tell apart without looking,
// and spoken lines after them. Browsers stay silent until the first tap. Until then `needsTap` is true.
import { readChoice, storeChoice } from "./choices.js";
import { fetchAhead, findClip, useFolder } from "./clips.js";

const MUTE = "mute";
const VOLUME = "volume";
const VOICE = "voice";
const LATEST = 1; // seconds: a line that could only begin later is not spoken
const GAP = 0.12; // seconds between two lines
const first = document.querySelector("sound-switch")?.dataset ?? {};

/** @type {AudioContext | null} */
let context = null;
/** @type {GainNode | null} */
let master = null;
let muted = (readChoice(MUTE) ?? first.muted) === "yes";
let volume = Number(readChoice(VOLUME) ?? 80); // percent
let voice = (readChoice(VOICE) ?? first.voice) === "yes";
/** @type {{quiet: boolean, horn: boolean}} */
let room = { quiet: false, horn: false }; // what the host has chosen
let spokenUntil = 0; // seconds on the context's clock
/** @type {string[]} */
let wanted = [];

export const isMuted = () => muted;
export const needsTap = () => !muted && context?.state !== "running";
export const getVolume = () => volume;
export const speaks = () => voice;
/** Return whether the page may make a sound now. */
export const isHeard = () => !muted && !room.quiet && context?.state === "running";

/** @param {boolean} yes */
export function mute(yes) {
  muted = yes;
  storeChoice(MUTE, yes ? "yes" : "no");
}

/** @param {number} percent */
export function setVolume(percent) {
  volume = percent;
  storeChoice(VOLUME, String(percent));
  if (master) master.gain.value = (percent / 100) ** 2; // steps that sound equal
}

/** @param {boolean} yes */
export function setVoice(yes) {
  voice = yes;
  storeChoice(VOICE, yes ? "yes" : "no");
  fetchWanted();
}

/** Follow what the host has chosen for all pages. @param {boolean} quiet @param {boolean} horn @param {string} clips */
export function followRoom(quiet, horn, clips) {
  room = { quiet, horn };
  useFolder(clips);
}

/** Fetch these lines ahead, as soon as the page may be heard. @param {string[]} lines */
export function want(lines) {
  wanted = lines;
  fetchWanted();
}

function fetchWanted() {
  if (context?.state === "running" && !muted) fetchAhead(context, [...Object.values(RECORDED), "horn", ...voice ? wanted : []]);
}

/** Allow sounds. Browsers accept this only during a tap or a key press, some of them always. */
export async function unlock() {
  if (!context) {
    context = new AudioContext();
    master = new GainNode(context, { gain: (volume / 100) ** 2 });
    master.connect(new DynamicsCompressorNode(context)).connect(context.destination);
  }
  if (context.state !== "running") await context.resume();
  fetchWanted();
}

/**
 * Play a tone. Times are in seconds, `at` from now.
 * @param {number} frequency @param {number} at @param {number} length
 * @param {{type?: OscillatorType, loudness?: number, attack?: number}} options
 */
function playTone(frequency, at, length, { type = "sine", loudness = 0.2, attack = 0.004 } = {}) {
  const audio = /** @type {AudioContext} */ (context); // `play` has checked this
  const start = audio.currentTime + at;
  const source = new OscillatorNode(audio, { type, frequency });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.linearRampToValueAtTime(loudness, start + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(gain).connect(/** @type {GainNode} */ (master));
  source.start(start);
  source.stop(start + length);
}

// A bell's partials: frequency (1 is the note's), loudness, length in seconds. The higher ones end sooner.
const PARTIALS = [[0.5, 0.07, 2], [1, 0.22, 1.6], [2.01, 0.14, 1.1], [2.76, 0.1, 0.8], [5.4, 0.06, 0.35]];
const strike = (/** @type {number} */ at, frequency = 1046) =>
  PARTIALS.forEach(([ratio, loudness, length]) => playTone(frequency * ratio, at, length, { loudness }));
const buzz = (/** @type {number} */ at, /** @type {number} */ length, frequency = 392) =>
  playTone(frequency, at, length, { type: "sawtooth", loudness: 0.12 });
// An air horn has a few reeds, which are never quite in tune.
const REEDS = [311, 313, 370, 466, 468];
const blow = (/** @type {number} */ at, /** @type {number} */ length) => REEDS.forEach((frequency) =>
  playTone(frequency, at, length, { type: "sawtooth", loudness: 0.1, attack: 0.05 }));

const PATTERNS = {
  tap: () => playTone(620, 0, 0.05, { type: "triangle", loudness: 0.12 }),
  refused: () => buzz(0, 0.18, 150),
  start: () => [0, 0.22].forEach((at) => strike(at)),
  end: () => [0, 0.45, 0.9].forEach((at) => strike(at, 784)),
  horn: () => { blow(0, 0.35); blow(0.4, 1.4); },
  bunco: () => {
    [523, 659, 784, 1046].forEach((frequency, at) => buzz(at * 0.11, 0.16, frequency));
    [0.5, 0.72, 0.94].forEach((at) => strike(at, 1318));
  },
  wipe: () => [659, 587, 494, 370].forEach((frequency, at) => buzz(at * 0.2, at < 3 ? 0.22 : 0.9, frequency)),
  drawn: () => [[0, 523], [0.12, 659], [0.24, 784], [0.36, 1046]].forEach(([at, note]) => strike(at, note)),
  tick: () => playTone(880, 0, 0.12, { type: "triangle", loudness: 0.25 }),
  doubt: () => [[0, 494], [0.24, 370]].forEach(([at, frequency]) => playTone(frequency, at, 0.26, { loudness: 0.2 })),
  again: () => [[0, 494, 0.16], [0.24, 370, 0.6]].forEach(([at, frequency, length]) =>
    playTone(frequency, at, length, { loudness: 0.2 })),
  over: () => [[0, 784], [0.3, 659], [0.6, 523], [0.95, 1046]].forEach(([at, note]) => strike(at, note)),
};
/** The recordings that a host may have in place of a pattern. @type {Record<string, string>} */
const RECORDED = { start: "bell-start", end: "bell-end", bunco: "bunco-sound", drawn: "drawn-sound", tick: "tick" };
/** How long a line waits for the sound before it, in seconds. @type {Record<string, number>} */
const LEAD = { start: 0.8, end: 1.4, horn: 1.7, bunco: 1.3, drawn: 0.8, over: 1.4 };

/** @param {AudioBuffer} buffer @param {number} at seconds on the context's clock */
function playClip(buffer, at) {
  const audio = /** @type {AudioContext} */ (context);
  const source = new AudioBufferSourceNode(audio, { buffer });
  source.connect(/** @type {GainNode} */ (master));
  source.start(at);
}

/** Play a sound. Return for how many seconds a line waits for it. @param {keyof typeof PATTERNS} name */
export function play(name) {
  if (!isHeard()) return 0;
  const chosen = name === "end" && room.horn ? "horn" : name;
  const clip = findClip(RECORDED[chosen] ?? chosen);
  if (!clip) PATTERNS[chosen]();
  else playClip(clip, /** @type {AudioContext} */ (context).currentTime);
  return clip?.duration ?? LEAD[chosen] ?? 0;
}

/**
 * Speak lines one after the other, `after` so many seconds. Lines that are not there are left out, and so are all if
 * others are still spoken then.
 * @param {string[]} lines @param {number} [after]
 */
export function speak(lines, after = 0) {
  if (!isHeard() || !voice) return;
  const planned = /** @type {AudioContext} */ (context).currentTime + after;
  if (spokenUntil > planned + LATEST) return;
  spokenUntil = Math.max(spokenUntil, planned);
  for (const line of lines) {
    const clip = findClip(line);
    if (!clip) continue;
    playClip(clip, spokenUntil);
    spokenUntil += clip.duration + GAP;
  }
}

if (!muted && "atStart" in first) unlock(); // on a screen that nobody taps: some browsers allow it
