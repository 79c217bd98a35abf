import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

test("a device that has scanned its table's code asks at once, without a tap", (t) => {
  const page = openPage(t, '<form data-now method="post" action="/api/access/ask"></form>');
  const submit = spy();
  page.window.HTMLFormElement.prototype.submit = submit;
  page.run("join");
  assert.equal(submit.calls.length, 1);
});

test("another page sends nothing", (t) => {
  const page = openPage(t, '<form method="post" action="/api/access/ask"></form>');
  const submit = spy();
  page.window.HTMLFormElement.prototype.submit = submit;
  page.run("join");
  assert.equal(submit.calls.length, 0);
});
