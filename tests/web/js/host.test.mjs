import assert from "node:assert/strict";
import test from "node:test";
import { noted, open } from "./page.mjs";

const BODY = `<section id="one"><div data-fetch="/host/asked"></div></section><section id="two"><div data-fetch="/host/devices"><i class="waits"></i></div></section>
  <form id="late" method="post" data-clear><textarea name="names"></textarea></form>
  <form id="who" method="post"><select data-at-once name="role"><option value=""></option><option value="table"></option></select></form>
  <form id="find" method="get"></form><dialog open><form id="sure" method="post"></form></dialog>`;

function hosting(t, { taken = true, parts = {} } = {}) {
  const fetch = noted(async (address) => {
    if (parts[address] === undefined) throw new TypeError("no network");
    return { ok: parts[address] !== null, text: async () => parts[address] };
  });
  const send = noted(async () => taken);
  const [live, close] = [noted(), noted()];
  const morph = (place, markup) => { place.innerHTML = markup; };
  const page = open(t, BODY, { modules: { ask: { send }, live: { live }, morph: { morph }, dialog: { close } }, fakes: { fetch } });
  page.run("host");
  return { ...page, fetched: fetch.calls, sent: () => send.calls.map(([form]) => form.id), closed: close.calls, live };
}

test("devices and requests are fetched every three seconds; what waits for an answer is marked", async (t) => {
  const page = hosting(t, { parts: { "/host/asked": '<i class="waits"></i>', "/host/devices": "none" } });
  const asks = () => ["one", "two"].map((id) => page.one(`#${id}`).classList.contains("asks"));
  assert.deepEqual(asks(), [false, true]);
  await page.wait(3000);
  assert.deepEqual(asks(), [true, false]);
  assert.equal(page.one("[data-fetch='/host/devices']").textContent, "none");
  await page.wait(3000);
  assert.equal(page.fetched.length, 4);
});

test("a part that could not be fetched stays as it is", async (t) => {
  const page = hosting(t, { parts: { "/host/devices": null } });
  await page.wait(3000);
  assert.ok(page.one("#two .waits"));
});

test("a form that was taken is emptied where it says so, and the lists are fetched at once", async (t) => {
  const page = hosting(t);
  page.one("textarea").value = "Zoe";
  assert.equal(page.submit("#late"), false); // the browser does not send it as well
  await page.wait();
  assert.deepEqual([page.sent(), page.one("textarea").value, page.fetched.length], [["late"], "", 2]);
});

test("what was typed stays when the server refuses", async (t) => {
  const page = hosting(t, { taken: false });
  page.one("textarea").value = "Zoe";
  page.submit("#late");
  page.submit("#sure");
  await page.wait();
  assert.deepEqual([page.one("textarea").value, page.fetched.length, page.closed.length], ["Zoe", 0, 0]);
});

test("a form in a dialog closes it", async (t) => {
  const page = hosting(t);
  page.submit("#sure");
  await page.wait();
  assert.equal(page.closed.length, 1);
});

test("a choice is sent at once, its empty line is not, and a search is the browser's", (t) => {
  const page = hosting(t);
  const choose = (value) => {
    page.one("select").value = value;
    page.one("select").dispatchEvent(new page.window.Event("change", { bubbles: true }));
  };
  choose("");
  assert.deepEqual(page.sent(), []);
  choose("table");
  page.submit("#find");
  assert.deepEqual(page.sent(), ["who"]);
});
