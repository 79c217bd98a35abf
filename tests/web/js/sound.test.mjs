import assert from "node:assert/strict";
import test from "node:test";
import { open, WORDS } from "./page.mjs";

/** A page with a sound system that notes the tones it is given: when they begin, how high they are, how they
    sound, when they end. */
function sounding(t) {
  const tones = [];
  class AudioContext { state = "suspended"; currentTime = 0; destination = {}; async resume() { this.state = "running"; } }
  class GainNode { gain = { linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} }; connect(to) { return to; } }
  class OscillatorNode {
    constructor(_, how) { this.how = how; }
    connect(to) { return to; }
    start(at) { this.begins = at; }
    stop(at) { tones.push([this.begins.toFixed(2), this.how.frequency.toFixed(0), this.how.type, at.toFixed(2)].join(" ")); }
  }
  const page = open(t, WORDS, { fakes: { AudioContext, GainNode, OscillatorNode } });
  return { ...page, tones, sound: page.run("sound") };
}
const NAMES = ["tap", "refused", "start", "end", "bunco", "drawn", "doubt", "again", "over"];

test("no sound before the first tap, and it says that it waits for one", async (t) => {
  const { sound, tones } = sounding(t);
  sound.play("end");
  assert.deepEqual(tones, []);
  assert.equal(sound.needsTap(), true);
  await sound.unlock();
  assert.equal(sound.needsTap(), false);
  sound.play("tap");
  assert.deepEqual(tones, ["0.00 620 triangle 0.05"]);
});

test("each sound differs from every other", async (t) => {
  const { sound, tones } = sounding(t);
  await sound.unlock();
  const all = NAMES.map((name) => { sound.play(name); return tones.splice(0).join(); });
  assert.ok(all.every(Boolean));
  assert.equal(new Set(all).size, NAMES.length);
});

test("the end's bell is struck three times, the start's twice", async (t) => {
  const { sound, tones } = sounding(t);
  const strokes = (name) => { sound.play(name); return new Set(tones.splice(0).map((tone) => tone.split(" ")[0])).size; };
  await sound.unlock();
  assert.deepEqual([strokes("end"), strokes("start")], [3, 2]);
});

test("a page whose sound is off stays silent, and its device remembers that", async (t) => {
  const { sound, tones, window } = sounding(t);
  await sound.unlock();
  sound.mute(true);
  sound.play("end");
  assert.deepEqual([tones.length, sound.isMuted(), window.localStorage.getItem("pi-bunco.mute")], [0, true, "yes"]);
  sound.mute(false);
  assert.deepEqual([sound.isMuted(), window.localStorage.getItem("pi-bunco.mute")], [false, "no"]);
});

test("the switch asks for a tap, then turns off, then on, and says what its next tap does", async (t) => {
  const page = sounding(t);
  page.document.body.append(page.document.createElement("sound-switch"));
  const button = page.one("sound-switch button");
  const said = [button.title];
  for (let tap = 0; tap < 3; tap += 1) {
    button.click();
    await page.wait();
    said.push(button.title);
  }
  assert.deepEqual(said, ["Tap", "Off", "On", "Off"]);
  assert.equal(button.getAttribute("aria-label"), "Off");
});

test("any tap on the page lets sounds begin, and the switch shows it", async (t) => {
  const page = sounding(t);
  page.document.body.append(page.document.createElement("sound-switch"));
  page.document.body.click();
  await page.wait();
  assert.equal(page.one("sound-switch button").title, "Off");
});
