import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

const BODY = '<button data-do="full">Fill</button>';
const maySleep = (page) => page.document.body.hasAttribute("data-sleeps");

test("if the browser cannot keep the screen on, the page is marked", async (t) => {
  const page = openPage(t, BODY, { fakes: { navigator: {} } });
  page.run("awake");
  await page.wait();
  assert.equal(maySleep(page), true);
});

test("the page asks the browser to keep the screen on, and asks again each time it becomes visible", async (t) => {
  const request = spy(async () => {});
  const page = openPage(t, BODY, { fakes: { navigator: { wakeLock: { request } } } });
  page.run("awake");
  await page.wait();
  assert.deepEqual([maySleep(page), request.calls], [false, [["screen"]]]);
  page.document.dispatchEvent(new page.window.Event("visibilitychange"));
  await page.wait();
  assert.equal(request.calls.length, 2);
  Object.defineProperty(page.document, "visibilityState", { value: "hidden" });
  page.document.dispatchEvent(new page.window.Event("visibilitychange"));
  await page.wait();
  assert.equal(request.calls.length, 2);
});

for (const [browser, enter, leave, element] of [
  ["Chrome", "requestFullscreen", "exitFullscreen", "fullscreenElement"],
  ["Safari until 16.4", "webkitRequestFullscreen", "webkitExitFullscreen", "webkitFullscreenElement"],
]) {
  test(`in ${browser}, a tap on the button turns full screen on, and the next tap turns it off`, (t) => {
    const page = openPage(t, BODY, { fakes: { navigator: {} } });
    const calls = [];
    page.document.documentElement[enter] = function fill() { calls.push(this); };
    page.document[leave] = function exit() { calls.push(this); };
    page.run("awake");
    assert.equal(page.document.body.hasAttribute("data-fills"), true);
    page.document.body.click();
    page.click("button");
    page.document[element] = page.document.documentElement;
    page.click("button");
    assert.deepEqual(calls, [page.document.documentElement, page.document]);
  });
}

test("if the browser has no full screen, the page does not offer it", (t) => {
  const page = openPage(t, BODY, { fakes: { navigator: {} } });
  page.run("awake");
  assert.equal(page.document.body.hasAttribute("data-fills"), false);
});
