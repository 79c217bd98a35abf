import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy, WORDS } from "./page.mjs";

/**
 * Open a page that records its tones (start in seconds, frequency, waveform and end) and its recordings.
 * `clips`: how long each recording is in seconds, by its address. `lost`: how many requests get no answer at first.
 */
function openSound(t, { clips = {}, own = {}, body = "", storage = {}, lost = 0 } = {}) {
  const tones = [];
  const clipsPlayed = [];
  class AudioContext {
    state = "suspended"; currentTime = 0; destination = {};
    async resume() { this.state = "running"; }
    async decodeAudioData(data) { return { name: data, duration: clips[data] }; }
  }
  class GainNode {
    gain = { linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
    constructor(_, { gain }) { this.gain.value = gain; gains.push(this.gain); }
    connect(to) { return to; }
  }
  const gains = [];
  class DynamicsCompressorNode { connect(to) { return to; } }
  class OscillatorNode {
    constructor(_, options) { this.options = options; }
    connect(to) { return to; }
    start(at) { this.startTime = at; }
    stop(at) { tones.push([this.startTime.toFixed(2), this.options.frequency.toFixed(0), this.options.type, at.toFixed(2)].join(" ")); }
  }
  class AudioBufferSourceNode {
    constructor(_, { buffer }) { this.buffer = buffer; }
    connect(to) { return to; }
    start(at) { clipsPlayed.push([this.buffer.name.replace(/^.voice.|.mp3$/g, ""), Number(at.toFixed(2))]); }
  }
  let unanswered = lost;
  const fetch = spy(async (address) => {
    if (unanswered > 0) { unanswered -= 1; throw new TypeError("no network"); }
    return address === "/sounds" ? { json: async () => own } : { ok: address in clips, arrayBuffer: async () => address };
  });
  const contexts = [];
  class NotedContext extends AudioContext { constructor() { super(); contexts.push(this); } }
  const fakes = { AudioContext: NotedContext, GainNode, DynamicsCompressorNode, OscillatorNode, AudioBufferSourceNode, fetch };
  const page = openPage(t, `${body}${WORDS}`, { fakes });
  for (const [key, value] of Object.entries(storage)) page.window.localStorage.setItem(key, value);
  return { ...page, tones, clipsPlayed, contexts, fetch, gains, sound: page.run("sound") };
}
const NAMES = ["tap", "refused", "start", "end", "horn", "bunco", "drawn", "tick", "doubt", "again", "over"];

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

test("the host's choice puts an air horn in place of the bell at the end of a round", async (t) => {
  const { sound, tones } = openSound(t);
  await sound.unlock();
  sound.play("horn");
  const horn = tones.splice(0);
  sound.followRoom(false, true);
  sound.play("end");
  assert.deepEqual(tones, horn);
});

test("in quiet hours nothing sounds", async (t) => {
  const page = openSound(t, { clips: { "/voice/drawn.mp3": 1 }, storage: { "pi-bunco.voice": "yes" } });
  await page.sound.unlock();
  page.sound.want(["drawn"]);
  await page.wait();
  page.sound.followRoom(true, false);
  page.sound.play("end");
  page.sound.speak(["drawn"]);
  assert.deepEqual([page.tones, page.clipsPlayed], [[], []]);
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

test("the volume counts at once, and is kept on the device", async (t) => {
  const page = openSound(t);
  await page.sound.unlock();
  page.sound.setVolume(50);
  assert.equal(page.gains[0].value, 0.25);
  assert.equal(page.window.localStorage.getItem("pi-bunco.volume"), "50");
});

test("a page begins with the volume that was chosen before", async (t) => {
  const page = openSound(t, { storage: { "pi-bunco.volume": "50" } });
  await page.sound.unlock();
  assert.deepEqual([page.sound.getVolume(), page.gains[0].value], [50, 0.25]);
});

const SPEAKING = { clips: { "/voice/round-4.mp3": 2, "/voice/seats.mp3": 1.5 }, storage: { "pi-bunco.voice": "yes" } };

test("lines are fetched ahead after the first tap only, each once, and spoken one after the other", async (t) => {
  const page = openSound(t, SPEAKING);
  page.sound.want(["round-4", "seats", "break"]);
  await page.wait();
  assert.equal(page.fetch.calls.length, 0);
  await page.sound.unlock();
  await page.wait();
  page.sound.want(["round-4", "seats", "break"]);
  await page.wait();
  assert.deepEqual(page.fetch.calls.map(([address]) => address),
    ["/sounds", "/voice/round-4.mp3", "/voice/seats.mp3", "/voice/break.mp3"]);
  assert.equal(page.fetch.calls[1][1].priority, "low");
  page.sound.speak(["round-4", "break", "seats"], 0.8); // the break could not be fetched, and is left out
  assert.deepEqual(page.clipsPlayed, [["round-4", 0.8], ["seats", 2.92]]);
});

test("a line is not spoken if it could only begin more than a second late", async (t) => {
  const page = openSound(t, SPEAKING);
  page.sound.want(["round-4", "seats"]);
  await page.sound.unlock();
  await page.wait();
  page.sound.speak(["round-4"]);
  page.contexts[0].currentTime = 0.5;
  page.sound.speak(["seats"]); // 1.62 seconds late
  page.contexts[0].currentTime = 1.3;
  page.sound.speak(["seats"]); // 0.82 seconds late
  assert.deepEqual(page.clipsPlayed, [["round-4", 0], ["seats", 2.12]]);
});

test("a recording that comes after its moment is not played then", async (t) => {
  const page = openSound(t, SPEAKING);
  await page.sound.unlock();
  page.sound.want(["round-4"]);
  page.sound.speak(["round-4"]);
  await page.wait();
  assert.deepEqual(page.clipsPlayed, []);
  page.sound.speak(["round-4"]);
  assert.deepEqual(page.clipsPlayed, [["round-4", 0]]);
});

test("without spoken lines none is fetched, and the host's own recordings replace sounds", async (t) => {
  const page = openSound(t, { clips: { "/sounds/bell-end/7": 3 }, own: { "bell-end": "/sounds/bell-end/7" } });
  await page.sound.unlock();
  page.sound.want(["round-4"]);
  await page.wait();
  assert.deepEqual(page.fetch.calls.map(([address]) => address), ["/sounds", "/sounds/bell-end/7"]);
  assert.equal(page.sound.play("end"), 3);
  assert.deepEqual([page.clipsPlayed, page.tones], [[["/sounds/bell-end/7", 0]], []]);
});

test("if the Pi cannot be reached, the next change of the page tries again", async (t) => {
  const page = openSound(t, { ...SPEAKING, lost: 1 });
  await page.sound.unlock();
  await page.wait();
  page.sound.want(["seats"]);
  await page.wait();
  page.sound.speak(["seats"]);
  assert.deepEqual(page.clipsPlayed, [["seats", 0]]);
});

/** Open a page with a switch. */
function openSwitch(t, options = {}, markup = "<sound-switch></sound-switch>") {
  const page = openSound(t, { ...options, body: markup });
  page.run("soundswitch");
  return { ...page, button: page.find("sound-switch > button"), panel: page.find(".sound-panel") };
}

test("the switch says what its next tap does, and one tap allows sounds and shows the volume", async (t) => {
  const page = openSwitch(t);
  assert.deepEqual([page.button.title, page.panel.hidden, page.find("sound-switch").dataset.state], ["Tap", true, "waits"]);
  page.button.click();
  await page.wait();
  assert.deepEqual([page.button.title, page.panel.hidden, page.find("sound-switch").dataset.state], ["Off", false, "on"]);
  assert.equal(page.window.localStorage.getItem("pi-bunco.mute"), "no");
  assert.ok(page.tones.length); // people hear at once how loud it is
  page.click(".sound-panel button");
  assert.deepEqual([page.button.title, page.panel.hidden, page.find("sound-switch").dataset.state], ["On", true, "off"]);
  page.button.click();
  await page.wait();
  assert.deepEqual([page.button.title, page.button.getAttribute("aria-label")], ["Off", "Off"]);
});

test("the slider and the tick set volume and spoken lines of this device", async (t) => {
  const page = openSwitch(t);
  page.button.click();
  await page.wait();
  const [range, tick] = page.document.querySelectorAll(".sound-panel input");
  range.value = "30";
  range.dispatchEvent(new page.window.Event("input"));
  tick.click();
  assert.deepEqual([page.sound.getVolume(), page.sound.speaks()], [30, true]);
  assert.equal(page.window.localStorage.getItem("pi-bunco.voice"), "yes");
});

test("any tap on the page allows sounds, and the switch shows it", async (t) => {
  const page = openSwitch(t);
  page.document.body.click();
  await page.wait();
  assert.equal(page.button.title, "Off");
});

test("a page that is silent until somebody wants sound does not ask the browser for any", async (t) => {
  const page = openSwitch(t, {}, '<sound-switch data-muted="yes"></sound-switch>');
  page.document.body.click();
  await page.wait();
  assert.deepEqual([page.button.title, page.contexts.length], ["On", 0]);
});

test("on the television sounds begin without a tap if the browser allows it, with spoken lines", async (t) => {
  const page = openSwitch(t, {}, '<sound-switch data-voice="yes" data-at-start></sound-switch>');
  await page.wait(1000);
  assert.deepEqual([page.button.title, page.sound.speaks()], ["Off", true]);
});
