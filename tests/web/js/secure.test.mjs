import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

const BODY = `<div data-check="https://bunco.local:8443/secure/check" data-tells><p data-shows="unknown"></p>
<p data-shows="good" hidden></p><p data-shows="not-yet" hidden></p></div><div data-steps>
<details data-system="apple"></details><details data-system="mac" open></details></div><div data-done hidden></div>
<form><input name="now" value=""></form>`;
const isShown = (page, selector) => !page.document.querySelector(selector).hasAttribute("hidden");
const listShown = (page) => ["unknown", "good", "not-yet"].filter((name) => isShown(page, `[data-shows=${name}]`));

function open(t, fetch, navigator = {}) {
  const page = openPage(t, BODY, { fakes: { fetch, navigator } });
  page.run("secure");
  return page;
}

test("a device that can load the word over https: trusts the table, and needs no steps", async (t) => {
  const fetch = spy(async () => ({}));
  const page = open(t, fetch);
  await page.wait();
  assert.deepEqual([listShown(page), isShown(page, "[data-steps]")], [["good"], false]);
  assert.equal(fetch.calls[0][0], "/api/secure");
  assert.deepEqual(JSON.parse(fetch.calls[0][1].body), { now: Date.now() });
  assert.equal(fetch.calls[1][1].credentials, "omit");
});

test("one that cannot sees the steps, and is asked again when somebody comes back to the page", async (t) => {
  let trusts = false;
  const page = open(t, async () => { if (!trusts) throw new TypeError("certificate"); });
  await page.wait();
  assert.deepEqual([listShown(page), isShown(page, "[data-steps]")], [["not-yet"], true]);
  trusts = true;
  page.document.dispatchEvent(new page.window.Event("visibilitychange"));
  await page.wait();
  assert.deepEqual([listShown(page), isShown(page, "[data-done]")], [["good"], true]);
});

test("an iPad that calls itself a Mac sees the steps of an iPad", async (t) => {
  const page = open(t, async () => ({}), { maxTouchPoints: 5 });
  await page.wait();
  assert.equal(page.document.querySelector("[data-system=apple]").hasAttribute("open"), true);
  assert.equal(page.document.querySelector("[data-system=mac]").hasAttribute("open"), false);
});

test("a form for the host says the time", async (t) => {
  const page = open(t, async () => ({}));
  await page.wait();
  page.document.querySelector("form").dispatchEvent(new page.window.Event("submit", { cancelable: true }));
  assert.equal(page.document.querySelector("[name=now]").value, String(Date.now()));
});
