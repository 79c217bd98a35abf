import assert from "node:assert/strict";
import test from "node:test";
import { noted, open, WORDS } from "./page.mjs";

const BODY = `<dialog id="sheet"></dialog><form data-sheet action="/tally"><button id="ask">Tally</button></form>
  <form data-sheet action="/rules"></form><p id="beside"></p>${WORDS}`;
const LATER = Symbol("an answer that the test gives");

/** A page whose sheets are `sheets`, by address: markup, null (refused), or nothing (no network). */
function sheeted(t, sheets, { modal = true } = {}) {
  const say = noted();
  const given = {};
  const fetch = noted(async (address) => {
    const found = sheets[address] === LATER ? await new Promise((resolve) => { given[address] = resolve; }) : sheets[address];
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
  const { isOpen, close, refresh } = page.run("sheet");
  return {
    ...page, dialog, said: say.calls, isOpen, close, refresh, given, asked: fetch.calls,
    async ask(address) {
      page.submit(`form[action="${address}"]`);
      await page.wait();
    },
  };
}

for (const modal of [true, false]) {
  test(`a form opens its sheet${modal ? "" : ", as a box in Safari 15.0"}`, async (t) => {
    const page = sheeted(t, { "/tally": "<h2>Tally</h2>" }, { modal });
    assert.equal(page.isOpen(), false);
    await page.ask("/tally");
    assert.equal(page.dialog.innerHTML, "<h2>Tally</h2>");
    assert.equal(page.dialog.getAttribute("open"), modal ? "modal" : "");
    assert.equal(page.asked[0][1].headers["X-Sheet"], "yes");
    page.close();
    assert.deepEqual([page.isOpen(), page.dialog.innerHTML], [false, ""]);
  });
}

test("without a network the page says so and opens nothing", async (t) => {
  const page = sheeted(t, {});
  await page.ask("/tally");
  assert.deepEqual(page.said, [["Silence. Again.", true]]);
  assert.equal(page.isOpen(), false);
});

test("of two sheets that were asked for the later one opens, though its answer comes first", async (t) => {
  const page = sheeted(t, { "/tally": LATER, "/rules": "<h2>Rules</h2>" });
  await page.ask("/tally");
  await page.ask("/rules");
  page.given["/tally"]("<h2>Tally</h2>");
  await page.wait();
  assert.equal(page.dialog.innerHTML, "<h2>Rules</h2>");
});

test("an open sheet is brought up to date, stays as it is without a network, and closes when its subject is gone", async (t) => {
  const sheets = { "/tally": "1" };
  const page = sheeted(t, sheets);
  await page.refresh();
  assert.equal(page.asked.length, 0); // none is open
  await page.ask("/tally");
  sheets["/tally"] = "2";
  await page.refresh();
  assert.equal(page.dialog.innerHTML, "2");
  delete sheets["/tally"];
  await page.refresh();
  assert.deepEqual([page.isOpen(), page.dialog.innerHTML], [true, "2"]);
  sheets["/tally"] = null;
  await page.refresh();
  assert.equal(page.isOpen(), false);
});

test("a sheet that was closed while it was fetched stays closed", async (t) => {
  const sheets = { "/tally": "1" };
  const page = sheeted(t, sheets);
  await page.ask("/tally");
  sheets["/tally"] = LATER;
  page.refresh();
  await page.wait();
  page.close();
  page.given["/tally"]("2");
  await page.wait();
  assert.deepEqual([page.isOpen(), page.dialog.innerHTML], [false, ""]);
});

test("a tap beside the sheet or on its button closes it, a tap on what it says does not", async (t) => {
  const page = sheeted(t, { "/tally": '<p id="said">5</p><button data-do="close">Close</button>' });
  await page.ask("/tally");
  page.click("#said");
  page.click("#beside");
  assert.equal(page.isOpen(), true);
  page.click("[data-do=close]");
  assert.equal(page.isOpen(), false);
  await page.ask("/tally");
  page.dialog.click(); // what lies around a sheet is the dialog itself
  assert.equal(page.isOpen(), false);
});

test("a tap that people have to confirm opens a sheet", async (t) => {
  const page = sheeted(t, { "/anyway": "Sure?" });
  page.window.dispatchEvent(new page.window.CustomEvent("ask-whether", { detail: "/anyway" }));
  await page.wait();
  assert.equal(page.dialog.innerHTML, "Sure?");
});
