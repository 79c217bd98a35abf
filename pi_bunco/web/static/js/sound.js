// Synthesised sounds: a struck bell and a buzzer, in patterns that people can tell apart without looking.
// Browsers stay silent until the first tap. Until then `needsTap` is true.
import { word } from "./words.js";

const KEY = "pi-bunco.mute";
/** @type {AudioContext | null} */
let context = null;
let muted = localStorage.getItem(KEY) === "yes";

export const isMuted = () => muted;
export const needsTap = () => !muted && context?.state !== "running";

/** @param {boolean} yes */
export function mute(yes) {
  muted = yes;
  localStorage.setItem(KEY, yes ? "yes" : "no");
}

/** Allow sounds. Browsers accept this only during a tap or a key press. */
export async function unlock() {
  context ??= new AudioContext();
  if (context.state !== "running") await context.resume();
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
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}

// A bell's partials: frequency (1 is the note's), loudness, length in seconds. The higher ones end sooner.
const PARTIALS = [[1, 0.22, 1.6], [2.01, 0.14, 1.1], [2.76, 0.1, 0.8], [5.4, 0.06, 0.35]];
const strike = (/** @type {number} */ at, frequency = 1046) =>
  PARTIALS.forEach(([ratio, loudness, length]) => playTone(frequency * ratio, at, length, { loudness }));
const buzz = (/** @type {number} */ at, /** @type {number} */ length, frequency = 392) =>
  playTone(frequency, at, length, { type: "sawtooth", loudness: 0.12 });

const PATTERNS = {
  tap: () => playTone(620, 0, 0.05, { type: "triangle", loudness: 0.12 }),
  refused: () => buzz(0, 0.18, 150),
  start: () => [0, 0.22].forEach((at) => strike(at)),
  end: () => [0, 0.45, 0.9].forEach((at) => strike(at, 784)),
  bunco: () => {
    [523, 659, 784, 1046].forEach((frequency, at) => buzz(at * 0.11, 0.16, frequency));
    [0.5, 0.72, 0.94].forEach((at) => strike(at, 1318));
  },
  drawn: () => [[0, 523], [0.12, 659], [0.24, 784], [0.36, 1046]].forEach(([at, note]) => strike(at, note)),
  doubt: () => [[0, 494], [0.24, 370]].forEach(([at, frequency]) => playTone(frequency, at, 0.26, { loudness: 0.2 })),
  again: () => [[0, 494, 0.16], [0.24, 370, 0.6]].forEach(([at, frequency, length]) =>
    playTone(frequency, at, length, { loudness: 0.2 })),
  over: () => [[0, 784], [0.3, 659], [0.6, 523], [0.95, 1046]].forEach(([at, note]) => strike(at, note)),
};

/** @param {keyof typeof PATTERNS} name */
export function play(name) {
  if (!muted && context?.state === "running") PATTERNS[name]();
}

// <sound-switch>: a button that turns the sound off and on, and shows when the browser waits for a tap.
customElements.define("sound-switch", class extends HTMLElement {
  button = Object.assign(document.createElement("button"), { className: "small", type: "button" });

  connectedCallback() {
    this.button.dataset.do = "mute";
    this.button.addEventListener("click", async () => {
      if (needsTap()) await unlock(); else mute(!isMuted());
      this.show();
    });
    document.addEventListener("click", () => unlock().then(() => this.show()));
    this.replaceChildren(this.button);
    this.show();
  }

  show() {
    const label = word(isMuted() ? "soundOn" : needsTap() ? "soundTap" : "soundOff");
    const icon = isMuted() || needsTap() ? "silent" : "sound";
    Object.assign(this.button, { title: label, ariaPressed: String(isMuted()) });
    this.button.setAttribute("aria-label", label);
    this.button.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#${icon}"/></svg>`;
  }
});
