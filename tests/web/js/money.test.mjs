import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

const FORMS = `<form id="in" method="post" action="/api/money/in" data-clear><input name="amount" value=""><button id="one"></button>
  <button id="other" formaction="/api/money/out"></button></form><form id="look" method="get"></form>`;

function openMoney(t, accepted = true) {
  const sent = [];
  const send = spy(async (form) => { sent.push(form.getAttribute("action")); return accepted; });
  const live = spy();
  const page = openPage(t, FORMS, { modules: { ask: { send }, live: { live } } });
  page.run("money");
  return { ...page, sent, live };
}

function submit(page, form, button = null) {
  const event = new page.window.SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: page.document.querySelector(button) });
  page.document.querySelector(form).dispatchEvent(event);
  return event.defaultPrevented;
}

test("a form is sent without loading the page again, to the address of the tapped button", async (t) => {
  const page = openMoney(t);
  assert.equal(submit(page, "#in", "#one"), true);
  assert.equal(submit(page, "#in", "#other"), true);
  assert.deepEqual(page.sent, ["/api/money/in", "/api/money/out"]);
  assert.equal(page.document.querySelector("#in").getAttribute("action"), "/api/money/in");
  assert.equal(page.live.calls.length, 1);
});

test("where events do not name their button, the tapped one counts", (t) => {
  const page = openMoney(t);
  const form = page.find("#in");
  form.addEventListener("submit", (event) => Object.defineProperty(event, "submitter", { value: undefined }));
  page.click("#other");
  page.click("#one");
  assert.deepEqual(page.sent, ["/api/money/out", "/api/money/in"]);
});

test("an accepted form is empty again, a refused one keeps what was typed", async (t) => {
  for (const [accepted, left] of [[true, ""], [false, "20"]]) {
    const page = openMoney(t, accepted);
    page.document.querySelector("[name=amount]").value = "20";
    submit(page, "#in", "#one");
    await page.wait(1);
    assert.equal(page.document.querySelector("[name=amount]").value, left);
    t.mock.timers.reset();
  }
});

test("a form that only looks is left to the browser", (t) => {
  const page = openMoney(t);
  assert.equal(submit(page, "#look"), false);
  assert.deepEqual(page.sent, []);
});
