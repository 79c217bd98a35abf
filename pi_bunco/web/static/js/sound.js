// Synthesised sounds: a bell and a buzzer, in patterns that are easy to tell apart.
// Browsers stay silent until the first tap; `needsTap` says so.
import { word } from "./words.js";

const KEY = "pi-bunco.mute";
let context = null;
let muted = localStorage.getItem(KEY) === "yes";

export const isMuted = () => muted;
export const needsTap = () => !muted && context?.state !== "running";

export function mute(yes) {
  muted = yes;
  localStorage.setItem(KEY, yes ? "yes" : "no");
}

/** Call this on a tap or a key, when the browser allows sounds to start. */
export async function unlock() {
  context ??= new AudioContext();
  if (context.state !== "running") await context.resume();
}

/**
 * @param {number} frequency @param {number} at @param {number} length
 * @param {{type?: OscillatorType, loud?: number, soft?: number}} how
 */
function tone(frequency, at, length, { type = "sine", loud = 0.2, soft = 0.004 } = {}) {
  const start = context.currentTime + at;
  const source = new OscillatorNode(context, { type, frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.linearRampToValueAtTime(loud, start + soft);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}

// The partials of a bell are not whole multiples, and the higher ones fade sooner.
const PARTIALS = [[1, 0.22, 1.6], [2.01, 0.14, 1.1], [2.76, 0.1, 0.8], [5.4, 0.06, 0.35]];
const strike = (at, frequency = 1046) =>
  PARTIALS.forEach(([ratio, loud, length]) => tone(frequency * ratio, at, length, { loud }));
const buzz = (at, length, frequency = 392) => tone(frequency, at, length, { type: "sawtooth", loud: 0.12 });

const PATTERNS = {
  tap: () => tone(620, 0, 0.05, { type: "triangle", loud: 0.12 }),
  refused: () => buzz(0, 0.18, 150),
  start: () => [0, 0.22].forEach((at) => strike(at)),
  end: () => [0, 0.45, 0.9].forEach((at) => strike(at, 784)),
  bunco: () => {
    [523, 659, 784, 1046].forEach((frequency, at) => buzz(at * 0.11, 0.16, frequency));
    [0.5, 0.72, 0.94].forEach((at) => strike(at, 1318));
  },
  drawn: () => [[0, 523], [0.12, 659], [0.24, 784], [0.36, 1046]].forEach(([at, note]) => strike(at, note)),
  doubt: () => [[0, 494], [0.24, 370]].forEach(([at, frequency]) => tone(frequency, at, 0.26, { loud: 0.2 })),
  again: () => [[0, 494, 0.16], [0.24, 370, 0.6]].forEach(([at, note, length]) => tone(note, at, length, { loud: 0.2 })),
  over: () => [[0, 784], [0.3, 659], [0.6, 523], [0.95, 1046]].forEach(([at, note]) => strike(at, note)),
};

export function play(name) {
  if (!muted && context?.state === "running") PATTERNS[name]();
}

// <sound-switch>: the button that turns the sound off and on, and says when the browser waits for a tap.
customElements.define("sound-switch", class extends HTMLElement {
  connectedCallback() {
    this.button = Object.assign(document.createElement("button"), { className: "small", type: "button" });
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
    const says = word(isMuted() ? "soundOn" : needsTap() ? "soundTap" : "soundOff");
    const icon = isMuted() || needsTap() ? "silent" : "sound";
    Object.assign(this.button, { title: says, ariaPressed: String(isMuted()) });
    this.button.setAttribute("aria-label", says);
    this.button.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#${icon}"/></svg>`;
  }
});
