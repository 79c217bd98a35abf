import assert from "node:assert/strict";
import test from "node:test";
import { noted, open } from "./page.mjs";

const BODY = `<button data-do="print">Print</button><form id="awards" method="post"><ul><li id="first"><button type="button" data-do="drop">–</button></li></ul>
  <template><li class="added"><button type="button" data-do="drop">–</button></li></template><button type="button" data-do="add">+</button></form>
  <dialog open><form id="sure" method="post"></form></dialog>`;

function resulting(t, taken = true) {
  const [live, close, print] = [noted(), noted(), noted()];
  const send = noted(async () => taken);
  const page = open(t, BODY, {
    modules: { ask: { send }, keypad: {}, photo: {}, live: { live }, dialog: { close } }, fakes: { print },
  });
  page.run("results");
  return { ...page, print, close, send, live };
}

test("awards are added and dropped in the form of awards", (t) => {
  const page = resulting(t);
  page.click("[data-do=add]");
  page.click("[data-do=add]");
  assert.equal(page.document.querySelectorAll("ul .added").length, 2);
  page.click("#first button");
  page.click(".added button");
  assert.equal(page.document.querySelectorAll("ul li").length, 1);
});

test("the page prints", (t) => {
  const page = resulting(t);
  page.click("[data-do=print]");
  assert.equal(page.print.calls.length, 1);
});

test("a form is sent by the script; one that was taken closes its dialog, one that was refused does not", async (t) => {
  for (const [taken, closed] of [[true, 1], [false, 0]]) {
    const page = resulting(t, taken);
    assert.equal(page.submit("#sure"), false);
    page.submit("#awards");
    await page.wait();
    assert.deepEqual([page.send.calls.length, page.close.calls.length], [2, closed]);
    t.mock.timers.reset();
  }
});
