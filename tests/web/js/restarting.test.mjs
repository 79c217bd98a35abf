import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

/** Open the page that waits until the program has started again; `ask` answers which run it is. */
function open(t, ask) {
  const location = { replace: spy() };
  const fetch = spy(async () => ask());
  const page = openPage(t, '<main data-run="a" data-next="/people"></main>', { fakes: { fetch, location } });
  page.run("restarting");
  return { page, fetch, replace: location.replace };
}

const run = (name) => ({ json: async () => ({ run: name }) });

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

for (const [what, json] of [["refuses", async () => ({ error: "no game" })], ["shows a page", async () => { throw new SyntaxError("<!doctype"); }]]) {
  test(`a program that ${what} counts once nothing answered`, async (t) => {
    let now = () => ({ json });
    const { page, replace } = open(t, () => now());
    await page.wait(1000);
    assert.equal(replace.calls.length, 0);
    now = () => { throw new TypeError("away"); };
    await page.wait(1000);
    now = () => ({ json });
    await page.wait(1000);
    assert.deepEqual(replace.calls, [["/people"]]);
  });
}
