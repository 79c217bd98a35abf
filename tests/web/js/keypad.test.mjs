import assert from "node:assert/strict";
import test from "node:test";
import { noted, open, WORDS } from "./page.mjs";

const PAD = '<main><form><dice-keypad wanted="3" whose=\'["Ann"]\' after="41"></dice-keypad></form></main>';

function padded(t, body = PAD) {
  const close = noted();
  const sent = [];
  const page = open(t, WORDS + body, { modules: {
    ask: { send: (form) => sent.push([...new page.window.FormData(form)].map((pair) => pair.join("="))) }, dialog: { close },
  } });
  const { findKeypad } = page.run("keypad");
  const pad = page.one("dice-keypad");
  return {
    ...page, sent, findKeypad, pad, closed: close.calls,
    tap: (...faces) => faces.forEach((face) => pad.querySelector(`[data-face="${face}"]`).click()),
    slots: () => [...pad.querySelectorAll("[data-at]")].map((slot) => slot.getAttribute("aria-label")),
  };
}

test("the last die sends the form with all faces in their order and what was seen before, and the slots are empty again", (t) => {
  const page = padded(t);
  page.tap(2, 6);
  assert.deepEqual(page.sent, []);
  page.tap(2);
  assert.deepEqual(page.sent, [["dice=2", "dice=6", "dice=2", "after=41"]]);
  assert.deepEqual(page.slots(), ["Ann: none.", "Die 2: none.", "Die 3: none."]);
  assert.equal(page.one("form [name]"), null);
});

test("each slot says whose die it is and what was tapped, and the next one waits", (t) => {
  const page = padded(t);
  page.tap(5);
  assert.deepEqual(page.slots(), ["Ann: 5.", "Die 2: none.", "Die 3: none."]);
  assert.deepEqual([...page.pad.querySelectorAll("small")].map((name) => name.textContent), ["Ann"]);
  assert.deepEqual([...page.pad.querySelectorAll("[data-at]")].map((slot) => [slot.disabled, slot.classList.contains("awaited")]),
    [[false, false], [true, true], [true, false]]);
});

test("a tapped die is taken back by a tap, with those after it", (t) => {
  const page = padded(t);
  page.tap(5, 4);
  page.click("[data-at='0']");
  assert.deepEqual(page.slots(), ["Ann: none.", "Die 2: none.", "Die 3: none."]);
  page.tap(1, 2);
  page.click("[data-at='1']");
  page.tap(3, 4);
  assert.deepEqual(page.sent, [["dice=1", "dice=3", "dice=4", "after=41"]]);
});

test("half-tapped dice stay when somebody else's throw comes, and are sent as a correction of what was seen at their first tap", (t) => {
  const page = padded(t);
  page.tap(5);
  page.pad.setAttribute("after", "42");
  assert.equal(page.slots()[0], "Ann: 5.");
  page.tap(5, 5);
  assert.deepEqual(page.sent, [["dice=5", "dice=5", "dice=5", "after=41"]]);
});

test("half-tapped dice go when another number of dice is wanted", (t) => {
  const page = padded(t);
  page.tap(5);
  page.pad.setAttribute("wanted", "1");
  assert.deepEqual(page.slots(), ["Ann: none."]);
  page.tap(4);
  assert.deepEqual(page.sent, [["dice=4", "after=41"]]);
});

test("a keypad that is about one throw says nothing of what was seen, and closes the dialog that it stands in", (t) => {
  const page = padded(t, '<dialog id="dialog"><form><dice-keypad wanted="1"></dice-keypad></form></dialog>');
  page.tap(3);
  assert.deepEqual(page.sent, [["dice=3"]]);
  assert.equal(page.closed.length, 1);
});

test("typed digits go to the keypad of the open dialog before that of the table, and to none out of sight", (t) => {
  const pad = '<form><dice-keypad wanted="1"></dice-keypad></form>';
  const page = padded(t, `<main>${pad}</main><dialog id="dialog">${pad}</dialog>`);
  const [table, dialog] = page.document.querySelectorAll("dice-keypad");
  table.getClientRects = dialog.getClientRects = () => [{}];
  assert.equal(page.findKeypad(), dialog);
  dialog.getClientRects = () => [];
  assert.equal(page.findKeypad(), table);
  table.getClientRects = () => [];
  assert.equal(page.findKeypad(), undefined);
});
