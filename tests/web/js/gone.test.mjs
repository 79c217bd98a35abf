import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

test("the page becomes the table's page when the table plays again, not before", async (t) => {
  let draw = () => {};
  const location = { reload: spy() };
  const page = openPage(t, '<div id="gone"><section></section></div>', {
    modules: { awake: {}, live: { live: (after) => { draw = after; after(); } } },
    fakes: { location },
  });
  page.run("gone");
  await page.wait(5000);
  assert.equal(location.reload.calls.length, 0);
  page.find("section").setAttribute("data-plays", "");
  draw();
  draw();
  await page.wait(500);
  assert.equal(location.reload.calls.length, 1);
});
