import assert from "node:assert/strict";
import test from "node:test";
import { noted, open, WORDS } from "./page.mjs";

const FORMS = `<form id="a" action="/a"><input name="x" value="1"></form>
  <form id="b" action="/b" data-said="Done." data-then="/look"></form>
  <form id="keys" action="/keys"><dice-keypad></dice-keypad></form>`;

/** A page whose taps go to `answers`, one for each request: what is refused, "dead" or "never"; an empty list takes all. */
function asking(t, answers = []) {
  const left = [...answers];
  const fetch = noted(async (_, { signal }) => {
    const answer = left.shift() ?? {};
    if (answer === "dead") throw new TypeError("no network");
    if (answer === "never") await new Promise((_, reject) => { signal.addEventListener("abort", reject); });
    if (answer === "late") await new Promise((resolve) => { setTimeout(resolve, 1000); });
    return { ok: !answer.error && !answer.sheet && !answer.broken, json: async () => { if (answer.broken) throw new SyntaxError(); return answer; } };
  });
  const live = { say: noted() };
  const sound = { play: noted() };
  const page = open(t, FORMS + WORDS, { modules: { live, sound }, fakes: { fetch } });
  const { send } = page.run("ask");
  return {
    ...page,
    said: live.say.calls,
    played: sound.play.calls,
    sent: () => fetch.calls.map(([address, { body }]) => [address, body.get("token")]),
    signals: () => fetch.calls.map(([, { signal }]) => signal),
    bodies: () => fetch.calls.map(([, { body }]) => body),
    send: (id) => send(page.document.getElementById(id)),
  };
}
const addresses = (page) => page.sent().map(([address]) => address);

test("taps go out one after the other, in their order", async (t) => {
  const page = asking(t, ["late"]);
  const first = page.send("a");
  const second = page.send("b");
  await page.wait();
  assert.deepEqual(addresses(page), ["/a"]);
  await page.wait(1000);
  assert.deepEqual(addresses(page), ["/a", "/b"]);
  assert.deepEqual([await first, await second], [true, true]);
  assert.equal(page.bodies()[0].get("x"), "1");
});

test("a tap whose answer is lost is sent once more, with the same token, so that it counts once", async (t) => {
  const page = asking(t, ["dead"]);
  const taken = page.send("a");
  await page.wait(999);
  assert.equal(page.sent().length, 1);
  await page.wait(1);
  assert.equal(await taken, true);
  const [first, second] = page.sent();
  assert.deepEqual(first, second);
  assert.deepEqual(page.said, []);
});

test("a tap that was answered is neither given up nor shown as on its way later", async (t) => {
  const page = asking(t);
  await page.send("a");
  await page.wait(60_000);
  assert.equal(page.signals()[0].aborted, false);
  assert.equal(page.document.body.classList.contains("sending"), false);
});

test("two taps have two tokens", async (t) => {
  const page = asking(t);
  await page.send("a");
  await page.send("a");
  const [[, first], [, second]] = page.sent();
  assert.notEqual(first, second);
});

test("a tap that is never answered is given up twice after 15 seconds, and the page says so", async (t) => {
  const page = asking(t, ["never", "never"]);
  const taken = page.send("a");
  await page.wait(15_000); // given up
  await page.wait(999);
  assert.equal(page.sent().length, 1);
  await page.wait(1); // sent again
  await page.wait(14_999);
  assert.deepEqual(page.said, []);
  await page.wait(1);
  assert.equal(await taken, false);
  assert.equal(page.sent().length, 2);
  assert.deepEqual(page.said, [["Silence. Look.", true]]);
  assert.deepEqual(page.played, [["refused"]]);
});

test("after a refusal the taps behind it are not sent, and the page says so once", async (t) => {
  const page = asking(t, [{ error: "No.", remedy: "Do." }]);
  const taken = await Promise.all([page.send("a"), page.send("b")]);
  assert.deepEqual(taken, [false, false]);
  assert.deepEqual(addresses(page), ["/a"]);
  assert.deepEqual(page.said, [["No. Do. The rest was not sent.", true]]);
  assert.equal(await page.send("b"), true); // a new tap is meant for what the page shows now
});

test("a refusal without words of its own is said in common ones", async (t) => {
  const page = asking(t, [{ broken: true }]);
  await page.send("a");
  assert.deepEqual(page.said, [["Failed. Again.", true]]);
});

test("a refusal that asks whether it is meant opens its dialog and says nothing", async (t) => {
  const page = asking(t, [{ sheet: "/calibrate/anyway" }]);
  const asked = noted();
  page.window.addEventListener("ask-whether", (event) => asked(event.detail));
  assert.equal(await page.send("a"), false);
  assert.deepEqual(asked.calls, [["/calibrate/anyway"]]);
  assert.deepEqual(page.said, []);
});

test("after a form was taken the page says its words and opens its dialog", async (t) => {
  const page = asking(t);
  const asked = noted();
  page.window.addEventListener("ask-whether", (event) => asked(event.detail));
  await page.send("b");
  assert.deepEqual(page.said, [["Done."]]);
  assert.deepEqual(asked.calls, [["/look"]]);
});

test("a double tap is sent once, but two equal throws are two", async (t) => {
  const page = asking(t);
  await Promise.all([page.send("a"), page.send("a"), page.send("keys"), page.send("keys")]);
  assert.deepEqual(addresses(page), ["/a", "/keys", "/keys"]);
});

test("the page shows a tap that is on its way for longer than 300 milliseconds, until it is answered", async (t) => {
  const page = asking(t, ["late"]);
  const shows = () => page.document.body.classList.contains("sending");
  page.send("a");
  await page.wait(299);
  assert.equal(shows(), false);
  await page.wait(1);
  assert.equal(shows(), true);
  await page.wait(700);
  assert.equal(shows(), false);
});
