import assert from "node:assert/strict";
import test from "node:test";
import { openPage } from "./page.mjs";

/** Open a page with a name of this width in a place of 100 pixels. Its font size is 60 pixels, the page's is 20. */
function openName(t, width) {
  const page = openPage(t, '<div><span class="fit" style="font-size: 60px">Ann</span></div>', { html: 'style="font-size: 20px"' });
  const name = page.find(".fit");
  Object.defineProperty(name, "offsetWidth", { get: () => width, configurable: true });
  Object.defineProperty(name.parentElement, "clientWidth", { value: 100 });
  const { fit } = page.run("fit");
  fit();
  return { ...page, fit, name, styles: () => [name.style.transform, name.style.marginRight] };
}

test("a name that fits is not changed", (t) => {
  assert.deepEqual(openName(t, 100).styles(), ["", ""]);
});

test("a longer name becomes narrower until it fits, and keeps its height", (t) => {
  assert.deepEqual(openName(t, 125).styles(), ["scale(0.8, 1)", "-25px"]);
});

test("a name that would be too narrow to read also becomes less high", (t) => {
  assert.deepEqual(openName(t, 200).styles(), [`scale(0.5, ${0.5 / 0.68})`, "-100px"]);
});

test("a very long name stays large enough to read and is cut; its title is the whole name", (t) => {
  const { name, styles } = openName(t, 1000);
  const part = (1.4 * 0.68 * 20) / 60; // letters of 1.4 rem, narrowed
  assert.deepEqual(styles(), [`scale(${part}, ${part / 0.68})`, `${100 - 100 / part}px`]);
  assert.deepEqual([name.className, name.title, name.dir], ["fit cut", "Ann", "auto"]);
  assert.equal(name.style.maxWidth, `${100 / part}px`);
});

test("when the window changes its size, a name that now fits is no longer changed", (t) => {
  const page = openName(t, 1000);
  Object.defineProperty(page.name, "offsetWidth", { value: 60 });
  page.window.dispatchEvent(new page.window.Event("resize"));
  assert.deepEqual(page.styles(), ["", ""]);
  assert.deepEqual([page.name.className, page.name.title, page.name.style.maxWidth], ["fit", "", ""]);
});

/** Open a page with a box that is 100 pixels high, and whose texts are 200 pixels high at their whole size. */
function openBox(t, overflow) {
  const page = openPage(t, `<div class="shrink" style="overflow-y: ${overflow}"></div>`);
  const box = page.find(".shrink");
  const readSize = () => Number(box.style.getPropertyValue("--shrunk") || 1);
  Object.defineProperty(box, "clientHeight", { value: 100 });
  Object.defineProperty(box, "scrollHeight", { get: () => 200 * readSize() });
  page.run("fit").shrink();
  return readSize();
}

test("the texts of a full box become smaller until all of it is visible", (t) => {
  assert.equal(openBox(t, "auto"), 0.5);
});

test("where the page scrolls, texts keep their size", (t) => {
  assert.equal(openBox(t, "visible"), 1);
});
