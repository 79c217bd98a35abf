import assert from "node:assert/strict";
import test from "node:test";
import { noted, open } from "./page.mjs";

test("its button prints the page", (t) => {
  const print = noted();
  const page = open(t, "<button data-print>Print</button>", { fakes: { print } });
  page.run("print");
  assert.equal(print.calls.length, 0);
  page.click("button");
  assert.equal(print.calls.length, 1);
});
