import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy, WORDS } from "./page.mjs";

const BODY = `<page-cues></page-cues><div id="alert" hidden></div>
  <template id="confetti"><i class="pip"></i></template>${WORDS}`;
const CUES = {
  game: "a", alerts: [], bunco: null, scores: [], doubt: null, again: null, drawn: [[], []], instead: "", draws: false, moving: false,
  quiet: false, horn: false, bell_in: null, lines: { end: "round-over-4", bunco: "bunco" },
};
const bell = (id, fields = {}) => ({ id, kind: "end", title: `Bell ${id}`, text: "", ...fields });

function openCues(t) {
  const play = spy(() => 1.4);
  const sound = { play, speak: spy(), followRoom: spy(), want: spy() };
  const state = { late: false };
  const page = openPage(t, BODY, { modules: { live: { isLate: () => state.late }, sound, soundswitch: {} } });
  page.run("cues");
  return {
    ...page,
    ...sound,
    state,
    change: (cues) => page.find("page-cues").setAttribute("cues", JSON.stringify({ ...CUES, ...cues })),
    sounds: () => play.calls.flat(),
    title: () => (page.find("#alert").hidden ? null : page.find("#alert .title").textContent),
  };
}

test("a page does not show alerts from before it opened; it shows a new alert for two seconds", async (t) => {
  const page = openCues(t);
  page.change({ alerts: [bell(4)] });
  assert.equal(page.title(), null);
  page.change({ alerts: [bell(4), bell(5)] });
  assert.equal(page.title(), "Bell 5");
  assert.deepEqual(page.sounds(), ["end"]);
  await page.wait(1999);
  assert.equal(page.title(), "Bell 5");
  await page.wait(1);
  assert.equal(page.title(), null);
});

test("alerts are shown one after the other, each once, and a tap hides the current one", async (t) => {
  const page = openCues(t);
  page.change({});
  page.change({ alerts: [bell(0), bell(1)] });
  page.change({ alerts: [bell(0), bell(1)], moving: true }); // the same alerts again
  assert.equal(page.title(), "Bell 0");
  await page.wait(2000);
  assert.equal(page.title(), "Bell 1");
  page.click("#alert");
  assert.equal(page.title(), null);
  await page.wait(5000);
  assert.deepEqual(page.sounds(), ["end", "end"]);
});

test("after a tap, the next alert is shown for its full time", async (t) => {
  const page = openCues(t);
  page.change({});
  page.change({ alerts: [bell(0), bell(1)] });
  await page.wait(1500);
  page.click("#alert");
  await page.wait(1999);
  assert.equal(page.title(), "Bell 1");
  await page.wait(1);
  assert.equal(page.title(), null);
});

test("if more than three alerts wait, only the three newest are shown", async (t) => {
  const page = openCues(t);
  page.change({});
  page.change({ alerts: [0, 1, 2, 3, 4].map((id) => bell(id)) });
  const titles = [];
  for (; page.title(); await page.wait(2000)) titles.push(page.title());
  assert.deepEqual(titles, ["Bell 2", "Bell 3", "Bell 4"]);
});

test("alerts and doubts from a time without events are not shown and make no sound", (t) => {
  const page = openCues(t);
  page.change({});
  page.state.late = true;
  page.change({ alerts: [bell(0)], doubt: 3 });
  assert.equal(page.title(), null);
  page.state.late = false;
  page.change({ alerts: [bell(0), bell(1)], doubt: 3 });
  assert.equal(page.title(), "Bell 1");
  assert.deepEqual(page.sounds(), ["end"]);
});

test("in a new game, an alert is shown although its number is lower than the last one", (t) => {
  const page = openCues(t);
  page.change({ alerts: [bell(9)] });
  page.change({ game: "b", alerts: [bell(0)] });
  assert.equal(page.title(), "Bell 0");
});

test("STOP stays while dice move, and goes when they lie still", async (t) => {
  const page = openCues(t);
  page.change({});
  page.change({ alerts: [bell(0, { stop: true })], moving: true, scores: [7, 5] });
  assert.equal(page.find("#alert").dataset.stop, "stop");
  assert.equal(page.find("#alert .scores").textContent, "75");
  await page.wait(6000);
  assert.equal(page.title(), "Bell 0");
  page.change({ alerts: [bell(0, { stop: true })], moving: false });
  await page.wait(100);
  assert.equal(page.title(), null);
});

test("STOP goes after 15 seconds, even if something still moves", async (t) => {
  const page = openCues(t);
  page.change({});
  page.change({ alerts: [bell(0, { stop: true })], moving: true });
  await page.wait(2000);
  for (let waited = 2000; waited < 14_900; waited += 100) await page.wait(100);
  assert.equal(page.title(), "Bell 0");
  await page.wait(100);
  assert.equal(page.title(), null);
});

test("a doubt and a throw that must be repeated make a sound, once each", (t) => {
  const page = openCues(t);
  page.change({});
  page.change({ doubt: 3 });
  page.change({ doubt: 3, moving: true });
  page.change({ doubt: null, again: 4 });
  page.change({ doubt: 5 });
  assert.deepEqual(page.sounds(), ["doubt", "again", "doubt"]);
});

test("for a new question, the keys that somebody opened for the last one are closed", (t) => {
  const page = openCues(t);
  page.change({ doubt: 3 });
  page.document.body.dataset.other = "";
  page.change({ doubt: 3, moving: true });
  assert.equal("other" in page.document.body.dataset, true);
  page.change({ doubt: 4 });
  assert.equal("other" in page.document.body.dataset, false);
});

test("a name that was drawn again says whom it replaces", async (t) => {
  const page = openCues(t);
  page.change({ draws: true, drawn: [[], []] });
  page.change({ draws: true, drawn: [["Bob"], []], instead: "instead of Ann" });
  assert.equal(page.find("#alert .text").textContent, "is drawn instead of Ann");
});

test("newly drawn names are shown one after the other; names drawn before are not", async (t) => {
  const page = openCues(t);
  page.change({ draws: true, drawn: [["Ann"], ["Eve"]] });
  page.change({ draws: true, drawn: [["Ann", "Bob"], ["Eve", "Cy"]] });
  assert.equal(page.title(), "Bob");
  assert.equal(page.find("#alert .text").textContent, "is drawn");
  await page.wait(2000);
  assert.equal(page.title(), "Cy");
  await page.wait(2000);
  assert.equal(page.title(), null);
});

test("the first name of a semi-final is shown, and a name from another game is not", async (t) => {
  const page = openCues(t);
  page.change({ draws: true, drawn: [[], []] });
  page.change({ draws: true, drawn: [[], ["Eve"]] });
  assert.equal(page.title(), "Eve");
  await page.wait(2000);
  page.change({ game: "b", draws: true, drawn: [["Ann"], []] });
  assert.equal(page.title(), null);
});

test("a bunco shows falling pips and its photo, or its dice if there is no photo", async (t) => {
  const page = openCues(t);
  page.change({});
  page.change({ alerts: [bell(0, { kind: "bunco" })], bunco: { image: "9.jpg", boxes: [[0, 0, 1, 1]], dice: [2, 2, 2] } });
  const photo = page.find("#alert mat-photo");
  assert.deepEqual(["src", "boxes", "alt", "lost"].map((name) => photo.getAttribute(name)),
    ["/photos/9.jpg", "[[0,0,1,1]]", "Three dice", "Lost."]);
  assert.ok(page.find("#alert .pip"));
  await page.wait(2000);
  page.change({ alerts: [bell(1, { kind: "bunco" })], bunco: { image: null, boxes: null, dice: [2, 2, 2] } });
  assert.equal(page.find("#alert mat-photo"), null);
  assert.equal(page.find("#alert [role=img]").getAttribute("aria-label"), "two, two, two");
  assert.equal(page.document.querySelectorAll("#alert .die.hit").length, 3);
});

test("three ones show the dice that took the points, and their sound", async (t) => {
  const page = openCues(t);
  page.change({});
  page.change({ alerts: [bell(0, { kind: "wipe" })], bunco: { image: "9.jpg", boxes: null, dice: [2, 2, 2] } });
  assert.equal(page.find("#alert [role=img]").getAttribute("aria-label"), "one, one, one");
  assert.equal(page.document.querySelectorAll("#alert .die.lost").length, 3);
  assert.deepEqual(page.sounds(), ["wipe"]);
});

test("a name is shown as text, not as markup", (t) => {
  const page = openCues(t);
  page.change({});
  page.change({ alerts: [bell(0, { title: "<b>Ann</b>" })] });
  assert.equal(page.title(), "<b>Ann</b>");
});

test("an alert is spoken after its sound, and the last seconds before the bell are counted, each once", (t) => {
  const page = openCues(t);
  page.change({});
  page.change({ alerts: [bell(5)] });
  assert.deepEqual(page.speak.calls, [[["round-over-4"], 1.4]]);
  for (const left of [5, 5, 4, null]) page.change({ alerts: [bell(5)], bell_in: left });
  assert.deepEqual(page.sounds(), ["end", "tick", "tick"]);
});

test("the host's choice is followed, and the lines of this table are fetched", (t) => {
  const page = openCues(t);
  page.change({ quiet: true, horn: true, clips: "/voice/de/" });
  assert.deepEqual([page.followRoom.calls, page.want.calls], [[[true, true, "/voice/de/"]], [[["round-over-4", "bunco"]]]]);
});
