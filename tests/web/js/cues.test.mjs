import assert from "node:assert/strict";
import test from "node:test";
import { noted, open, WORDS } from "./page.mjs";

const BODY = `<page-cues></page-cues><div id="alert" hidden></div><template id="confetti"><i class="pip"></i></template>${WORDS}`;
const CUES = { game: "a", alerts: [], bunco: null, scores: [], doubt: null, again: null, drawn: [[], []], draws: false, moving: false };
const bell = (id, more = {}) => ({ id, kind: "end", title: `Bell ${id}`, text: "", ...more });

function cued(t) {
  const play = noted();
  const state = { late: false };
  const page = open(t, BODY, { modules: { live: { isLate: () => state.late }, sound: { play } } });
  page.run("cues");
  return {
    ...page,
    state,
    take: (change) => page.one("page-cues").setAttribute("cues", JSON.stringify({ ...CUES, ...change })),
    played: () => play.calls.flat(),
    shown: () => (page.one("#alert").hidden ? null : page.one("#alert .title").textContent),
  };
}

test("a page does not show alerts from before it opened; a new one takes the screen for two seconds", async (t) => {
  const page = cued(t);
  page.take({ alerts: [bell(4)] });
  assert.equal(page.shown(), null);
  page.take({ alerts: [bell(4), bell(5)] });
  assert.equal(page.shown(), "Bell 5");
  assert.deepEqual(page.played(), ["end"]);
  await page.wait(1999);
  assert.equal(page.shown(), "Bell 5");
  await page.wait(1);
  assert.equal(page.shown(), null);
});

test("alerts follow each other, each once, and a tap gives the screen back", async (t) => {
  const page = cued(t);
  page.take({});
  page.take({ alerts: [bell(0), bell(1)] });
  page.take({ alerts: [bell(0), bell(1)], moving: true }); // the same once more
  assert.equal(page.shown(), "Bell 0");
  await page.wait(2000);
  assert.equal(page.shown(), "Bell 1");
  page.click("#alert");
  assert.equal(page.shown(), null);
  await page.wait(5000);
  assert.deepEqual(page.played(), ["end", "end"]);
});

test("after a tap the next alert has its whole time", async (t) => {
  const page = cued(t);
  page.take({});
  page.take({ alerts: [bell(0), bell(1)] });
  await page.wait(1500);
  page.click("#alert");
  await page.wait(1999);
  assert.equal(page.shown(), "Bell 1");
  await page.wait(1);
  assert.equal(page.shown(), null);
});

test("a page that fell behind shows the three newest", async (t) => {
  const page = cued(t);
  page.take({});
  page.take({ alerts: [0, 1, 2, 3, 4].map((id) => bell(id)) });
  const seen = [];
  for (; page.shown(); await page.wait(2000)) seen.push(page.shown());
  assert.deepEqual(seen, ["Bell 2", "Bell 3", "Bell 4"]);
});

test("alerts that came while the page was silent are neither shown nor heard", (t) => {
  const page = cued(t);
  page.take({});
  page.state.late = true;
  page.take({ alerts: [bell(0)], doubt: 3 });
  assert.equal(page.shown(), null);
  page.state.late = false;
  page.take({ alerts: [bell(0), bell(1)], doubt: 3 });
  assert.equal(page.shown(), "Bell 1");
  assert.deepEqual(page.played(), ["end"]);
});

test("a new game counts its alerts from the start", (t) => {
  const page = cued(t);
  page.take({ alerts: [bell(9)] });
  page.take({ game: "b", alerts: [bell(0)] });
  assert.equal(page.shown(), "Bell 0");
});

test("STOP stays while dice move, and ends with them", async (t) => {
  const page = cued(t);
  page.take({});
  page.take({ alerts: [bell(0, { stop: true })], moving: true, scores: [7, 5] });
  assert.equal(page.one("#alert").dataset.stop, "stop");
  assert.equal(page.one("#alert .scores").textContent, "75");
  await page.wait(6000);
  assert.equal(page.shown(), "Bell 0");
  page.take({ alerts: [bell(0, { stop: true })], moving: false });
  await page.wait(100);
  assert.equal(page.shown(), null);
});

test("STOP gives the screen back after 15 seconds, though a hand rests on the mat", async (t) => {
  const page = cued(t);
  page.take({});
  page.take({ alerts: [bell(0, { stop: true })], moving: true });
  await page.wait(2000);
  for (let waited = 2000; waited < 14_900; waited += 100) await page.wait(100);
  assert.equal(page.shown(), "Bell 0");
  await page.wait(100);
  assert.equal(page.shown(), null);
});

test("a doubt and a throw that has to be made again are heard once each", (t) => {
  const page = cued(t);
  page.take({});
  page.take({ doubt: 3 });
  page.take({ doubt: 3, moving: true });
  page.take({ doubt: null, again: 4 });
  page.take({ doubt: 5 });
  assert.deepEqual(page.played(), ["doubt", "again", "doubt"]);
});

test("a new question shows the likely answers, not the keys that somebody opened for the last one", (t) => {
  const page = cued(t);
  page.take({ doubt: 3 });
  page.document.body.dataset.other = "";
  page.take({ doubt: 3, moving: true });
  assert.equal("other" in page.document.body.dataset, true);
  page.take({ doubt: 4 });
  assert.equal("other" in page.document.body.dataset, false);
});

test("names that were just drawn are shown one by one; one that stood there before is not", async (t) => {
  const page = cued(t);
  page.take({ draws: true, drawn: [["Ann"], ["Eve"]] });
  page.take({ draws: true, drawn: [["Ann", "Bob"], ["Eve", "Cy"]] });
  assert.equal(page.shown(), "Bob");
  assert.equal(page.one("#alert .text").textContent, "is drawn");
  await page.wait(2000);
  assert.equal(page.shown(), "Cy");
  await page.wait(2000);
  assert.equal(page.shown(), null);
});

test("the first of a semi-final is shown too, and names of another game are not", async (t) => {
  const page = cued(t);
  page.take({ draws: true, drawn: [[], []] });
  page.take({ draws: true, drawn: [[], ["Eve"]] });
  assert.equal(page.shown(), "Eve");
  await page.wait(2000);
  page.take({ game: "b", draws: true, drawn: [["Ann"], []] });
  assert.equal(page.shown(), null);
});

test("a bunco rains pips over its photo, or over its dice where no photo was kept", async (t) => {
  const page = cued(t);
  page.take({});
  page.take({ alerts: [bell(0, { kind: "bunco" })], bunco: { image: "9.jpg", boxes: [[0, 0, 1, 1]], dice: [2, 2, 2] } });
  const photo = page.one("#alert mat-photo");
  assert.deepEqual(["src", "boxes", "alt", "lost"].map((name) => photo.getAttribute(name)),
    ["/photos/9.jpg", "[[0,0,1,1]]", "Three dice", "Lost."]);
  assert.ok(page.one("#alert .pip"));
  await page.wait(2000);
  page.take({ alerts: [bell(1, { kind: "bunco" })], bunco: { image: null, boxes: null, dice: [2, 2, 2] } });
  assert.equal(page.one("#alert mat-photo"), null);
  assert.equal(page.one("#alert [role=img]").getAttribute("aria-label"), "two, two, two");
  assert.equal(page.document.querySelectorAll("#alert .die.hit").length, 3);
});

test("what people are called is text, not markup", (t) => {
  const page = cued(t);
  page.take({});
  page.take({ alerts: [bell(0, { title: "<b>Ann</b>" })] });
  assert.equal(page.shown(), "<b>Ann</b>");
});
