import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

const DESK = (text) => `<div data-desk>${text}</div><input id="address">`;

/** Open a page that shows one camera, while the server knows `now`. */
function open(t, now, body = DESK("one camera")) {
  const location = { pathname: "/cameras", replace: spy() };
  const fetch = spy(async () => now());
  const page = openPage(t, body, { modules: { picture: {} }, fakes: { fetch, location } });
  page.run("desk");
  return { page, fetch, reload: location.replace };
}

const answer = (text) => ({ ok: true, text: async () => DESK(text) });

test("a camera that has come is shown after some seconds, and not before", async (t) => {
  let cameras = "one camera";
  const { page, reload } = open(t, () => answer(cameras));
  await page.wait(4000);
  assert.equal(reload.calls.length, 0);
  cameras = "two cameras";
  await page.wait(3999);
  assert.equal(reload.calls.length, 0);
  await page.wait(1);
  assert.deepEqual(reload.calls, [["/cameras"]]); // no form is sent again of which the page is the answer
});

test("the page is not loaded again while somebody types an address", async (t) => {
  const { page, reload } = open(t, () => answer("two cameras"));
  page.find("#address").focus();
  await page.wait(4000);
  assert.equal(reload.calls.length, 0);
});

test("a server that does not answer, or that answers with an error, changes nothing", async (t) => {
  let now = () => { throw new TypeError("no network"); };
  const { page, reload } = open(t, () => now());
  await page.wait(4000);
  now = () => ({ ok: false });
  await page.wait(4000);
  now = () => ({ ok: true, text: async () => "<p>another page</p>" });
  await page.wait(4000);
  assert.equal(reload.calls.length, 0);
});

test("a page without cameras asks nothing", async (t) => {
  const { page, fetch } = open(t, () => answer("one camera"), "<p>Who plays?</p>");
  await page.wait(20000);
  assert.equal(fetch.calls.length, 0);
});
