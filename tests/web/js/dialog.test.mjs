import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy, WORDS } from "./page.mjs";

const BODY = `<dialog id="dialog"></dialog><form data-dialog action="/tally"><button id="ask">Tally</button></form>
  <form data-dialog action="/rules"></form><p id="beside"></p>${WORDS}`;
const LATER = Symbol("the test answers later");

/** Open a page with these dialogs, by address: markup, null (refused), undefined (no network) or LATER. */
function openDialogs(t, dialogs, { modal = true } = {}) {
  const say = spy();
  const answers = {}; // for LATER: by address, a function that answers the request
  const fetch = spy(async (address) => {
    let markup = dialogs[address];
    if (markup === LATER) markup = await new Promise((resolve) => { answers[address] = resolve; });
    if (markup === undefined) throw new TypeError("no network");
    return { ok: markup !== null, text: async () => markup };
  });
  const morph = (place, markup) => { place.innerHTML = markup; };
  const page = openPage(t, BODY, { modules: { live: { say }, morph: { morph } }, fakes: { fetch } });
  const dialog = page.find("dialog");
  if (modal) {
    dialog.showModal = () => dialog.setAttribute("open", "modal");
    dialog.close = () => { dialog.removeAttribute("open"); dialog.dispatchEvent(new page.window.Event("close")); };
  }
  const { isOpen, close, refresh } = page.run("dialog");
  return {
    ...page, dialog, messages: say.calls, isOpen, close, refresh, answers, requests: fetch.calls,
    async ask(address) {
      page.submit(`form[action="${address}"]`);
      await page.wait();
    },
  };
}

for (const modal of [true, false]) {
  test(`a form opens its dialog${modal ? "" : ", also in Safari 15.0, which has no <dialog>"}`, async (t) => {
    const page = openDialogs(t, { "/tally": "<h2>Tally</h2>" }, { modal });
    assert.equal(page.isOpen(), false);
    await page.ask("/tally");
    assert.equal(page.dialog.innerHTML, "<h2>Tally</h2>");
    assert.equal(page.dialog.getAttribute("open"), modal ? "modal" : "");
    assert.equal(page.requests[0][1].headers["X-Dialog"], "yes");
    page.close();
    assert.deepEqual([page.isOpen(), page.dialog.innerHTML], [false, ""]);
  });
}

test("without a network, the page shows a message and opens no dialog", async (t) => {
  const page = openDialogs(t, {});
  await page.ask("/tally");
  assert.deepEqual(page.messages, [["Silence. Again.", true]]);
  assert.equal(page.isOpen(), false);
});

test("of two dialogs, the one that was asked for last stays open, even if the other answer comes later", async (t) => {
  const page = openDialogs(t, { "/tally": LATER, "/rules": "<h2>Rules</h2>" });
  await page.ask("/tally");
  await page.ask("/rules");
  page.answers["/tally"]("<h2>Tally</h2>");
  await page.wait();
  assert.equal(page.dialog.innerHTML, "<h2>Rules</h2>");
});

test("a refresh updates the open dialog, or closes it if it no longer exists; without a network it stays as it is", async (t) => {
  const dialogs = { "/tally": "1" };
  const page = openDialogs(t, dialogs);
  await page.refresh();
  assert.equal(page.requests.length, 0); // no dialog is open
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

test("a dialog that is closed during a refresh stays closed", async (t) => {
  const dialogs = { "/tally": "1" };
  const page = openDialogs(t, dialogs);
  await page.ask("/tally");
  dialogs["/tally"] = LATER;
  page.refresh();
  await page.wait();
  page.close();
  page.answers["/tally"]("2");
  await page.wait();
  assert.deepEqual([page.isOpen(), page.dialog.innerHTML], [false, ""]);
});

test("a tap beside the dialog or on its button closes it; a tap on its text does not", async (t) => {
  const page = openDialogs(t, { "/tally": '<p id="text">5</p><button data-do="close">Close</button>' });
  await page.ask("/tally");
  page.click("#text");
  page.click("#beside");
  assert.equal(page.isOpen(), true);
  page.click("[data-do=close]");
  assert.equal(page.isOpen(), false);
  await page.ask("/tally");
  page.dialog.click(); // a tap beside the dialog has the dialog itself as its target
  assert.equal(page.isOpen(), false);
});

test("the event ask-whether opens a dialog, which takes no tap in its first moment: that was meant for the page", async (t) => {
  const page = openDialogs(t, { "/anyway": "Sure?", "/tally": "Tally" });
  page.window.dispatchEvent(new page.window.CustomEvent("ask-whether", { detail: "/anyway" }));
  await page.wait();
  assert.equal(page.dialog.innerHTML, "Sure?");
  assert.equal(page.dialog.className, "sudden");
  await page.wait(400);
  assert.equal(page.dialog.className, "");
  page.close();
  await page.ask("/tally"); // people have asked for this one
  assert.equal(page.dialog.className, "");
});

test("a tap beside a question does not answer it", async (t) => {
  const page = openDialogs(t, { "/tally": '<div data-asks>Another throw?<a data-do="close">The same</a></div>' });
  await page.ask("/tally");
  page.dialog.click();
  assert.equal(page.isOpen(), true);
  page.click("[data-do=close]");
  assert.equal(page.isOpen(), false);
});
