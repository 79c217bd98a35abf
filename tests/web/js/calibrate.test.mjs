import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

function openCalibration(t) {
  const sent = [];
  const [live, close] = [spy(), spy()];
  const page = openPage(t, `<form id="step" method="post"></form><form id="find" method="get"></form>
    <dialog open><form id="sure" method="post"><input name="anyway" value="yes"></form></dialog>`, {
    modules: {
      ask: { send: (form) => sent.push(`${form.id} ${new page.window.FormData(form).getAll("anyway")}`) },
      corners: {}, picture: {}, live: { live }, dialog: { close },
    },
  });
  page.run("calibrate");
  return { ...page, sent, close };
}

test("after people confirmed once that the round may be interrupted, later steps are sent with this confirmation", (t) => {
  const page = openCalibration(t);
  page.submit("#step");
  page.submit("#sure");
  page.submit("#step");
  page.submit("#step");
  assert.deepEqual(page.sent, ["step ", "sure yes", "step yes", "step yes"]);
  assert.equal(page.close.calls.length, 1);
});

test("the script sends only forms with the method post; the browser sends others", (t) => {
  const page = openCalibration(t);
  assert.equal(page.submit("#find"), true);
  assert.equal(page.submit("#step"), false);
  assert.deepEqual(page.sent, ["step "]);
});
