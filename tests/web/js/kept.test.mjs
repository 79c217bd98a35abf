import assert from "node:assert/strict";
import test from "node:test";
import { open } from "./page.mjs";

const BODY = '<button data-keep="odds">Odds</button><button id="other">Other</button>';
const hidden = (page) => page.document.body.hasAttribute("data-odds");

test("a choice lasts on its device, and a second tap takes it back", (t) => {
  const page = open(t, BODY);
  page.run("kept");
  assert.equal(hidden(page), false);
  page.click("#other");
  assert.equal(hidden(page), false);
  page.click("[data-keep]");
  assert.deepEqual([hidden(page), page.window.localStorage.getItem("pi-bunco.odds")], [true, "yes"]);
  page.click("[data-keep]");
  assert.deepEqual([hidden(page), page.window.localStorage.getItem("pi-bunco.odds")], [false, "no"]);
});

test("a page begins with what was chosen", (t) => {
  const page = open(t, BODY);
  page.window.localStorage.setItem("pi-bunco.odds", "yes");
  page.run("kept");
  assert.equal(hidden(page), true);
});

test("where storage is forbidden a choice lasts until the page is left", (t) => {
  const forbidden = () => { throw new Error("forbidden"); };
  const page = open(t, BODY, { fakes: { localStorage: { getItem: forbidden, setItem: forbidden } } });
  page.run("kept");
  page.click("[data-keep]");
  assert.equal(hidden(page), true);
});
