import assert from "node:assert/strict";
import test from "node:test";
import { open } from "./page.mjs";

/** A name that is `wide` in a place of 100 pixels. */
function fitted(t, wide) {
  const page = open(t, '<div><span class="fit">Ann</span></div>');
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

test("a shorter name in the same place, and a wider window, undo it", (t) => {
  const page = fitted(t, 200);
  Object.defineProperty(page.name, "offsetWidth", { value: 60 });
  page.window.dispatchEvent(new page.window.Event("resize"));
  assert.deepEqual(page.look(), ["", ""]);
});
