import assert from "node:assert/strict";
import test from "node:test";
import { noted, open } from "./page.mjs";

const FOOT = `<div id="stale" hidden><time></time></div><p id="toast"></p><div id="score">0</div>
  <div id="course"><ol data-grows></ol></div>`;

/** A live page that has heard of event 7; it takes 6 seconds without a beat for silence. */
function living(t, { device = "", orders = {} } = {}) {
  const streams = [];
  class EventSource extends EventTarget {
    static CLOSED = 2;
    readyState = 1;
    constructor(address) { super(); this.address = address; streams.push(this); }
    close() { this.readyState = 2; }
  }
  const location = { reload: noted(), assign: noted() };
  const fetch = noted(async () => ({ ok: true, json: async () => orders }));
  const morph = noted((place, markup) => { place.innerHTML = markup; });
  const page = open(t, `<body data-stream="page=table" data-known="7" ${device}>${FOOT}</body>`, {
    html: 'data-stamp="abc" data-silence="6000"', modules: { morph: { morph } }, fakes: { EventSource, location, fetch },
  });
  const { live, isLate, say } = page.run("live");
  return {
    ...page, streams, location, fetch, live, isLate, say,
    hear(type, data = {}, lastEventId = "") {
      streams.at(-1).dispatchEvent(new (class extends Event { data = JSON.stringify(data); lastEventId = lastEventId; })(type));
    },
    stale: () => page.document.body.classList.contains("stale") && !page.one("#stale").hidden,
  };
}

test("a page listens from the event that it was drawn with", (t) => {
  const page = living(t);
  page.live();
  assert.deepEqual(page.streams.map((stream) => stream.address), ["/events?page=table&known=7"]);
});

test("blocks are drawn in their places, new throws are added to the course, and the page is told", (t) => {
  const page = living(t);
  const after = noted();
  page.live(after);
  page.hear("blocks", { set: { score: "5" }, add: { course: "<li>2 4 6</li>" } }, "8");
  assert.equal(page.one("#score").textContent, "5");
  assert.equal(page.one("#course ol").innerHTML, "<li>2 4 6</li>");
  assert.equal(after.calls.length, 2); // once for the page as it came
});

test("the page knows while dice roll under the hand that goes on", (t) => {
  const page = living(t);
  const going = () => page.document.body.classList.contains("going");
  page.live();
  page.hear("blocks", { set: { score: '<i class="held" data-stage="going"></i>' }, add: {} });
  assert.equal(going(), true);
  page.hear("blocks", { set: { score: "" }, add: {} });
  assert.equal(going(), false);
});

test("after three beats that did not come the page says since when it heard nothing, until it hears again", async (t) => {
  const page = living(t);
  page.live();
  const since = new Date(1_000_000).toLocaleTimeString([], { hour12: false });
  await page.wait(6000);
  assert.equal(page.stale(), false);
  await page.wait(500);
  assert.equal(page.stale(), true);
  assert.equal(page.one("#stale time").textContent, since);
  page.hear("beat");
  assert.deepEqual([page.one("#stale").hidden, page.document.body.className], [true, ""]);
});

test("a beat in time keeps the page live", async (t) => {
  const page = living(t);
  page.live();
  for (let beat = 0; beat < 5; beat += 1) {
    await page.wait(4000);
    page.hear("beat");
  }
  assert.equal(page.stale(), false);
  assert.equal(page.streams.length, 1);
});

test("a stream that the browser gave up is opened again, not more than once in 1.5 seconds, from the newest event", async (t) => {
  const page = living(t);
  page.live();
  page.hear("blocks", { set: {}, add: {} }, "9");
  page.streams[0].readyState = 2;
  await page.wait(1500);
  assert.equal(page.streams.length, 1);
  await page.wait(500);
  assert.equal(page.streams[1].address, "/events?page=table&known=9");
  page.streams[1].readyState = 2;
  await page.wait(1500);
  assert.equal(page.streams.length, 2);
});

test("a connection that only looks alive is replaced after the silence, again and again", async (t) => {
  const page = living(t);
  page.live();
  await page.wait(6500);
  assert.deepEqual(page.streams.map((stream) => stream.readyState), [2, 1]); // the old one is closed
  await page.wait(2000);
  assert.equal(page.streams.length, 3);
});

test("a telephone that wakes looks at once", async (t) => {
  const page = living(t);
  page.live();
  t.mock.timers.setTime(1_000_000 + 60_000); // asleep: no timer ran
  page.document.dispatchEvent(new page.window.Event("visibilitychange"));
  assert.equal(page.stale(), true);
  assert.equal(page.streams.length, 2);
});

test("a page that is left gives its stream back, and takes a new one where the browser brings it back", (t) => {
  const page = living(t);
  const turn = (type, persisted) => page.window.dispatchEvent(Object.assign(new page.window.Event(type), { persisted }));
  page.live();
  turn("pagehide", true);
  assert.equal(page.streams[0].readyState, 2);
  turn("pageshow", false);
  assert.equal(page.streams.length, 1);
  turn("pageshow", true);
  assert.equal(page.streams.length, 2);
});

test("blocks that come after a silence count as late", async (t) => {
  const page = living(t);
  const late = [];
  page.live(() => late.push(page.isLate()));
  page.hear("blocks", { set: {}, add: {} });
  await page.wait(6500);
  page.hear("blocks", { set: {}, add: {} });
  page.hear("blocks", { set: {}, add: {} });
  assert.deepEqual(late, [true, false, true, false]);
  assert.equal(page.isLate(), false);
});

test("a page of an older program, or of a table that is gone, reloads", (t) => {
  const page = living(t);
  page.live();
  page.hear("hello", { stamp: "abc" });
  assert.equal(page.location.reload.calls.length, 0);
  page.hear("hello", { stamp: "def" });
  assert.equal(page.location.reload.calls.length, 1);
  page.hear("gone");
  assert.equal(page.location.reload.calls.length, 2);
});

test("a message at the foot goes after 3.5 seconds, a bad one after 6, and a new one has its whole time", async (t) => {
  const page = living(t);
  const { say } = page;
  const toast = page.one("#toast");
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

test("a device goes where the host sends it, once for each order", async (t) => {
  const page = living(t, { device: 'data-device="d" data-role="table 1"', orders: { role: "table", table: 1, device: { show: { number: 3, address: "/room" } } } });
  page.live();
  await page.wait(4000);
  await page.wait(4000);
  assert.deepEqual(page.location.assign.calls, [["/room"]]);
});

test("a device whose role the host changed reloads its page", async (t) => {
  const page = living(t, { device: 'data-device="d" data-role="table 1"', orders: { role: "watches", table: null } });
  await page.wait(4000);
  assert.equal(page.location.reload.calls.length, 1);
});

test("a page that belongs to no device asks nothing", async (t) => {
  const page = living(t);
  await page.wait(10_000);
  assert.equal(page.fetch.calls.length, 0);
});
