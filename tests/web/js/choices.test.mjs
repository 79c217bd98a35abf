import assert from "node:assert/strict";
import test from "node:test";
import { openPage } from "./page.mjs";

test("a choice is stored on the device and read again", (t) => {
  const page = openPage(t, "");
  const { readChoice, storeChoice } = page.run("choices");
  assert.equal(readChoice("volume"), null);
  assert.equal(storeChoice("volume", "40"), true);
  assert.deepEqual([readChoice("volume"), page.window.localStorage.getItem("pi-bunco.volume")], ["40", "40"]);
});

test("a browser that forbids storage stops no script", (t) => {
  const forbidden = () => { throw new Error("forbidden"); };
  const fakes = { localStorage: { getItem: forbidden, setItem: forbidden } };
  const { readChoice, storeChoice } = openPage(t, "", { fakes }).run("choices");
  assert.deepEqual([readChoice("volume"), storeChoice("volume", "40")], [null, false]);
});
