import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

/** Open the page that waits until the program has started again; `ask` answers who runs. */
function open(t, ask, body = '<main data-run="a"></main>') {
  const location = { replace: spy() };
  const fetch = spy(async () => ask());
  const page = openPage(t, body, { fakes: { fetch, location } });
  page.run("people");
  return { page, fetch, replace: location.replace };
}

const run = (name) => ({ ok: true, json: async () => ({ run: name }) });

test("the page waits while the old program still answers, and goes on with the new one", async (t) => {
  let now = run("a");
  const { page, replace } = open(t, () => now);
  await page.wait(1000);
  await page.wait(1000);
  assert.equal(replace.calls.length, 0);
  now = run("b");
  await page.wait(1000);
  assert.deepEqual(replace.calls, [["/people"]]);
});

test("a program without a game only refuses: that counts once it was away", async (t) => {
  let now = () => ({ ok: false });
  const { page, replace } = open(t, () => now());
  await page.wait(1000);
  assert.equal(replace.calls.length, 0);
  now = () => { throw new TypeError("away"); };
  await page.wait(1000);
  now = () => ({ ok: false });
  await page.wait(1000);
  assert.deepEqual(replace.calls, [["/people"]]);
});

test("another page of the same kind asks nothing", async (t) => {
  const { page, fetch } = open(t, () => run("b"), "<main></main>");
  await page.wait(5000);
  assert.equal(fetch.calls.length, 0);
});
