import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

const BODY = `<section id="one"><div data-fetch="/host/asked"></div></section>
  <section id="two"><div data-fetch="/host/devices"><i class="waits"></i></div></section>
  <form id="late" method="post" data-clear><textarea name="names"></textarea></form>
  <form id="who" method="post">
    <select data-at-once data-chosen="" name="role" required><option value=""></option><option value="table"></option></select></form>
  <form id="order" method="post" data-clear><select data-at-once data-chosen="" name="show" required><option value=""></option>
    <option value="/room"></option></select></form>
  <form id="language" method="post"><select data-at-once data-chosen="de" name="language"><option value=""></option>
    <option value="de" selected></option></select></form>
  <form id="chairs" method="post" data-pair data-clear>
    ${["Ann", "Bob", "Cy"].map((name) => `<input type="checkbox" name="names" value="${name}">`).join("")}</form>
  <form id="find" method="get"></form><form id="sponsor" method="post" data-plain></form>
  <dialog open><form id="sure" method="post"></form></dialog>
  <details id="standings" data-wide></details><details id="menu"></details>`;
const NOW = 1000; // seconds on the clock of a test's device

/** Open the host's page. `ahead`: seconds by which the Pi's clock is ahead of this device's one. */
function openHost(t, { body = BODY, accepted = true, ahead = 0, wide = false, parts = {} } = {}) {
  const fetch = spy(async (address) => {
    if (parts[address] === undefined) throw new TypeError("no network");
    return { ok: parts[address] !== null, text: async () => parts[address] };
  });
  const send = spy(async () => accepted);
  const [live, close, refresh] = [spy(), spy(), spy()];
  const morph = (place, markup) => { place.innerHTML = markup; };
  const page = openPage(t, `<main id="host" data-clock="${1000 * (NOW + ahead)}">${body}</main>`, {
    modules: { announce: {}, television: {}, photo: {}, ask: { send }, live: { live }, morph: { morph }, dialog: { close, refresh } },
    fakes: { fetch, matchMedia: () => ({ matches: wide }), clearInterval: (timer) => clearInterval(timer) },
  });
  page.run("host");
  const listSent = () => send.calls.map(([form]) => form.id);
  return { ...page, parts, fetched: fetch.calls, listSent, closed: close.calls, live, refreshed: refresh.calls };
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

test("an empty choice that means something is sent, too", (t) => {
  const page = openHost(t);
  const select = page.find("[name=language]");
  select.value = "";
  select.dispatchEvent(new page.window.Event("change", { bubbles: true }));
  assert.deepEqual(page.listSent(), ["language"]);
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

test("the browser itself sends a form with `data-plain`, which has a file", (t) => {
  const page = openHost(t);
  assert.equal(page.submit("#sponsor"), true);
  assert.deepEqual(page.listSent(), []);
});

test("the second of two tapped chairs swaps them, and no tick stays, also after a refusal", async (t) => {
  for (const accepted of [true, false]) {
    const page = openHost(t, { accepted });
    page.click("[value=Ann]");
    await page.wait();
    assert.deepEqual(page.listSent(), []);
    page.click("[value=Cy]");
    assert.deepEqual(page.listSent(), ["chairs"]);
    await page.wait();
    assert.equal(page.document.querySelectorAll(":checked[name=names]").length, 0);
    t.mock.timers.reset();
  }
});

const readClock = (page) => [page.find("run-clock").textContent, page.find("run-clock").className];

test("a clock counts up from a moment, on the clock of the Pi", async (t) => {
  const page = openHost(t, { ahead: 60, body: `<run-clock since="${NOW}"></run-clock>` });
  assert.deepEqual(readClock(page), ["1:00", ""]);
  await page.wait(5000);
  assert.deepEqual(readClock(page), ["1:05", ""]);
  page.find("run-clock").setAttribute("since", NOW + 60); // another round
  assert.deepEqual(readClock(page), ["0:05", ""]);
  page.find("run-clock").setAttribute("since", NOW + 65); // this moment
  assert.deepEqual(readClock(page), ["0:00", ""]);
});

test("a clock counts down to a moment, stops at 0:00, and says that it is over until there is more time", async (t) => {
  const page = openHost(t, { ahead: -60, body: `<run-clock until="${NOW - 58}"></run-clock>` });
  assert.deepEqual(readClock(page), ["0:02", ""]);
  await page.wait(2000);
  assert.deepEqual(readClock(page), ["0:00", "over"]);
  await page.wait(10_000);
  assert.deepEqual(readClock(page), ["0:00", "over"]);
  page.find("run-clock").setAttribute("until", NOW + 12); // the host has made the break longer
  assert.deepEqual(readClock(page), ["1:00", ""]);
});

test("a clock that the server has removed stands still", async (t) => {
  const page = openHost(t, { body: `<run-clock since="${NOW}"></run-clock>` });
  const clock = page.find("run-clock");
  clock.remove();
  await page.wait(5000);
  assert.equal(clock.textContent, "0:00");
});

test("a folded list unfolds when it needs the host, and stays so, because the host may go on there", async (t) => {
  const parts = { "/host/pis": "" };
  const page = openHost(t, { parts, body: '<details id="pis"><div data-fetch="/host/pis"></div></details>' });
  const showNext = async (markup) => {
    parts["/host/pis"] = markup;
    await page.wait(3000);
    return page.find("#pis").open;
  };
  assert.equal(page.find("#pis").open, false);
  assert.equal(await showNext('<i class="waits"></i>'), true);
  assert.equal(await showNext(""), true);
  page.find("#pis").open = false;
  assert.equal(await showNext(""), false);
});

test("the host may fold a list that needs them, and it unfolds again only for another reason", async (t) => {
  const page = openHost(t, { body: '<div data-fetch="/host/devices"><details data-alarm=""></details></div>' });
  const fold = page.find("details");
  const showNext = async (alarm) => {
    fold.dataset.alarm = alarm;
    await page.wait(3000);
    return fold.open;
  };
  assert.equal(await showNext("1 device is silent"), true);
  fold.open = false;
  assert.equal(await showNext("1 device is silent"), false);
  assert.equal(await showNext("2 devices are silent"), true);
  fold.open = false;
  assert.equal(await showNext(""), false);
  assert.equal(await showNext("2 devices are silent"), true); // they are silent again
});

test("on a wide screen the parts that have room there are unfolded", (t) => {
  for (const wide of [true, false]) {
    const page = openHost(t, { wide });
    assert.deepEqual([page.find("#standings").open, page.find("#menu").open], [wide, false]);
    t.mock.timers.reset();
  }
});

test("a change refreshes the question about the bell, and no other dialog", (t) => {
  const page = openHost(t, { body: '<dialog id="dialog" open><button></button></dialog>' });
  const [[draw]] = page.live.calls;
  draw();
  assert.equal(page.refreshed.length, 0);
  page.find("#dialog button").dataset.do = "ring-now";
  draw();
  assert.equal(page.refreshed.length, 1);
});
