import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

const SCREEN = 1920;

/** Open a page of this height on an upright screen. `media` are the queries that match. */
function open(t, height, media = ["(orientation: portrait)"]) {
  const scrolled = spy(({ top }) => { page.window.scrollY = Math.min(top, height - SCREEN); });
  const page = openPage(t, "", { fakes: { matchMedia: (query) => ({ matches: media.includes(query) }), scrollTo: scrolled } });
  Object.defineProperty(page.document.documentElement, "scrollHeight", { value: height });
  Object.assign(page.window, { innerHeight: SCREEN, scrollY: 0 });
  const { showTop } = page.run("upright");
  return { ...page, showTop, scrolled: scrolled.calls, at: () => page.window.scrollY };
}

test("a page that is too long scrolls part by part, and begins again at its end", async (t) => {
  const page = open(t, 4000);
  const seen = [];
  for (let part = 0; part < 4; part += 1) {
    await page.wait(12_000);
    seen.push(page.at());
  }
  assert.deepEqual(seen, [1248, 2080, 0, 1248]);
  assert.equal(page.scrolled[0][0].behavior, "smooth");
});

test("each part begins above the end of the one before", async (t) => {
  const page = open(t, 9000);
  await page.wait(12_000);
  assert.ok(page.at() < SCREEN);
});

test("nothing scrolls on a page that fits, on a lying screen, or under a finger", async (t) => {
  for (const [height, media] of [
    [SCREEN, ["(orientation: portrait)"]], [4000, []], [4000, ["(orientation: portrait)", "(pointer: coarse)"]],
  ]) {
    await t.test(`${height} ${media}`, async (inner) => {
      const page = open(inner, height, media);
      await page.wait(60_000);
      page.showTop();
      assert.equal(page.scrolled.length, 0);
    });
  }
});

test("it waits a minute after somebody has scrolled", async (t) => {
  const page = open(t, 4000);
  page.window.dispatchEvent(new page.window.Event("wheel"));
  await page.wait(48_000);
  assert.equal(page.scrolled.length, 0);
  await page.wait(24_000);
  assert.ok(page.at());
});

test("what is new is shown from its top, without a movement where motion is reduced", async (t) => {
  const page = open(t, 4000, ["(orientation: portrait)", "(prefers-reduced-motion: reduce)"]);
  page.showTop();
  assert.equal(page.scrolled.length, 0);
  await page.wait(12_000);
  page.showTop();
  assert.deepEqual([page.at(), page.scrolled[1][0].behavior], [0, "auto"]);
});
