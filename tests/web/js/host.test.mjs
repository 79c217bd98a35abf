import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

const BODY = `<section id="one"><div data-fetch="/host/asked"></div></section>
  <section id="two"><div data-fetch="/host/devices"><i class="waits"></i></div></section>
  <form id="late" method="post" data-clear><textarea name="names"></textarea></form>
  <form id="who" method="post">
    <select data-at-once data-chosen="" name="role"><option value=""></option><option value="table"></option></select></form>
  <form id="order" method="post" data-clear><select data-at-once data-chosen="" name="show"><option value=""></option>
    <option value="/room"></option></select></form>
  <form id="find" method="get"></form><dialog open><form id="sure" method="post"></form></dialog>`;

function openHost(t, { accepted = true, parts = {} } = {}) {
  const fetch = spy(async (address) => {
    if (parts[address] === undefined) throw new TypeError("no network");
    return { ok: parts[address] !== null, text: async () => parts[address] };
  });
  const send = spy(async () => accepted);
  const [live, close] = [spy(), spy()];
  const morph = (place, markup) => { place.innerHTML = markup; };
  const page = openPage(t, BODY, { modules: { ask: { send }, live: { live }, morph: { morph }, dialog: { close } }, fakes: { fetch } });
  page.run("host");
  return { ...page, fetched: fetch.calls, listSent: () => send.calls.map(([form]) => form.id), closed: close.calls, live };
}

test("devices and requests are fetched every three seconds, and sections that wait for an answer are marked", async (t) => {
  const page = openHost(t, { parts: { "/host/asked": '<i class="waits"></i>', "/host/devices": "none" } });
  const listMarks = () => ["one", "two"].map((id) => page.find(`#${id}`).classList.contains("asks"));
  assert.deepEqual(listMarks(), [false, true]);
  await page.wait(3000);
  assert.deepEqual(listMarks(), [true, false]);
  assert.equal(page.find("[data-fetch='/host/devices']").textContent, "none");
  await page.wait(3000);
  assert.equal(page.fetched.length, 4);
});

test("a list that could not be fetched stays as it is", async (t) => {
  const page = openHost(t, { parts: { "/host/devices": null } });
  await page.wait(3000);
  assert.ok(page.find("#two .waits"));
});

test("when a form with `data-clear` is accepted, it is emptied, and the lists are fetched at once", async (t) => {
  const page = openHost(t);
  page.find("textarea").value = "Zoe";
  assert.equal(page.submit("#late"), false); // so the browser does not send it too
  await page.wait();
  assert.deepEqual([page.listSent(), page.find("textarea").value, page.fetched.length], [["late"], "", 2]);
});

test("when the server refuses a form, its text stays and its dialog stays open", async (t) => {
  const page = openHost(t, { accepted: false });
  page.find("textarea").value = "Zoe";
  page.submit("#late");
  page.submit("#sure");
  await page.wait();
  assert.deepEqual([page.find("textarea").value, page.fetched.length, page.closed.length], ["Zoe", 0, 0]);
});

test("an accepted form in a dialog closes the dialog", async (t) => {
  const page = openHost(t);
  page.submit("#sure");
  await page.wait();
  assert.equal(page.closed.length, 1);
});

test("a choice is sent at once, an empty choice is not, and the browser itself sends a form with the method get", (t) => {
  const page = openHost(t);
  const choose = (value) => {
    page.find("select").value = value;
    page.find("select").dispatchEvent(new page.window.Event("change", { bubbles: true }));
  };
  choose("");
  assert.deepEqual(page.listSent(), []);
  choose("table");
  page.submit("#find");
  assert.deepEqual(page.listSent(), ["who"]);
});

test("after a refusal a choice shows again what is true, and an order shows no choice after it was accepted", async (t) => {
  for (const [accepted, shown] of [[true, ["table", ""]], [false, ["", ""]]]) {
    const page = openHost(t, { accepted });
    for (const [name, value] of [["role", "table"], ["show", "/room"]]) {
      const select = page.find(`[name=${name}]`);
      select.value = value;
      select.dispatchEvent(new page.window.Event("change", { bubbles: true }));
    }
    await page.wait();
    assert.deepEqual(["role", "show"].map((name) => page.find(`[name=${name}]`).value), shown);
    t.mock.timers.reset();
  }
});
