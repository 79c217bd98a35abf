import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

const BODY = `<form id="sheet" action="/house/sheets"><input name="goal" value="11"><button name="do" value="save">Save</button>
  <div class="row-of" id="row-goal"><input name="bunco" value="25"><div id="says-goal" data-live>To 21.
  <button class="back" name="do" value="back bunco">Put back</button></div></div><p id="state" data-live>As printed.</p></form>`;
const makePage = (bunco, says, state) => `<div id="row-goal"><input name="bunco" value="${bunco}"><div id="says-goal">${says}</div></div>
  <p id="state">${state}</p>`;

/** Open the form; each request is answered when the test calls its function in `answers`. */
function openHouse(t) {
  const answers = [];
  const fetch = spy(() => new Promise((resolve, reject) => {
    answers.push({ send: (text, ok = true) => resolve({ ok, text: async () => text }), fail: () => reject(new TypeError("no network")) });
  }));
  const page = openPage(t, BODY, { fakes: { fetch } });
  page.run("house");
  return {
    ...page, answers, fetch,
    change: () => page.find("[name=goal]").dispatchEvent(new page.window.Event("change", { bubbles: true })),
    read: () => [page.find("#says-goal").textContent.trim().slice(0, 6), page.find("#state").textContent, page.find("[name=bunco]").value],
  };
}

test("after a change the page shows what the answers say, and leaves the answers alone", async (t) => {
  const page = openHouse(t);
  page.find("[name=goal]").value = "13";
  page.change();
  const [[address, { method, body }]] = page.fetch.calls;
  assert.deepEqual([new URL(address).pathname, method, body.get("goal"), body.get("do")], ["/house/sheets", "POST", "13", "look"]);
  page.answers[0].send(makePage("21", "To 13.", "1 rule differs."));
  await page.wait();
  assert.deepEqual(page.read(), ["To 13.", "1 rule differs.", "25"]);
});

test("of two changes the last one counts, whichever is answered first", async (t) => {
  const page = openHouse(t);
  page.change();
  page.change();
  page.answers[1].send(makePage("21", "New.", "New"));
  page.answers[0].send(makePage("21", "Old.", "Old"));
  await page.wait();
  assert.deepEqual(page.read().slice(0, 2), ["New.", "New"]);
});

test("one tap puts an answer back, without another page", async (t) => {
  const page = openHouse(t);
  const event = new page.window.MouseEvent("click", { bubbles: true, cancelable: true });
  page.find(".back").dispatchEvent(event);
  assert.ok(event.defaultPrevented);
  assert.equal(page.fetch.calls[0][1].body.get("do"), "back bunco");
  page.answers[0].send(makePage("21", "To 21.", "As printed."));
  await page.wait();
  assert.deepEqual(page.read(), ["To 21.", "As printed.", "21"]);
});

test("without an answer the page stays as it is, and Save is sent by the browser", async (t) => {
  const page = openHouse(t);
  page.change();
  page.answers[0].fail();
  page.change();
  page.answers[1].send("<p id=state>Something broke.</p>", false);
  await page.wait();
  assert.deepEqual(page.read(), ["To 21.", "As printed.", "25"]);
  const event = new page.window.MouseEvent("click", { bubbles: true, cancelable: true });
  page.find("[value=save]").addEventListener("click", (click) => { assert.equal(click.defaultPrevented, false); });
  page.find("[value=save]").dispatchEvent(event);
  assert.equal(page.fetch.calls.length, 2);
});
