import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

const ROUND = { key: "round 4", effect: "start", lines: ["round-4"] };
const END = { key: "end 4", effect: "end", lines: ["round-over-4"] };
const BUNCO = { key: "bunco 7", effect: "bunco", lines: ["bunco-3"] };
const QUIET = { quiet: false, horn: false, now: [], bell_in: null, last_minute: false, tables: 3, sets: 1, language: "", clips: "" };

/** Open a page with `<room-sounds>`; `show` draws other cues. */
function openAnnouncer(t) {
  const heard = [];
  const play = spy((name) => { heard.push(name); return 0.8; });
  const speak = spy((lines, after) => { if (lines.length) heard.push(`${lines.join(" ")} after ${after}`); });
  const live = { isLate: spy(() => late) };
  const sound = { play, speak, want: spy(), followRoom: spy() };
  let late = false;
  const page = openPage(t, `<room-sounds cues='${JSON.stringify(QUIET)}'></room-sounds>`, { modules: { live, sound, soundswitch: {} } });
  page.run("announce");
  const show = (cues, isLate = false) => {
    late = isLate;
    page.find("room-sounds").setAttribute("cues", JSON.stringify({ ...QUIET, ...cues }));
    return heard.splice(0);
  };
  return { ...page, ...sound, heard, show };
}

test("what was there when the page was opened is not heard, so a reload plays nothing twice", (t) => {
  const page = openPage(t, `<room-sounds cues='${JSON.stringify({ ...QUIET, now: [ROUND] })}'></room-sounds>`, {
    modules: { live: { isLate: () => false }, soundswitch: {}, sound: { play: () => assert.fail(), speak: () => assert.fail(), want() {}, followRoom() {} } },
  });
  page.run("announce");
});

test("a new moment is heard once: its sound, and its line after it", (t) => {
  const { show } = openAnnouncer(t);
  assert.deepEqual(show({ now: [ROUND] }), ["start", "round-4 after 0.8"]);
  assert.deepEqual(show({ now: [ROUND], tables: 4 }), []);
  assert.deepEqual(show({ now: [ROUND, BUNCO] }), ["bunco", "bunco-3 after 0.8"]);
});

test("the sounds of several moments begin together, and their lines follow in order", (t) => {
  const { show } = openAnnouncer(t);
  assert.deepEqual(show({ now: [BUNCO, END] }), ["bunco", "end", "bunco-3 round-over-4 after 0.8"]);
});

test("what happened while the page was cut off is not heard afterwards", (t) => {
  const { show } = openAnnouncer(t);
  assert.deepEqual(show({ now: [ROUND] }, true), []);
  assert.deepEqual(show({ now: [ROUND, END] }), ["end", "round-over-4 after 0.8"]);
});

test("the last seconds before the bell are counted, each once", (t) => {
  const { show } = openAnnouncer(t);
  assert.deepEqual([5, 5, 4].flatMap((left) => show({ bell_in: left })), ["tick", "tick"]);
  assert.deepEqual(show({ bell_in: null }), []);
});

test("the last five seconds of a break are counted, unless it ends before", async (t) => {
  const page = openAnnouncer(t);
  page.show({ last_minute: true });
  await page.wait(54_900);
  assert.deepEqual(page.heard, []);
  await page.wait(5000);
  assert.deepEqual(page.heard.splice(0), Array(5).fill("tick"));
  page.show({});
  page.show({ last_minute: true });
  await page.wait(30_000);
  page.show({});
  await page.wait(30_000);
  assert.deepEqual(page.heard, []);
});

test("a drawn name is heard when it stands on the television, not while names run", async (t) => {
  const page = openAnnouncer(t);
  page.document.body.insertAdjacentHTML("beforeend", '<div class="scene running"></div>');
  page.show({ now: [{ key: "drawn 9", effect: "drawn", lines: ["drawn"] }] });
  await page.wait(0);
  await page.wait(100);
  assert.deepEqual(page.heard, []);
  page.find(".scene").classList.remove("running");
  await page.wait(100);
  assert.deepEqual(page.heard, ["drawn", "drawn after 0.8"]);
});

test("the host's choice is followed, and only the lines of this room are fetched", (t) => {
  const page = openAnnouncer(t);
  page.show({ quiet: true, horn: true, tables: 2, sets: 3, clips: "/voice/de/" });
  assert.deepEqual(page.followRoom.calls.at(-1), [true, true, "/voice/de/"]);
  const lines = page.want.calls.at(-1)[0];
  assert.deepEqual(["bunco-2", "bunco-3", "bunco", "set-3", "set-4", "round-6"].map((line) => lines.includes(line)),
    [true, false, false, true, false, true]);
});
