import assert from "node:assert/strict";
import test from "node:test";
import { open, WORDS } from "./page.mjs";

test("words have values where their names stand in braces", (t) => {
  const { word } = open(t, WORDS).run("words");
  assert.equal(word("tapped", { name: "Ann", face: 3 }), "Ann: 3.");
  assert.equal(word("silentThen"), "Look.");
});

test("a die is a copy, so that two can stand beside each other", (t) => {
  const { die } = open(t, WORDS).run("words");
  const [one, other] = [die(4), die(4)];
  assert.equal(one.dataset.shows, "4");
  assert.notEqual(one, other);
  assert.equal(die(0).dataset.shows, "0");
});
