import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

const FOOT = `<div id="stale" hidden><time></time></div><p id="toast"></p><div id="score">0</div>
  <div id="course"><ol data-grows></ol></div>`;

/** Open a live page that was drawn with event 7. After 6 seconds without an event it counts as stale. */
function openLive(t, { device = "", orders = {} } = {}) {
  const streams = [];
  class EventSource extends EventTarget {
    static CLOSED = 2;
    readyState = 1;
    constructor(address) { super(); this.address = address; streams.push(this); }
    close() { this.readyState = 2; }
  }
  const location = { reload: spy(), assign: spy() };
  const fetch = spy(async () => ({ ok: true, json: async () => orders }));
  const morph = spy((place, markup) => { place.innerHTML = markup; });
  const page = openPage(t, `<body data-stream="page=table" data-known="7" ${device}>${FOOT}</body>`, {
    html: 'data-stamp="abc" data-silence="6000"', modules: { morph: { morph } }, fakes: { EventSource, location, fetch },
  });
  const { live, isLate, say } = page.run("live");
  return {
    ...page, streams, location, fetch, live, isLate, say,
    receive(type, data = {}, lastEventId = "") {
      streams.at(-1).dispatchEvent(new (class extends Event { data = JSON.stringify(data); lastEventId = lastEventId; })(type));
    },
    isStale: () => page.document.body.classList.contains("stale") && !page.find("#stale").hidden,
  };
}

test("a page asks for the events after the one that it was drawn with", (t) => {
  const page = openLive(t);
  page.live();
  assert.deepEqual(page.streams.map((stream) => stream.address), ["/events?page=table&known=7"]);
});

test("blocks are drawn in their places, new throws are added to the course, and `after` is called", (t) => {
  const page = openLive(t);
  const after = spy();
  page.live(after);
  page.receive("blocks", { set: { score: "5" }, add: { course: "<li>2 4 6</li>" } }, "8");
  assert.equal(page.find("#score").textContent, "5");
  assert.equal(page.find("#course ol").innerHTML, "<li>2 4 6</li>");
  assert.equal(after.calls.length, 2); // the first call is for the page as it was loaded
});

test("the page is marked while it shows a held stage that goes on", (t) => {
  const page = openLive(t);
  const isGoing = () => page.document.body.classList.contains("going");
  page.live();
  page.receive("blocks", { set: { score: '<i class="held" data-stage="going"></i>' }, add: {} });
  assert.equal(isGoing(), true);
  page.receive("blocks", { set: { score: "" }, add: {} });
  assert.equal(isGoing(), false);
});

test("when no event came for three beats, the page shows the time of the last event, until the next one comes", async (t) => {
  const page = openLive(t);
  page.live();
  const since = new Date(1_000_000).toLocaleTimeString([], { hour12: false });
  await page.wait(6000);
  assert.equal(page.isStale(), false);
  await page.wait(500);
  assert.equal(page.isStale(), true);
  assert.equal(page.find("#stale time").textContent, since);
  page.receive("beat");
  assert.deepEqual([page.find("#stale").hidden, page.document.body.className], [true, ""]);
});

test("while the server does not hear the Pi that it follows, the page shows since when, also right after it was loaded", (t) => {
  const page = openLive(t);
  const name = (at) => new Date(at).toLocaleTimeString([], { hour12: false });
  page.live();
  page.receive("hello", { stamp: "abc", age: 40 });
  page.receive("beat", { age: 40 });
  assert.deepEqual([page.isStale(), page.find("#stale time").textContent], [true, name(1_000_000 - 40_000)]);
  page.receive("beat", { age: 42 });
  assert.equal(page.find("#stale time").textContent, name(1_000_000 - 40_000)); // it does not flicker
  page.receive("beat", { age: 0 });
  assert.equal(page.isStale(), false);
});

test("a note that the server has drawn goes with the first event that is not old", (t) => {
  const page = openLive(t);
  page.find("#stale").hidden = false;
  page.live();
  page.receive("beat", { age: 0 });
  assert.equal(page.find("#stale").hidden, true);
});

test("regular beats keep the page live, with the same stream", async (t) => {
  const page = openLive(t);
  page.live();
  for (let beat = 0; beat < 5; beat += 1) {
    await page.wait(4000);
    page.receive("beat");
  }
  assert.equal(page.isStale(), false);
  assert.equal(page.streams.length, 1);
});

test("a closed stream is opened again from the newest event, at most once in 1.5 seconds", async (t) => {
  const page = openLive(t);
  page.live();
  page.receive("blocks", { set: {}, add: {} }, "9");
  page.streams[0].readyState = 2;
  await page.wait(1500);
  assert.equal(page.streams.length, 1);
  await page.wait(500);
  assert.equal(page.streams[1].address, "/events?page=table&known=9");
  page.streams[1].readyState = 2;
  await page.wait(1500);
  assert.equal(page.streams.length, 2);
});

test("a connection without events is replaced, again and again", async (t) => {
  const page = openLive(t);
  page.live();
  await page.wait(6500);
  assert.deepEqual(page.streams.map((stream) => stream.readyState), [2, 1]); // the old one is closed
  await page.wait(2000);
  assert.equal(page.streams.length, 3);
});

test("a page that becomes visible after a sleep checks its stream at once", async (t) => {
  const page = openLive(t);
  page.live();
  t.mock.timers.setTime(1_000_000 + 60_000); // no timer ran during the sleep
  page.document.dispatchEvent(new page.window.Event("visibilitychange"));
  assert.equal(page.isStale(), true);
  assert.equal(page.streams.length, 2);
});

test("a page that is left closes its stream, and opens a new one if the browser restores the page", (t) => {
  const page = openLive(t);
  const dispatch = (type, persisted) => page.window.dispatchEvent(Object.assign(new page.window.Event(type), { persisted }));
  page.live();
  dispatch("pagehide", true);
  assert.equal(page.streams[0].readyState, 2);
  dispatch("pageshow", false);
  assert.equal(page.streams.length, 1);
  dispatch("pageshow", true);
  assert.equal(page.streams.length, 2);
});

test("the first blocks after a silence count as late", async (t) => {
  const page = openLive(t);
  const late = [];
  page.live(() => late.push(page.isLate()));
  page.receive("blocks", { set: {}, add: {} });
  await page.wait(6500);
  page.receive("blocks", { set: {}, add: {} });
  page.receive("blocks", { set: {}, add: {} });
  assert.deepEqual(late, [true, false, true, false]);
  assert.equal(page.isLate(), false);
});

test("a page reloads if the program has another version or the table is gone", async (t) => {
  const page = openLive(t);
  page.live();
  page.receive("hello", { stamp: "abc" });
  await page.wait();
  assert.equal(page.location.reload.calls.length, 0);
  page.receive("hello", { stamp: "def" });
  await page.wait();
  assert.equal(page.location.reload.calls.length, 1);
  page.receive("gone");
  await page.wait();
  assert.equal(page.location.reload.calls.length, 2);
});

test("a message is shown for 3.5 seconds, a bad one for 6; a new message has its full time", async (t) => {
  const page = openLive(t);
  const { say } = page;
  const toast = page.find("#toast");
  say("Done.");
  await page.wait(3000);
  say("No.", true);
  assert.deepEqual([toast.textContent, toast.className], ["No.", "shown bad"]);
  await page.wait(5999);
  assert.equal(toast.className, "shown bad");
  await page.wait(1);
  assert.equal(toast.className, "");
  say("Done.");
  await page.wait(3500);
  assert.equal(toast.className, "");
});

test("a message stays while a dialog is over it", async (t) => {
  const page = openLive(t);
  const toast = page.find("#toast");
  const dialog = page.document.createElement("dialog");
  dialog.setAttribute("open", "");
  page.document.body.append(dialog);
  page.say("No.", true);
  await page.wait(12_000);
  assert.equal(toast.className, "shown bad");
  dialog.remove();
  await page.wait(6000);
  assert.equal(toast.className, "");
});

test("a device opens the page that the host chose, once for each order", async (t) => {
  const page = openLive(t, {
    device: 'data-follows data-role="table 1" data-code="" data-device="KHRM"',
    orders: { role: "table", numbers: [1], device: { code: "KHRM", show: { number: 3, address: "/room" } } },
  });
  page.live();
  await page.wait(4000);
  await page.wait(4000);
  assert.deepEqual(page.location.assign.calls, [["/room"]]);
});

test("a device reloads its page when the host has changed its role", async (t) => {
  const page = openLive(t, { device: 'data-follows data-role="table 1" data-code="" data-device=""', orders: { role: "watches", numbers: [] } });
  await page.wait(4000);
  assert.equal(page.location.reload.calls.length, 1);
});

test("a device that waits to be let in reloads its page when the Pi has forgotten it", async (t) => {
  const device = 'data-follows data-role="watches" data-code="" data-device="KHRM"';
  for (const [known, reloads] of [[{ code: "KHRM" }, 0], [null, 1]]) {
    const page = openLive(t, { device, orders: { role: "watches", numbers: [], device: known } });
    await page.wait(4000);
    assert.equal(page.location.reload.calls.length, reloads);
    t.mock.timers.reset();
  }
});

test("the machine's own page shows the code once it is wanted, and no longer when it is not", async (t) => {
  const device = 'data-follows data-role="host" data-code="" data-device=""';
  for (const [shown, orders, reloads] of [
    [device, { on: false, machine_code: "KHRMXY" }, 0],
    [device, { on: true, machine_code: "KHRMXY" }, 1],
    [device.replace('code=""', 'code="KHRMXY"'), { on: true, machine_code: "KHRMXY" }, 0],
    [device.replace('code=""', 'code="KHRMXY"'), { on: true, machine_code: null }, 1],
  ]) {
    const page = openLive(t, { device: shown, orders: { role: "host", numbers: [], ...orders } });
    await page.wait(4000);
    assert.equal(page.location.reload.calls.length, reloads);
    t.mock.timers.reset();
  }
});

test("a page without a device does not ask for orders", async (t) => {
  const page = openLive(t);
  await page.wait(10_000);
  assert.equal(page.fetch.calls.length, 0);
});
