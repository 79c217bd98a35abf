import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

test("the button prints the page", (t) => {
  const print = spy();
  const page = openPage(t, "<button data-print>Print</button>", { fakes: { print } });
  page.run("rules");
  assert.equal(print.calls.length, 0);
  page.click("button");
  assert.equal(print.calls.length, 1);
});
