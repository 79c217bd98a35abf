import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

const FORM = `<form id="step" action="/welcome/bell"><input type="hidden" name="seen" value="3">
<button data-ring name="do" value="ring">Ring</button></form><p data-rung hidden>It rings now.</p>`;

/** Open the page of the bell with a browser that takes sounds. @param {object} fetched What a request returns. */
function openBell(t, fetched) {
  const tones = [];
  class AudioContext { state = "suspended"; currentTime = 0; destination = {}; async resume() { this.state = "running"; } }
  class GainNode { gain = { linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} }; connect(to) { return to; } }
  class DynamicsCompressorNode { connect(to) { return to; } }
  class OscillatorNode { connect(to) { return to; } start(at) { tones.push(at); } stop() {} }
  const fetch = spy(() => fetched);
  const fakes = { AudioContext, GainNode, DynamicsCompressorNode, OscillatorNode, fetch };
  const page = openPage(t, FORM, { fakes });
  page.run("setup");
  return { ...page, tones, fetch };
}

test("a tap rings the bell and this device, and the page stays", async (t) => {
  const page = openBell(t, Promise.resolve());
  page.click("[data-ring]");
  await page.wait();
  const [[address, request]] = page.fetch.calls;
  assert.equal(new URL(address).pathname, "/welcome/bell");
  assert.deepEqual([request.method, ...request.body], ["POST", ["seen", "3"], ["do", "ring"]]);
  assert.ok(page.tones.length > 0);
  assert.equal(page.find("[data-rung]").hidden, false);
});

test("the device rings although the table does not answer", async (t) => {
  const page = openBell(t, Promise.reject(new TypeError("no network")));
  page.click("[data-ring]");
  await page.wait();
  assert.ok(page.tones.length > 0);
});

test("the other pages of the welcome need nothing of it", (t) => {
  const page = openPage(t, '<form id="step"></form>');
  page.run("setup");
  assert.ok(page.find("#step"));
});

test("a table's tablet that waited asks to tap there", async (t) => {
  const location = { replace: spy(), search: "" };
  const fetch = async () => ({ ok: true, json: async () => ({}) });
  const page = openPage(t, "<main data-waits></main>", { fakes: { fetch, location } });
  page.run("setup");
  await page.wait();
  assert.deepEqual(location.replace.calls, [["/?ask"]]);
});

test("a device that waits goes on when there is a game, and stays while the Pi is off", async (t) => {
  const answers = [async () => ({ ok: true, json: async () => ({ welcome: true }) }), async () => { throw new TypeError("off"); },
    async () => ({ ok: true, json: async () => JSON.parse("<html>") }), async () => ({ ok: true, json: async () => ({}) })];
  const location = { replace: spy(), search: "?screen" };
  const page = openPage(t, "<main data-waits></main>", { fakes: { fetch: () => answers.shift()(), location } });
  page.run("setup");
  for (let look = 0; look < 3; look += 1) {
    await page.wait();
    assert.deepEqual([location.replace.calls.length, answers.length], [0, 3 - look]);
    await page.wait(2000);
  }
  assert.deepEqual(location.replace.calls, [["/?screen"]]);
});
