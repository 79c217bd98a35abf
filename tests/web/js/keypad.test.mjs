import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy, WORDS } from "./page.mjs";

const PAD = '<main><form><dice-keypad wanted="3" whose=\'["Ann"]\' after="41"></dice-keypad></form></main>';

function openKeypad(t, body = PAD) {
  const close = spy();
  const sent = [];
  const page = openPage(t, WORDS + body, { modules: {
    ask: { send: (form) => sent.push([...new page.window.FormData(form)].map((pair) => pair.join("="))) }, dialog: { close, isOpen: () => page.find("#dialog[open]") !== null },
  } });
  const { findKeypad } = page.run("keypad");
  const pad = page.find("dice-keypad");
  return {
    ...page, sent, findKeypad, pad, closed: close.calls,
    tap: (...faces) => faces.forEach((face) => pad.querySelector(`[data-face="${face}"]`).click()),
    tapAt(milliseconds, face) {
      const click = new page.window.MouseEvent("click", { bubbles: true });
      Object.defineProperty(click, "timeStamp", { value: milliseconds });
      pad.querySelector(`[data-face="${face}"]`).dispatchEvent(click);
    },
    listSlots: () => [...pad.querySelectorAll("[data-at]")].map((slot) => slot.getAttribute("aria-label")),
  };
}

test("the last die sends all faces in order and the number of the newest throw, and then the slots are empty", (t) => {
  const page = openKeypad(t);
  page.tap(2, 6);
  assert.deepEqual(page.sent, []);
  page.tap(2);
  assert.deepEqual(page.sent, [["dice=2", "dice=6", "dice=2", "after=41"]]);
  assert.deepEqual(page.listSlots(), ["Ann: none.", "Die 2: none.", "Die 3: none."]);
  assert.equal(page.find("form [name]"), null);
});

test("a finger that trembles on the key of the last die begins no other throw", (t) => {
  const page = openKeypad(t);
  for (const [at, face] of [[0, 6], [10, 6], [20, 6], [150, 6], [320, 6]]) page.tapAt(at, face); // three sixes are three taps
  assert.deepEqual(page.listSlots(), ["Ann: none.", "Die 2: none.", "Die 3: none."]);
  page.tapAt(330, 5);
  assert.deepEqual(page.listSlots(), ["Ann: 5.", "Die 2: none.", "Die 3: none."]);
  for (const [at, face] of [[340, 5], [1000, 2], [1400, 2]]) page.tapAt(at, face);
  assert.deepEqual(page.sent.map((throw_) => throw_.slice(0, 3).join(" ")), ["dice=6 dice=6 dice=6", "dice=5 dice=5 dice=2"]);
  assert.deepEqual(page.listSlots(), ["Ann: 2.", "Die 2: none.", "Die 3: none."]);
});

test("each slot names its player and face, and the next empty slot is marked", (t) => {
  const page = openKeypad(t);
  page.tap(5);
  assert.deepEqual(page.listSlots(), ["Ann: 5.", "Die 2: none.", "Die 3: none."]);
  assert.deepEqual([...page.pad.querySelectorAll("small")].map((name) => name.textContent), ["Ann"]);
  assert.deepEqual([...page.pad.querySelectorAll("[data-at]")].map((slot) => [slot.disabled, slot.classList.contains("awaited")]),
    [[false, false], [true, true], [true, false]]);
});

test("a tap on a slot removes its die and the dice after it", (t) => {
  const page = openKeypad(t);
  page.tap(5, 4);
  page.click("[data-at='0']");
  assert.deepEqual(page.listSlots(), ["Ann: none.", "Die 2: none.", "Die 3: none."]);
  page.tap(1, 2);
  page.click("[data-at='1']");
  page.tap(3, 4);
  assert.deepEqual(page.sent, [["dice=1", "dice=3", "dice=4", "after=41"]]);
});

test("tapped dice stay when another throw arrives; they are sent with the newest throw at the first tap", (t) => {
  const page = openKeypad(t);
  page.tap(5);
  page.pad.setAttribute("after", "42");
  assert.equal(page.listSlots()[0], "Ann: 5.");
  page.tap(5, 5);
  assert.deepEqual(page.sent, [["dice=5", "dice=5", "dice=5", "after=41"]]);
});

test("when another number of dice is wanted, tapped dice are removed", (t) => {
  const page = openKeypad(t);
  page.tap(5);
  page.pad.setAttribute("wanted", "1");
  assert.deepEqual(page.listSlots(), ["Ann: none."]);
  page.tap(4);
  assert.deepEqual(page.sent, [["dice=4", "after=41"]]);
});

test("a keypad that the page has moved keeps its tapped dice, and counts each tap once", (t) => {
  const page = openKeypad(t);
  page.tap(5);
  page.find("main").append(page.find("form"));
  assert.deepEqual(page.listSlots(), ["Ann: 5.", "Die 2: none.", "Die 3: none."]);
  page.tap(4, 1);
  assert.deepEqual(page.sent, [["dice=5", "dice=4", "dice=1", "after=41"]]);
});

test("a keypad without `after` sends only the dice, and closes its dialog", (t) => {
  const page = openKeypad(t, '<dialog id="dialog"><form><dice-keypad wanted="1"></dice-keypad></form></dialog>');
  page.tap(3);
  assert.deepEqual(page.sent, [["dice=3"]]);
  assert.equal(page.closed.length, 1);
});

test("findKeypad returns the visible keypad of the open dialog, or of the table if no dialog is open", (t) => {
  const pad = '<form><dice-keypad wanted="1"></dice-keypad></form>';
  const page = openKeypad(t, `<main>${pad}</main><dialog id="dialog" open>${pad}</dialog>`);
  const [table, dialog] = page.document.querySelectorAll("dice-keypad");
  table.getClientRects = dialog.getClientRects = () => [{}];
  assert.equal(page.findKeypad(), dialog);
  dialog.getClientRects = () => [];
  assert.equal(page.findKeypad(), undefined); // the table is behind the dialog
  page.find("#dialog").removeAttribute("open");
  assert.equal(page.findKeypad(), table);
  table.getClientRects = () => [];
  assert.equal(page.findKeypad(), undefined);
});
