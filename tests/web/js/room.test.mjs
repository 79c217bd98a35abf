import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

const scene = (kind, more = "") => `<article class="scene ${kind}" data-seconds="8" ${more}></article>`;
const stage = (key, ...scenes) => `<section class="stage" data-key="${key}">${scenes.join("")}</section>`;
const draw = (name, number) => `<article class="scene draw" data-seconds="12" data-draws="${number}">
  <p class="reel"><span></span></p><strong data-names='["Ann","Bob","Cy"]'>${name}</strong></article>`;

/** Open the television; `change` draws other scenes, as the stream does. */
function open(t, body, { calm = false, late = () => false } = {}) {
  let after;
  const fit = spy();
  const page = openPage(t, `<main id="room"><div id="room_show">${body}</div><div id="sponsors" data-fetch="/room/sponsors"></div></main>`, {
    modules: {
      awake: {}, announce: {}, upright: { showTop: spy() }, fit: { fit, shrink: spy() },
      live: { isLate: late, live: (callback) => { after = callback; callback(); } },
    },
    fakes: { fetch: async () => ({ ok: false }), matchMedia: () => ({ matches: calm }) },
  });
  page.run("room");
  return { ...page, change: (markup) => { page.find("#room_show").innerHTML = markup; after(); } };
}

const now = (page) => page.find(".scene.now").className.split(" ")[1];

test("scenes follow each other, and a change of the same moment keeps the scene", async (t) => {
  const scenes = stage("a", scene("one"), scene("two"));
  const page = open(t, scenes);
  assert.equal(now(page), "one");
  await page.wait(8000);
  assert.equal(now(page), "two");
  page.change(scenes);
  assert.equal(now(page), "two");
  await page.wait(8000);
  assert.equal(now(page), "one");
  await page.wait(8000);
  page.change(stage("b", scene("three"), scene("four")));
  assert.equal(now(page), "three");
});

test("a scene says what stands beside it", (t) => {
  const page = open(t, stage("a", scene("one", 'data-beside="join"')));
  assert.equal(page.find("#room").dataset.beside, "join");
  page.change("");
  assert.equal(page.find("#room").dataset.beside, "");
});

test("names run after a drawing, and the name of the log stands at the end", async (t) => {
  const page = open(t, stage("a", scene("clock")));
  page.change(stage("a", scene("clock"), draw("Bob", 41)));
  assert.equal(now(page), "draw");
  assert.ok(page.find(".scene.running"));
  assert.ok(["Ann", "Bob", "Cy"].includes(page.find(".reel").textContent));
  for (let step = 0; step < 40; step += 1) await page.wait(400);
  assert.equal(page.find(".scene.running"), null);
  assert.equal(page.find("strong").textContent, "Bob");
});

test("nothing runs where motion is reduced", (t) => {
  const page = open(t, stage("a", scene("clock")), { calm: true });
  page.change(stage("a", scene("clock"), draw("Bob", 41)));
  assert.equal(now(page), "draw");
  assert.equal(page.find(".running"), null);
});

test("nothing runs for a drawing that was there before the page", (t) => {
  const page = open(t, stage("a", scene("clock"), draw("Bob", 41)), { late: () => true });
  assert.equal(now(page), "clock");
  assert.equal(page.find(".running"), null);
});
