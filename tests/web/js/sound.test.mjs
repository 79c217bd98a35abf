import assert from "node:assert/strict";
import test from "node:test";
import { openPage, WORDS } from "./page.mjs";

/** Open a page that records its tones: start in seconds, frequency, waveform and end. */
function openSound(t) {
  const tones = [];
  class AudioContext { state = "suspended"; currentTime = 0; destination = {}; async resume() { this.state = "running"; } }
  class GainNode { gain = { linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} }; connect(to) { return to; } }
  class OscillatorNode {
    constructor(_, options) { this.options = options; }
    connect(to) { return to; }
    start(at) { this.startTime = at; }
    stop(at) { tones.push([this.startTime.toFixed(2), this.options.frequency.toFixed(0), this.options.type, at.toFixed(2)].join(" ")); }
  }
  const page = openPage(t, WORDS, { fakes: { AudioContext, GainNode, OscillatorNode } });
  return { ...page, tones, sound: page.run("sound") };
}
const NAMES = ["tap", "refused", "start", "end", "bunco", "drawn", "doubt", "again", "over"];

test("there is no sound before the first tap, and `needsTap` is true until then", async (t) => {
  const { sound, tones } = openSound(t);
  sound.play("end");
  assert.deepEqual(tones, []);
  assert.equal(sound.needsTap(), true);
  await sound.unlock();
  assert.equal(sound.needsTap(), false);
  sound.play("tap");
  assert.deepEqual(tones, ["0.00 620 triangle 0.05"]);
});

test("all sounds are different", async (t) => {
  const { sound, tones } = openSound(t);
  await sound.unlock();
  const patterns = NAMES.map((name) => { sound.play(name); return tones.splice(0).join(); });
  assert.ok(patterns.every(Boolean));
  assert.equal(new Set(patterns).size, NAMES.length);
});

test("the bell is struck three times at the end of a round and twice at its start", async (t) => {
  const { sound, tones } = openSound(t);
  const countStrokes = (name) => { sound.play(name); return new Set(tones.splice(0).map((tone) => tone.split(" ")[0])).size; };
  await sound.unlock();
  assert.deepEqual([countStrokes("end"), countStrokes("start")], [3, 2]);
});

test("a muted page is silent, and the device stores this choice", async (t) => {
  const { sound, tones, window } = openSound(t);
  await sound.unlock();
  sound.mute(true);
  sound.play("end");
  assert.deepEqual([tones.length, sound.isMuted(), window.localStorage.getItem("pi-bunco.mute")], [0, true, "yes"]);
  sound.mute(false);
  assert.deepEqual([sound.isMuted(), window.localStorage.getItem("pi-bunco.mute")], [false, "no"]);
});

test("the switch shows what its next tap does: allow sounds, turn them off, turn them on", async (t) => {
  const page = openSound(t);
  page.document.body.append(page.document.createElement("sound-switch"));
  const button = page.find("sound-switch button");
  const titles = [button.title];
  for (let tap = 0; tap < 3; tap += 1) {
    button.click();
    await page.wait();
    titles.push(button.title);
  }
  assert.deepEqual(titles, ["Tap", "Off", "On", "Off"]);
  assert.equal(button.getAttribute("aria-label"), "Off");
});

test("any tap on the page allows sounds, and the switch shows it", async (t) => {
  const page = openSound(t);
  page.document.body.append(page.document.createElement("sound-switch"));
  page.document.body.click();
  await page.wait();
  assert.equal(page.find("sound-switch button").title, "Off");
});
