import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

const BODY = '<main class="list"></main><div class="viewer" data-document="/api/openapi.json" data-viewer="/static/redoc.js" hidden></div>';

/** Open the page, and let its viewer load. */
function open(t, fakes) {
  const init = spy();
  const page = openPage(t, BODY, { fakes: fakes ?? { Redoc: { init } } });
  page.run("viewer");
  const script = page.document.querySelector("script[src='/static/redoc.js']");
  return { page, init, script };
}

const isShown = (page, what) => !page.document.querySelector(what).hidden;

test("the viewer takes the place of the list once it has come", (t) => {
  const { page, init, script } = open(t);
  assert.equal(init.calls.length, 0);
  script.dispatchEvent(new page.window.Event("load"));
  assert.equal(init.calls[0][0], "/api/openapi.json");
  init.calls[0][3]();
  assert.ok(!isShown(page, ".list") && isShown(page, ".viewer"));
});

test("the list stays if the viewer does not come, or cannot draw", (t) => {
  const { page, init, script } = open(t);
  script.dispatchEvent(new page.window.Event("error"));
  assert.ok(isShown(page, ".list") && !isShown(page, ".viewer"));
  script.dispatchEvent(new page.window.Event("load"));
  init.calls[0][3](new Error("no description"));
  assert.ok(isShown(page, ".list") && !isShown(page, ".viewer"));
});

test("the list stays in a browser that does not know the viewer's syntax", (t) => {
  const { page, script } = open(t, {});
  script.dispatchEvent(new page.window.Event("load"));
  assert.ok(isShown(page, ".list") && !isShown(page, ".viewer"));
});
