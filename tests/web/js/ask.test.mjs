import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy, WORDS } from "./page.mjs";

const FORMS = `<form id="a" action="/a"><input name="x" value="1"></form>
  <form id="b" action="/b" data-said="Done." data-then="/look"></form>
  <form id="keys" action="/keys"><dice-keypad></dice-keypad></form>
  <dialog open><form id="sure" action="/sure"></form><form-refusal></form-refusal></dialog>`;

/**
 * Open a page whose requests get these answers in turn; when none is left, taps are accepted. An answer is a refusal,
 * "dead" (no network), "late" (after a second) or "never".
 */
function openWithAnswers(t, answers = []) {
  const remaining = [...answers];
  const fetch = spy(async (_, { signal }) => {
    const answer = remaining.shift() ?? {};
    if (answer === "dead") throw new TypeError("no network");
    if (answer === "never") await new Promise((_, reject) => { signal.addEventListener("abort", reject); });
    if (answer === "late") await new Promise((resolve) => { setTimeout(resolve, 1000); });
    return {
      ok: !answer.error && !answer.sheet && !answer.broken,
      clone() { return this; },
      json: async () => { if (answer.broken) throw new SyntaxError(); return answer; },
    };
  });
  const live = { say: spy() };
  const sound = { play: spy() };
  const page = openPage(t, FORMS + WORDS, { modules: { live, sound }, fakes: { fetch } });
  const { send } = page.run("ask");
  return {
    ...page,
    messages: live.say.calls,
    sounds: sound.play.calls,
    sent: () => fetch.calls.map(([address, { body }]) => [address, body.get("token")]),
    signals: () => fetch.calls.map(([, { signal }]) => signal),
    bodies: () => fetch.calls.map(([, { body }]) => body),
    send: (id) => send(page.document.getElementById(id)),
  };
}
const listAddresses = (page) => page.sent().map(([address]) => address);

test("taps are sent in order, each after the answer to the one before", async (t) => {
  const page = openWithAnswers(t, ["late"]);
  const first = page.send("a");
  const second = page.send("b");
  await page.wait();
  assert.deepEqual(listAddresses(page), ["/a"]);
  await page.wait(1000);
  assert.deepEqual(listAddresses(page), ["/a", "/b"]);
  assert.deepEqual([await first, await second], [true, true]);
  assert.equal(page.bodies()[0].get("x"), "1");
});

test("a tap without an answer is sent once more after a second, with the same token", async (t) => {
  const page = openWithAnswers(t, ["dead"]);
  const accepted = page.send("a");
  await page.wait(999);
  assert.equal(page.sent().length, 1);
  await page.wait(1);
  assert.equal(await accepted, true);
  const [first, second] = page.sent();
  assert.deepEqual(first, second);
  assert.deepEqual(page.messages, []);
});

test("the page is not left before a tap that must be sent again is answered", async (t) => {
  const page = openWithAnswers(t, ["dead"]);
  const go = spy();
  page.send("a");
  page.run("leave").leave(go);
  await page.wait();
  assert.equal(go.calls.length, 0);
  await page.wait(1000);
  assert.deepEqual([page.sent().length, go.calls.length], [2, 1]);
});

test("a tap that the table could not do in time is sent once more, with the same token", async (t) => {
  const slow = { unanswered: true, error: "Not yet.", remedy: "Look." };
  const page = openWithAnswers(t, [slow]);
  const accepted = page.send("a");
  await page.wait(1000);
  assert.equal(await accepted, true);
  const [first, second] = page.sent();
  assert.deepEqual(first, second);
  assert.deepEqual(page.messages, []);
});

test("an answered tap is not aborted later, and is not shown as being sent", async (t) => {
  const page = openWithAnswers(t);
  await page.send("a");
  await page.wait(60_000);
  assert.equal(page.signals()[0].aborted, false);
  assert.equal(page.document.body.classList.contains("sending"), false);
});

test("each tap has its own token", async (t) => {
  const page = openWithAnswers(t);
  await page.send("a");
  await page.send("a");
  const [[, first], [, second]] = page.sent();
  assert.notEqual(first, second);
});

test("a tap is aborted after 15 seconds and sent again; if the second try fails too, the page reports it", async (t) => {
  const page = openWithAnswers(t, ["never", "never"]);
  const accepted = page.send("a");
  await page.wait(15_000); // the first try is aborted
  await page.wait(999);
  assert.equal(page.sent().length, 1);
  await page.wait(1); // the second try begins
  await page.wait(14_999);
  assert.deepEqual(page.messages, []);
  await page.wait(1);
  assert.equal(await accepted, false);
  assert.equal(page.sent().length, 2);
  assert.deepEqual(page.messages, [["Silence. Look.", true]]);
  assert.deepEqual(page.sounds, [["refused"]]);
});

test("after a refusal, waiting taps are not sent, and the page reports this once", async (t) => {
  const page = openWithAnswers(t, [{ error: "No.", remedy: "Do." }]);
  const accepted = await Promise.all([page.send("a"), page.send("b")]);
  assert.deepEqual(accepted, [false, false]);
  assert.deepEqual(listAddresses(page), ["/a"]);
  assert.deepEqual(page.messages, [["No. Do. The rest was not sent.", true]]);
  assert.equal(await page.send("b"), true); // people tapped this one after they saw the refusal
});

test("if a refusal has no readable message, the page shows a general one", async (t) => {
  const page = openWithAnswers(t, [{ broken: true }]);
  await page.send("a");
  assert.deepEqual(page.messages, [["Failed. Again.", true]]);
});

test("a refusal that needs a confirmation opens its dialog and shows no message", async (t) => {
  const page = openWithAnswers(t, [{ sheet: "/calibrate/anyway" }]);
  const dialogs = spy();
  page.window.addEventListener("ask-whether", (event) => dialogs(event.detail));
  assert.equal(await page.send("a"), false);
  assert.deepEqual(dialogs.calls, [["/calibrate/anyway"]]);
  assert.deepEqual(page.messages, []);
});

test("taps behind a question are not sent, and the page says so", async (t) => {
  const page = openWithAnswers(t, [{ sheet: "/t/2/same" }]);
  const accepted = await Promise.all([page.send("keys"), page.send("keys"), page.send("keys")]);
  assert.deepEqual(accepted, [false, false, false]);
  assert.deepEqual(listAddresses(page), ["/keys"]);
  assert.deepEqual(page.messages, [["The rest was not sent.", true]]);
});

test("when the table accepts a form, the page shows the form's message and opens its dialog", async (t) => {
  const page = openWithAnswers(t);
  const dialogs = spy();
  page.window.addEventListener("ask-whether", (event) => dialogs(event.detail));
  await page.send("b");
  assert.deepEqual(page.messages, [["Done."]]);
  assert.deepEqual(dialogs.calls, [["/look"]]);
});

test("a double tap on a button is sent once, but two equal throws are both sent", async (t) => {
  const page = openWithAnswers(t);
  await Promise.all([page.send("a"), page.send("a"), page.send("keys"), page.send("keys")]);
  assert.deepEqual(listAddresses(page), ["/a", "/keys", "/keys"]);
});

test("the page shows that a tap is being sent, from 300 milliseconds after it until the answer", async (t) => {
  const page = openWithAnswers(t, ["late"]);
  const isBusy = () => page.document.body.classList.contains("sending");
  page.send("a");
  await page.wait(299);
  assert.equal(isBusy(), false);
  await page.wait(1);
  assert.equal(isBusy(), true);
  await page.wait(700);
  assert.equal(isBusy(), false);
});

test("a dialog with a place for it shows the refusal itself, because the message would be under it", async (t) => {
  const page = openWithAnswers(t, [{ error: "No.", remedy: "Try again." }]);
  assert.equal(await page.send("sure"), false);
  assert.deepEqual([page.find("form-refusal").textContent, page.messages], ["No. Try again.", []]);
});
