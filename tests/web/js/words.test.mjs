import assert from "node:assert/strict";
import test from "node:test";
import { openPage, WORDS } from "./page.mjs";

test("values replace the names in braces", (t) => {
  const { word } = openPage(t, WORDS).run("words");
  assert.equal(word("tapped", { name: "Ann", face: 3 }), "Ann: 3.");
  assert.equal(word("silentThen"), "Look.");
});

test("each die is a new copy", (t) => {
  const { die } = openPage(t, WORDS).run("words");
  const [first, second] = [die(4), die(4)];
  assert.equal(first.dataset.shows, "4");
  assert.notEqual(first, second);
  assert.equal(die(0).dataset.shows, "0");
});
