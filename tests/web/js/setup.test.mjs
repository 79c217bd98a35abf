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

const LIST = `<div class="stage"><p class="wrong">The list has no names.</p><form id="step" action="/welcome/names">
<input type="hidden" name="seen" value="3"><input type="hidden" name="shown" value=""><output id="guest-count" data-live></output>
<textarea id="names" name="names"></textarea><div id="guests-found" data-live></div><input type="file" name="file"></form></div>
<button form="step" name="do" value="next">Next</button>`;
const answerWith = (count, found = "") => `<output id="guest-count">${count}</output><div id="guests-found">${found}</div>`;

/** Open the page of the guests; each request is answered when the test calls its function in `answers`. */
function openList(t) {
  const answers = [];
  const fetch = spy(() => new Promise((resolve, reject) => {
    answers.push({ send: (text, ok = true) => resolve({ ok, text: async () => text }), fail: () => reject(new TypeError("no network")) });
  }));
  const page = openPage(t, LIST, { fakes: { fetch } });
  page.run("setup");
  const sent = spy((event) => event.preventDefault());
  page.find("[value=next]").addEventListener("click", sent);
  return {
    ...page, answers, fetch, sent,
    type(text) {
      page.find("#names").value = text;
      page.find("#names").dispatchEvent(new page.window.Event("input", { bubbles: true }));
    },
    read: () => [page.find("#guest-count").textContent, page.find("#guests-found").textContent, page.find("[name=shown]").value],
  };
}

test("while people type, the page says once they pause how many guests there are", async (t) => {
  const page = openList(t);
  page.type("Ann");
  await page.wait(300);
  page.type("Ann\nBob");
  await page.wait(300);
  assert.equal(page.fetch.calls.length, 0);
  await page.wait(200);
  const [[address, { method, body }]] = page.fetch.calls;
  assert.deepEqual([new URL(address).pathname, method, body.get("do"), body.get("names")], ["/welcome/names", "POST", "look", "Ann\nBob"]);
  page.answers[0].send(answerWith("2 guests", "Bob is twice in it."));
  await page.wait();
  assert.deepEqual(page.read(), ["2 guests", "Bob is twice in it.", "yes"]);
  assert.equal(page.find(".wrong"), null);
  page.type("Ann\nBob\nCy");
  assert.equal(page.find("[name=shown]").value, "");
});

test("an answer to what was typed before changes nothing", async (t) => {
  const page = openList(t);
  page.type("Ann");
  await page.wait(500);
  page.type("Ann\nBob");
  page.answers[0].send(answerWith("", "Too few."));
  await page.wait();
  assert.deepEqual(page.read(), ["", "", ""]);
});

test("a list that cannot be played has no number, and Next shows it", async (t) => {
  const page = openList(t);
  page.type("Ann");
  await page.wait(500);
  page.answers[0].send(answerWith("", "Too few."));
  await page.wait();
  assert.deepEqual(page.read(), ["", "Too few.", ""]);
});

test("a refusal is shown by its own page; a Pi that is off changes nothing", async (t) => {
  const page = openList(t);
  page.type("Ann");
  await page.wait(500);
  page.answers[0].fail();
  await page.wait();
  assert.equal(page.sent.calls.length, 0);
  page.type("Bob");
  await page.wait(500);
  page.answers[1].send("somebody else has answered", false);
  await page.wait();
  assert.equal(page.sent.calls.length, 1);
});

test("after Next or Skip, no look comes that would answer once more", async (t) => {
  const page = openList(t);
  page.type("Ann");
  page.find("#step").dispatchEvent(new page.window.Event("submit"));
  await page.wait(500);
  assert.equal(page.fetch.calls.length, 0);
});

test("a file is read when it is sent", async (t) => {
  const page = openList(t);
  Object.defineProperty(page.find("[name=file]"), "value", { value: "C:\\fakepath\\list.csv" });
  page.type("Ann");
  await page.wait(500);
  assert.equal(page.fetch.calls.length, 0);
});
