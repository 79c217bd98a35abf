import assert from "node:assert/strict";
import test from "node:test";
import { noted, open } from "./page.mjs";

const BODY = '<button data-do="full">Fill</button>';
const sleeps = (page) => page.document.body.hasAttribute("data-sleeps");

test("a page that may not keep the screen on says that its device may fall asleep", async (t) => {
  const page = open(t, BODY, { fakes: { navigator: {} } });
  page.run("awake");
  await page.wait();
  assert.equal(sleeps(page), true);
});

test("the screen stays on, and is asked for again when the page comes back into sight", async (t) => {
  const request = noted(async () => {});
  const page = open(t, BODY, { fakes: { navigator: { wakeLock: { request } } } });
  page.run("awake");
  await page.wait();
  assert.deepEqual([sleeps(page), request.calls], [false, [["screen"]]]);
  page.document.dispatchEvent(new page.window.Event("visibilitychange"));
  await page.wait();
  assert.equal(request.calls.length, 2);
  Object.defineProperty(page.document, "visibilityState", { value: "hidden" });
  page.document.dispatchEvent(new page.window.Event("visibilitychange"));
  await page.wait();
  assert.equal(request.calls.length, 2);
});

for (const [browser, ask, leave, full] of [
  ["Chrome", "requestFullscreen", "exitFullscreen", "fullscreenElement"],
  ["Safari until 16.4", "webkitRequestFullscreen", "webkitExitFullscreen", "webkitFullscreenElement"],
]) {
  test(`in ${browser} one tap fills the screen and the next one leaves it`, (t) => {
    const page = open(t, BODY, { fakes: { navigator: {} } });
    const done = [];
    page.document.documentElement[ask] = function fill() { done.push(this); };
    page.document[leave] = function exit() { done.push(this); };
    page.run("awake");
    assert.equal(page.document.body.hasAttribute("data-fills"), true);
    page.document.body.click();
    page.click("button");
    page.document[full] = page.document.documentElement;
    page.click("button");
    assert.deepEqual(done, [page.document.documentElement, page.document]);
  });
}

test("a browser that cannot fill the screen does not offer it", (t) => {
  const page = open(t, BODY, { fakes: { navigator: {} } });
  page.run("awake");
  assert.equal(page.document.body.hasAttribute("data-fills"), false);
});
