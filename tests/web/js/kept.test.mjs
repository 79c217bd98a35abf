import assert from "node:assert/strict";
import test from "node:test";
import { openPage } from "./page.mjs";

const BODY = '<button data-keep="odds">Odds</button><button id="other">Other</button>';
const isChosen = (page) => page.document.body.hasAttribute("data-odds");

test("a choice is stored on the device, and a second tap takes it back", (t) => {
  const page = openPage(t, BODY);
  page.run("kept");
  assert.equal(isChosen(page), false);
  page.click("#other");
  assert.equal(isChosen(page), false);
  page.click("[data-keep]");
  assert.deepEqual([isChosen(page), page.window.localStorage.getItem("pi-bunco.odds")], [true, "yes"]);
  page.click("[data-keep]");
  assert.deepEqual([isChosen(page), page.window.localStorage.getItem("pi-bunco.odds")], [false, "no"]);
});

test("a page starts with the stored choice", (t) => {
  const page = openPage(t, BODY);
  page.window.localStorage.setItem("pi-bunco.odds", "yes");
  page.run("kept");
  assert.equal(isChosen(page), true);
});

test("without storage, a choice lasts until people leave the page", (t) => {
  const forbidden = () => { throw new Error("forbidden"); };
  const page = openPage(t, BODY, { fakes: { localStorage: { getItem: forbidden, setItem: forbidden } } });
  page.run("kept");
  page.click("[data-keep]");
  assert.equal(isChosen(page), true);
});
