import assert from "node:assert/strict";
import test from "node:test";
import { noted, open } from "./page.mjs";

function calibrating(t) {
  const sent = [];
  const [live, close] = [noted(), noted()];
  const page = open(t, `<form id="step" method="post"></form><form id="find" method="get"></form>
    <dialog open><form id="sure" method="post"><input name="anyway" value="yes"></form></dialog>`, {
    modules: {
      ask: { send: (form) => sent.push(`${form.id} ${new page.window.FormData(form).getAll("anyway")}`) },
      corners: {}, picture: {}, live: { live }, dialog: { close },
    },
  });
  page.run("calibrate");
  return { ...page, sent, close };
}

test("people who agreed once to interrupt the round are not asked at every step", (t) => {
  const page = calibrating(t);
  page.submit("#step");
  page.submit("#sure");
  page.submit("#step");
  page.submit("#step");
  assert.deepEqual(page.sent, ["step ", "sure yes", "step yes", "step yes"]);
  assert.equal(page.close.calls.length, 1);
});

test("other forms are the browser's", (t) => {
  const page = calibrating(t);
  assert.equal(page.submit("#find"), true);
  assert.equal(page.submit("#step"), false);
  assert.deepEqual(page.sent, ["step "]);
});
