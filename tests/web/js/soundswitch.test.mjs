import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy, WORDS } from "./page.mjs";

/** Open a page with a switch. `state` is what sound.js knows; the browser allows sounds unless it is `stubborn`. */
function openSwitch(t, { muted = false, running = false, volume = 80, voice = false, stubborn = false } = {}) {
  const state = { muted, running, volume, voice };
  const [play, speak] = [spy(() => 0.8), spy()];
  const unlock = spy(async () => { state.running = !stubborn; });
  const sound = {
    play, speak, unlock,
    getVolume: () => state.volume, setVolume: (percent) => { state.volume = percent; },
    isMuted: () => state.muted, mute: (yes) => { state.muted = yes; },
    needsTap: () => !state.muted && !state.running,
    speaks: () => state.voice, setVoice: (yes) => { state.voice = yes; },
  };
  const page = openPage(t, `<sound-switch></sound-switch><p>Dice</p>${WORDS}`, { modules: { sound } });
  page.run("soundswitch");
  const [place, button] = [page.find("sound-switch"), page.find("sound-switch > button")];
  const panel = page.find(".sound-panel");
  return {
    ...page, state, play, speak, unlock, button, panel,
    async tap(selector = "sound-switch > button") { page.click(selector); await page.wait(); },
    readLook: () => [place.dataset.state, button.title, button.querySelector("use").getAttribute("href")],
  };
}
const OFF = ["off", "On", "#silent"];
const WAITS = ["waits", "Tap", "#silent"];
const ON = ["on", "Off", "#sound"];

test("the switch shows whether sounds are on, off, or wait for a tap, and its title says what a tap does", (t) => {
  for (const [options, look] of [[{ muted: true }, OFF], [{}, WAITS], [{ running: true }, ON]]) {
    assert.deepEqual(openSwitch(t, options).readLook(), look);
    t.mock.timers.reset();
  }
});

test("people who hear the page read hear the same: the name, and whether sounds are off", async (t) => {
  const page = openSwitch(t);
  const { button } = page;
  assert.deepEqual([button.getAttribute("aria-label"), button.getAttribute("aria-pressed")], [null, "false"]);
  assert.equal(button.textContent, "Sound on"); // the name while there is no label
  await page.tap();
  assert.deepEqual([button.getAttribute("aria-label"), button.getAttribute("aria-pressed")], ["Off", "false"]);
  await page.tap(".sound-panel button");
  assert.deepEqual([button.getAttribute("aria-label"), button.getAttribute("aria-pressed")], ["On", "true"]);
});

test("the tap that turns sounds on opens the panel, and is heard: a bell and a welcome after it", async (t) => {
  for (const options of [{ muted: true }, {}]) {
    const page = openSwitch(t, options);
    await page.tap();
    assert.deepEqual([page.readLook(), page.panel.hidden, page.state.muted], [ON, false, false]);
    assert.deepEqual([page.play.calls, page.speak.calls], [[["start"]], [[["welcome"], 0.8]]]);
    t.mock.timers.reset();
  }
});

test("while sounds are on, a tap only opens and closes the panel", async (t) => {
  const page = openSwitch(t, { running: true });
  for (const hidden of [false, true, false]) {
    await page.tap();
    assert.deepEqual([page.panel.hidden, page.button.getAttribute("aria-expanded")], [hidden, String(!hidden)]);
  }
  assert.deepEqual([page.play.calls, page.speak.calls, page.readLook()], [[], [], ON]);
});

test("the button in the panel turns sounds off and closes it, and the page does not ask for sounds again", async (t) => {
  const page = openSwitch(t, { running: true });
  await page.tap();
  page.unlock.calls.length = 0;
  await page.tap(".sound-panel button");
  assert.deepEqual([page.readLook(), page.panel.hidden, page.button.getAttribute("aria-expanded")], [OFF, true, "false"]);
  await page.tap("p");
  assert.deepEqual([page.unlock.calls.length, page.readLook()], [0, OFF]);
});

test("a tap anywhere else allows sounds, closes the panel, and plays nothing", async (t) => {
  const page = openSwitch(t);
  await page.tap("p");
  assert.deepEqual([page.readLook(), page.panel.hidden, page.play.calls], [ON, true, []]);
  await page.tap();
  await page.tap("p");
  assert.deepEqual([page.panel.hidden, page.button.getAttribute("aria-expanded")], [true, "false"]);
});

test("a tap on the panel or on the icon, which is drawn anew, leaves the panel open", async (t) => {
  const page = openSwitch(t, { running: true });
  page.find("sound-switch > button .icon").dispatchEvent(new page.window.Event("click", { bubbles: true, composed: true }));
  await page.wait();
  assert.equal(page.panel.hidden, false);
  await page.tap(".sound-panel input[type=range]");
  assert.equal(page.panel.hidden, false);
});

test("the key Escape closes the panel, and no other key does", async (t) => {
  const page = openSwitch(t, { running: true });
  await page.tap();
  page.key("Enter");
  assert.equal(page.panel.hidden, false);
  page.key("Escape");
  assert.deepEqual([page.panel.hidden, page.button.getAttribute("aria-expanded")], [true, "false"]);
});

test("the slider shows the volume and sets it while it moves; when it stands, a sound tells how loud it is", (t) => {
  const page = openSwitch(t, { running: true, volume: 35 });
  const range = page.find("input[type=range]");
  assert.deepEqual([range.value, range.closest("label").textContent], ["35", "Volume"]);
  range.value = "60";
  range.dispatchEvent(new page.window.Event("input"));
  assert.deepEqual([page.state.volume, page.play.calls], [60, []]);
  range.dispatchEvent(new page.window.Event("change"));
  assert.deepEqual(page.play.calls, [["tap"]]);
});

test("the tick shows whether this device speaks, and sets it", (t) => {
  const page = openSwitch(t, { voice: true });
  const tick = page.find("input[type=checkbox]");
  assert.deepEqual([tick.checked, tick.closest("label").textContent], [true, "Spoken"]);
  tick.click();
  assert.equal(page.state.voice, false);
  tick.click();
  assert.equal(page.state.voice, true);
});

test("if the browser allows sounds without a tap, the switch shows it a second later", async (t) => {
  const page = openSwitch(t);
  page.state.running = true;
  await page.wait(999);
  assert.deepEqual(page.readLook(), WAITS);
  await page.wait(1);
  assert.deepEqual(page.readLook(), ON);
});

test("if the browser allows no sounds although somebody tapped, the switch does not claim them", async (t) => {
  const page = openSwitch(t, { stubborn: true });
  await page.tap();
  assert.deepEqual(page.readLook(), WAITS);
});
