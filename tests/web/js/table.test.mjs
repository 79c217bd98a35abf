import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

const BODY = `<page-frame></page-frame><main><div id="mid"></div><div class="course"></div>
  <form id="enter" method="post"><button id="ok">OK</button></form><form id="plain" method="post" data-plain></form>
  <button data-do="ring">Bell</button><button data-do="mute">Mute</button>
  <button data-toggle="other">Other</button><input id="name"></main>
  <dialog open><form id="shown" method="post"></form><form id="sure" method="post"><input name="pin"></form></dialog>`;

function openTable(t, { accepted = true } = {}) {
  const calls = Object.fromEntries(["send", "close", "play", "refresh", "fit", "tap"].map((name) => [name, spy()]));
  calls.send = spy(async () => accepted);
  const state = { open: false, draw: null };
  const page = openPage(t, BODY, {
    modules: {
      ask: { send: calls.send }, awake: {}, cues: {}, kept: {}, photo: {}, fit: { fit: calls.fit },
      keypad: { findKeypad: () => ({ tap: calls.tap }) }, live: { live: (after) => { state.draw = after; } },
      dialog: { close: calls.close, isOpen: () => state.open, refresh: calls.refresh },
      sound: { play: calls.play, unlock: async () => {} }, soundswitch: {},
    },
    fakes: {
      requestAnimationFrame: (then) => then(),
      MessageChannel: class {
        port1 = { close() {} };
        port2 = { postMessage: (data) => this.port1.onmessage({ data }) };
      },
    },
  });
  page.run("table");
  const rung = spy();
  page.find("[data-do=ring]").addEventListener("click", rung);
  return { ...page, ...calls, state, rung: rung.calls };
}

test("the script sends all forms except plain ones; a form in a dialog closes the dialog", (t) => {
  const page = openTable(t);
  assert.equal(page.submit("#enter"), false);
  assert.equal(page.submit("#plain"), true);
  assert.equal(page.close.calls.length, 0);
  page.submit("#shown");
  assert.deepEqual(page.send.calls.map(([form]) => form.id), ["enter", "shown"]);
  assert.equal(page.close.calls.length, 1);
});

test("every button plays a sound except the one that turns sounds off", async (t) => {
  const page = openTable(t);
  page.click("[data-do=mute]");
  page.click("#name");
  await page.wait();
  assert.deepEqual(page.play.calls, []);
  page.click("[data-toggle]");
  await page.wait();
  assert.deepEqual(page.play.calls, [["tap"]]);
});

test("a button with `data-toggle` shows and hides a part of the page", (t) => {
  const page = openTable(t);
  page.click("[data-toggle]");
  assert.equal(page.document.body.hasAttribute("data-other"), true);
  page.click("[data-toggle]");
  assert.equal(page.document.body.hasAttribute("data-other"), false);
});

test("the key b rings the bell, and so does the space bar if no button or field has the focus", (t) => {
  const page = openTable(t);
  page.key("b");
  page.key(" ");
  assert.equal(page.rung.length, 2);
  page.find("#ok").focus();
  page.key(" ");
  assert.equal(page.rung.length, 2);
  page.key("b");
  assert.equal(page.rung.length, 3);
});

test("a dialog that asks for the PIN stays open until the PIN is right", async (t) => {
  for (const [accepted, closed] of [[false, 0], [true, 1]]) {
    const page = openTable(t, { accepted });
    page.submit("#sure");
    assert.equal(page.close.calls.length, 0);
    await page.wait();
    assert.equal(page.close.calls.length, closed);
    t.mock.timers.reset();
  }
});

test("a key does not ring the bell if it repeats, comes with Ctrl, or a dialog is open", (t) => {
  const page = openTable(t);
  page.key("b", { repeat: true });
  page.key("b", { ctrlKey: true });
  page.state.open = true;
  page.key("b");
  assert.equal(page.rung.length, 0);
});

test("the digits 1 to 6 enter dice", (t) => {
  const page = openTable(t);
  for (const key of ["0", "1", "6", "7", "12", "F1"]) page.key(key);
  assert.deepEqual(page.tap.calls, [[1], [6]]);
});

test("digits that people type into a field, such as a PIN, enter no dice", (t) => {
  const page = openTable(t);
  page.find("[name=pin]").focus();
  for (const key of ["2", "4", "6", "1"]) page.key(key);
  assert.deepEqual(page.tap.calls, []);
});

test("the attributes of the frame set the page's title, stage and phase", (t) => {
  const page = openTable(t);
  const frame = page.find("page-frame");
  frame.setAttribute("title", "Ann throws");
  frame.setAttribute("stage", "play");
  frame.setAttribute("phase", "going");
  const { stage, phase } = page.document.body.dataset;
  assert.deepEqual([page.document.title, stage, phase], ["Ann throws", "play", "going"]);
});

test("after each drawing, names are fitted, the open dialog is refreshed, and the newest throw is visible", (t) => {
  const page = openTable(t);
  const strip = page.find(".course");
  Object.defineProperty(strip, "scrollWidth", { value: 900 });
  Object.defineProperty(strip, "clientWidth", { value: 300 });
  page.state.draw();
  assert.deepEqual([page.fit.calls.length, page.refresh.calls.length], [1, 1]);
  assert.deepEqual([strip.hasAttribute("data-more"), strip.scrollLeft], [true, 900]);
});

test("the page records when it first painted a throw, once for each throw", async (t) => {
  const page = openTable(t);
  const draw = (seq, taken) => {
    page.find("#mid").innerHTML = `<b class="last" data-seq="${seq}" ${taken}></b>`;
    page.state.draw();
    return page.window.piBunco.painted;
  };
  assert.equal(page.window.piBunco.painted, null);
  const first = draw(4, 'data-taken="999.5"');
  assert.deepEqual(first, { seq: 4, taken: 999.5, at: 1_000_000 });
  await page.wait(100);
  assert.equal(draw(4, 'data-taken="999.5"'), first);
  assert.deepEqual(draw(5, ""), { seq: 5, taken: null, at: 1_000_100 });
});
