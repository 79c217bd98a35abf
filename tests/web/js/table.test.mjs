import assert from "node:assert/strict";
import test from "node:test";
import { noted, open } from "./page.mjs";

const BODY = `<page-frame></page-frame><main><div id="mid"></div><div class="course"></div>
  <form id="enter" method="post"><button id="ok">OK</button></form><form id="plain" method="post" data-plain></form>
  <button data-do="ring">Bell</button><button data-do="mute">Mute</button><button data-toggle="other">Other</button><input id="name"></main>
  <dialog open><form id="shown" method="post"></form></dialog>`;

function tabled(t) {
  const calls = Object.fromEntries(["send", "close", "play", "refresh", "fit", "tap"].map((name) => [name, noted()]));
  const state = { open: false, draw: null };
  const page = open(t, BODY, {
    modules: {
      ask: { send: calls.send }, awake: {}, cues: {}, kept: {}, photo: {}, fit: { fit: calls.fit },
      keypad: { findKeypad: () => ({ tap: calls.tap }) }, live: { live: (after) => { state.draw = after; } },
      dialog: { close: calls.close, isOpen: () => state.open, refresh: calls.refresh },
      sound: { play: calls.play, unlock: async () => {} },
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
  const rung = noted();
  page.one("[data-do=ring]").addEventListener("click", rung);
  return { ...page, ...calls, state, rung: rung.calls };
}

test("forms are sent by the script, but for plain ones; one in a dialog closes it", (t) => {
  const page = tabled(t);
  assert.equal(page.submit("#enter"), false);
  assert.equal(page.submit("#plain"), true);
  assert.equal(page.close.calls.length, 0);
  page.submit("#shown");
  assert.deepEqual(page.send.calls.map(([form]) => form.id), ["enter", "shown"]);
  assert.equal(page.close.calls.length, 1);
});

test("every button clicks, but for the one that turns sounds off", async (t) => {
  const page = tabled(t);
  page.click("[data-do=mute]");
  page.click("#name");
  await page.wait();
  assert.deepEqual(page.play.calls, []);
  page.click("[data-toggle]");
  await page.wait();
  assert.deepEqual(page.play.calls, [["tap"]]);
});

test("a button turns a part of the page on and off", (t) => {
  const page = tabled(t);
  page.click("[data-toggle]");
  assert.equal(page.document.body.hasAttribute("data-other"), true);
  page.click("[data-toggle]");
  assert.equal(page.document.body.hasAttribute("data-other"), false);
});

test("b rings the bell, and so does the space bar where no button or field has the focus", (t) => {
  const page = tabled(t);
  page.key("b");
  page.key(" ");
  assert.equal(page.rung.length, 2);
  page.one("#ok").focus();
  page.key(" ");
  assert.equal(page.rung.length, 2);
  page.key("b");
  assert.equal(page.rung.length, 3);
});

test("no key rings while a dialog is open, is held down, or is meant for the browser", (t) => {
  const page = tabled(t);
  page.key("b", { repeat: true });
  page.key("b", { ctrlKey: true });
  page.state.open = true;
  page.key("b");
  assert.equal(page.rung.length, 0);
});

test("digits from 1 to 6 type dice", (t) => {
  const page = tabled(t);
  for (const key of ["0", "1", "6", "7", "12", "F1"]) page.key(key);
  assert.deepEqual(page.tap.calls, [[1], [6]]);
});

test("the table's stage, its phase and its title come with the frame", (t) => {
  const page = tabled(t);
  const frame = page.one("page-frame");
  frame.setAttribute("title", "Ann throws");
  frame.setAttribute("stage", "play");
  frame.setAttribute("phase", "going");
  const { stage, phase } = page.document.body.dataset;
  assert.deepEqual([page.document.title, stage, phase], ["Ann throws", "play", "going"]);
});

test("whenever something is drawn, names are fitted, the open dialog is renewed and the newest throw is in sight", (t) => {
  const page = tabled(t);
  const strip = page.one(".course");
  Object.defineProperty(strip, "scrollWidth", { value: 900 });
  Object.defineProperty(strip, "clientWidth", { value: 300 });
  page.state.draw();
  assert.deepEqual([page.fit.calls.length, page.refresh.calls.length], [1, 1]);
  assert.deepEqual([strip.hasAttribute("data-more"), strip.scrollLeft], [true, 900]);
});

test("the page notes when a throw first stood on the screen, once for each throw", async (t) => {
  const page = tabled(t);
  const draw = (seq, taken) => {
    page.one("#mid").innerHTML = `<b class="last" data-seq="${seq}" ${taken}></b>`;
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
