import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

/** Open a page with three buttons. `tops` are their places, by their ids; a button without a place is not shown. */
function openSteady(t, { scrollY = 300, tops = { upper: -200, near: 350, far: 600 } } = {}) {
  const scrollBy = spy();
  const page = openPage(t, Object.keys(tops).map((id) => `<button id="${id}"></button>`).join(""), {
    fakes: { scrollY, scrollBy, innerHeight: 768 },
  });
  const { prototype } = page.window.Element;
  prototype.getClientRects = function list() { return this.isConnected && this.id in tops ? [{}] : []; };
  prototype.getBoundingClientRect = function find() {
    return this.id in tops ? { top: tops[this.id], bottom: tops[this.id] + 40, height: 40 } : { top: 0, bottom: 0, height: 0 };
  };
  const { keepSteady } = page.run("steady");
  return { ...page, keepSteady, tops, scrollBy };
}

test("the page scrolls as far as the button nearest to its middle has moved", (t) => {
  const page = openSteady(t);
  page.keepSteady(() => { page.tops.near = 400; });
  assert.deepEqual(page.scrollBy.calls, [[0, 50]]);
});

test("if the change removes or hides that button, the next one stays in its place", (t) => {
  const page = openSteady(t);
  page.keepSteady(() => { page.find("#near").remove(); page.tops.far = 580; });
  assert.deepEqual(page.scrollBy.calls, [[0, -20]]);
});

test("if the change puts that button elsewhere, the page does not follow it", (t) => {
  const page = openSteady(t);
  page.keepSteady(() => { page.tops.near = 3000; page.tops.far = 610; });
  assert.deepEqual(page.scrollBy.calls, [[0, 10]]);
});

test("if nothing moves, nothing scrolls, so that a smooth scrolling goes on", (t) => {
  const page = openSteady(t);
  page.keepSteady(() => { page.tops.far = 700; });
  assert.deepEqual(page.scrollBy.calls, []);
});

test("what is not on the screen does not matter", (t) => {
  const page = openSteady(t, { tops: { upper: -200, hidden: 900 } });
  page.keepSteady(() => { page.tops.upper = -100; });
  assert.deepEqual(page.scrollBy.calls, []);
});

test("a page that shows its very top shows it after the change, too", (t) => {
  const page = openSteady(t, { scrollY: 0 });
  const change = spy();
  page.keepSteady(change);
  assert.deepEqual([change.calls.length, page.scrollBy.calls], [1, []]);
});
