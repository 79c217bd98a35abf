import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

/** Open a page, and return with it a function that makes a tap which the test answers. */
function openLeaving(t) {
  const location = { reload: spy() };
  const page = openPage(t, '<p id="toast"></p>', { fakes: { location } });
  const { keepUntil, leave } = page.run("leave");
  return {
    ...page, leave,
    countReloads: () => location.reload.calls.length,
    tap() {
      let answer = () => {};
      keepUntil(new Promise((resolve) => { answer = resolve; }));
      return answer;
    },
  };
}

test("a page without waiting taps is loaded again at once", async (t) => {
  const page = openLeaving(t);
  page.leave();
  await page.wait();
  assert.equal(page.countReloads(), 1);
});

test("a page stays until all its taps are answered, also those that came meanwhile", async (t) => {
  const page = openLeaving(t);
  const first = page.tap();
  page.leave();
  const second = page.tap();
  first();
  await page.wait(30_000);
  assert.equal(page.countReloads(), 0);
  second();
  await page.wait();
  assert.equal(page.countReloads(), 1);
});

test("a page stays while people read why a tap was refused", async (t) => {
  const page = openLeaving(t);
  page.find("#toast").className = "shown bad";
  const go = spy();
  page.leave(go);
  await page.wait(5000);
  assert.equal(go.calls.length, 0);
  await page.wait(1000);
  assert.equal(go.calls.length, 1);
});
