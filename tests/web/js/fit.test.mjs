import assert from "node:assert/strict";
import test from "node:test";
import { open } from "./page.mjs";

/** A name that is `wide` in a place of 100 pixels, in letters of 60 pixels on a page of 20. */
function fitted(t, wide) {
  const page = open(t, '<div><span class="fit" style="font-size: 60px">Ann</span></div>', { html: 'style="font-size: 20px"' });
  const name = page.one(".fit");
  Object.defineProperty(name, "offsetWidth", { get: () => wide, configurable: true });
  Object.defineProperty(name.parentElement, "clientWidth", { value: 100 });
  const { fit } = page.run("fit");
  fit();
  return { ...page, fit, name, look: () => [name.style.transform, name.style.marginRight] };
}

test("a name that fits stays as it is", (t) => {
  assert.deepEqual(fitted(t, 100).look(), ["", ""]);
});

test("a longer one is squeezed to its place and keeps its height", (t) => {
  assert.deepEqual(fitted(t, 125).look(), ["scale(0.8, 1)", "-25px"]);
});

test("one that would be squeezed beyond reading becomes smaller too", (t) => {
  assert.deepEqual(fitted(t, 200).look(), [`scale(0.5, ${0.5 / 0.68})`, "-100px"]);
});

test("the longest one stays large enough to be read, and its title is the whole name", (t) => {
  const { name, look } = fitted(t, 1000);
  const part = (1.4 * 0.68 * 20) / 60; // letters of 1.4 rem, narrowed
  assert.deepEqual(look(), [`scale(${part}, ${part / 0.68})`, `${100 - 100 / part}px`]);
  assert.deepEqual([name.className, name.title, name.dir], ["fit cut", "Ann", "auto"]);
  assert.equal(name.style.maxWidth, `${100 / part}px`);
});

test("a shorter name in the same place, and a wider window, undo it", (t) => {
  const page = fitted(t, 1000);
  Object.defineProperty(page.name, "offsetWidth", { value: 60 });
  page.window.dispatchEvent(new page.window.Event("resize"));
  assert.deepEqual(page.look(), ["", ""]);
  assert.deepEqual([page.name.className, page.name.title, page.name.style.maxWidth], ["fit", "", ""]);
});
