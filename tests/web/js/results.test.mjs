import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

const BODY = `<button data-do="print">Print</button>
  <form id="awards" method="post"><ul><li id="first"><button type="button" data-do="drop">–</button></li></ul>
  <template><li class="added"><button type="button" data-do="drop">–</button></li></template><button type="button" data-do="add">+</button></form>
  <dialog open><form id="sure" method="post"></form></dialog>`;

function openResults(t, accepted = true) {
  const [live, close, print] = [spy(), spy(), spy()];
  const send = spy(async () => accepted);
  const page = openPage(t, BODY, {
    modules: { ask: { send }, keypad: {}, photo: {}, live: { live }, dialog: { close } }, fakes: { print },
  });
  page.run("results");
  return { ...page, print, close, send, live };
}

test("buttons add awards to the form and remove them", (t) => {
  const page = openResults(t);
  page.click("[data-do=add]");
  page.click("[data-do=add]");
  assert.equal(page.document.querySelectorAll("ul .added").length, 2);
  page.click("#first button");
  page.click(".added button");
  assert.equal(page.document.querySelectorAll("ul li").length, 1);
});

test("a button prints the page", (t) => {
  const page = openResults(t);
  page.click("[data-do=print]");
  assert.equal(page.print.calls.length, 1);
});

test("the script sends forms; an accepted form closes its dialog, a refused one does not", async (t) => {
  for (const [accepted, closeCount] of [[true, 1], [false, 0]]) {
    const page = openResults(t, accepted);
    assert.equal(page.submit("#sure"), false);
    page.submit("#awards");
    await page.wait();
    assert.deepEqual([page.send.calls.length, page.close.calls.length], [2, closeCount]);
    t.mock.timers.reset();
  }
});
