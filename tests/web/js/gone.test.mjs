import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

test("the page becomes the table's page when the table plays again, not before", (t) => {
  let draw = () => {};
  const location = { reload: spy() };
  const page = openPage(t, '<div id="gone"><section></section></div>', {
    modules: { awake: {}, live: { live: (after) => { draw = after; after(); } } },
    fakes: { location },
  });
  page.run("gone");
  assert.equal(location.reload.calls.length, 0);
  page.find("section").setAttribute("data-plays", "");
  draw();
  assert.equal(location.reload.calls.length, 1);
});
