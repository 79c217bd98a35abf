import assert from "node:assert/strict";
import test from "node:test";
import { noted, open, WORDS } from "./page.mjs";

const BODY = `<dialog id="dialog"></dialog><form data-dialog action="/tally"><button id="ask">Tally</button></form>
  <form data-dialog action="/rules"></form><p id="beside"></p>${WORDS}`;
const LATER = Symbol("an answer that the test gives");

/** A page whose dialogs are `dialogs`, by address: markup, null (refused), or nothing (no network). */
function show(t, dialogs, { modal = true } = {}) {
  const say = noted();
  const given = {};
  const fetch = noted(async (address) => {
    const found = dialogs[address] === LATER ? await new Promise((resolve) => { given[address] = resolve; }) : dialogs[address];
    if (found === undefined) throw new TypeError("no network");
    return { ok: found !== null, text: async () => found };
  });
  const morph = (place, markup) => { place.innerHTML = markup; };
  const page = open(t, BODY, { modules: { live: { say }, morph: { morph } }, fakes: { fetch } });
  const dialog = page.one("dialog");
  if (modal) {
    dialog.showModal = () => dialog.setAttribute("open", "modal");
    dialog.close = () => { dialog.removeAttribute("open"); dialog.dispatchEvent(new page.window.Event("close")); };
  }
  const { isOpen, close, refresh } = page.run("dialog");
  return {
    ...page, dialog, said: say.calls, isOpen, close, refresh, given, asked: fetch.calls,
    async ask(address) {
      page.submit(`form[action="${address}"]`);
      await page.wait();
    },
  };
}

for (const modal of [true, false]) {
  test(`a form opens its dialog${modal ? "" : ", as a box in Safari 15.0"}`, async (t) => {
    const page = show(t, { "/tally": "<h2>Tally</h2>" }, { modal });
    assert.equal(page.isOpen(), false);
    await page.ask("/tally");
    assert.equal(page.dialog.innerHTML, "<h2>Tally</h2>");
    assert.equal(page.dialog.getAttribute("open"), modal ? "modal" : "");
    assert.equal(page.asked[0][1].headers["X-Dialog"], "yes");
    page.close();
    assert.deepEqual([page.isOpen(), page.dialog.innerHTML], [false, ""]);
  });
}

test("without a network the page says so and opens nothing", async (t) => {
  const page = show(t, {});
  await page.ask("/tally");
  assert.deepEqual(page.said, [["Silence. Again.", true]]);
  assert.equal(page.isOpen(), false);
});

test("of two dialogs that were asked for the later one opens, though its answer comes first", async (t) => {
  const page = show(t, { "/tally": LATER, "/rules": "<h2>Rules</h2>" });
  await page.ask("/tally");
  await page.ask("/rules");
  page.given["/tally"]("<h2>Tally</h2>");
  await page.wait();
  assert.equal(page.dialog.innerHTML, "<h2>Rules</h2>");
});

test("an open dialog is brought up to date, stays as it is without a network, and closes when its subject is gone", async (t) => {
  const dialogs = { "/tally": "1" };
  const page = show(t, dialogs);
  await page.refresh();
  assert.equal(page.asked.length, 0); // none is open
  await page.ask("/tally");
  dialogs["/tally"] = "2";
  await page.refresh();
  assert.equal(page.dialog.innerHTML, "2");
  delete dialogs["/tally"];
  await page.refresh();
  assert.deepEqual([page.isOpen(), page.dialog.innerHTML], [true, "2"]);
  dialogs["/tally"] = null;
  await page.refresh();
  assert.equal(page.isOpen(), false);
});

test("a dialog that was closed while it was fetched stays closed", async (t) => {
  const dialogs = { "/tally": "1" };
  const page = show(t, dialogs);
  await page.ask("/tally");
  dialogs["/tally"] = LATER;
  page.refresh();
  await page.wait();
  page.close();
  page.given["/tally"]("2");
  await page.wait();
  assert.deepEqual([page.isOpen(), page.dialog.innerHTML], [false, ""]);
});

test("a tap beside the dialog or on its button closes it, a tap on what it says does not", async (t) => {
  const page = show(t, { "/tally": '<p id="said">5</p><button data-do="close">Close</button>' });
  await page.ask("/tally");
  page.click("#said");
  page.click("#beside");
  assert.equal(page.isOpen(), true);
  page.click("[data-do=close]");
  assert.equal(page.isOpen(), false);
  await page.ask("/tally");
  page.dialog.click(); // around what it says there is only the dialog itself
  assert.equal(page.isOpen(), false);
});

test("a tap that people have to confirm opens a dialog", async (t) => {
  const page = show(t, { "/anyway": "Sure?" });
  page.window.dispatchEvent(new page.window.CustomEvent("ask-whether", { detail: "/anyway" }));
  await page.wait();
  assert.equal(page.dialog.innerHTML, "Sure?");
});
