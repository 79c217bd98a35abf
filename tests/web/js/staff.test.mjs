import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

const claim = (key, codes = "") => `<li data-key="${key}" data-codes="${codes}"><form method="get" data-dialog></form>
  <mat-photo><img></mat-photo><em class="own" hidden></em><button data-do="confirm"></button></li>`;
const BAR = `<form id="seen" method="post" hidden><div></div><button disabled><b></b></button></form>`;

/** Open the staff's page of the device KHRM. `loaded`: whether photos are there. */
function openStaff(t, { claims = [claim("a"), claim("b"), claim("c", "XXXX KHRM")], bar = BAR, loaded = true } = {}) {
  const [send, live] = [spy(async () => true), spy()];
  const watched = new Set();
  let report = () => {};
  class IntersectionObserver {
    constructor(listener) { report = listener; }

    observe(photo) { watched.add(photo); }
  }
  const page = openPage(t, `<main id="staff" data-code="KHRM">${claims.join("")}</main>${bar}`, {
    modules: { ask: { send }, dialog: {}, photo: {}, live: { live } }, fakes: { IntersectionObserver },
  });
  const loadPhotos = (width) => {
    for (const picture of page.document.querySelectorAll("img")) {
      Object.defineProperty(picture, "complete", { value: true, configurable: true });
      Object.defineProperty(picture, "naturalWidth", { value: width, configurable: true });
    }
  };
  loadPhotos(loaded ? 960 : 0);
  page.run("staff");
  live.calls[0][0]();
  const findPhoto = (key) => page.find(`[data-key=${key}] mat-photo`);
  return {
    ...page, send, watched, loadPhotos,
    draw: live.calls[0][0],
    show: (key, ratio = 1) => report([{ target: findPhoto(key), intersectionRatio: ratio }]),
    listSeen: () => [...page.document.querySelectorAll("#seen input")].map(({ name, value }) => `${name}=${value}`),
  };
}

test("a photo counts as seen when it was on the screen for half a second", async (t) => {
  const page = openStaff(t);
  assert.equal(page.watched.size, 3);
  page.show("a");
  await page.wait(400);
  assert.deepEqual(page.listSeen(), []);
  assert.equal(page.find("#seen").hidden, true);
  await page.wait(200);
  assert.deepEqual(page.listSeen(), ["claims=a"]);
  assert.deepEqual([page.find("#seen").hidden, page.find("#seen button").disabled], [false, false]);
  assert.equal(page.find("#seen b").textContent, "(1)");
  assert.equal(page.find("[data-key=a]").classList.contains("seen"), true);
});

test("a photo that only passes, or of which a part is hidden, does not count", async (t) => {
  const page = openStaff(t);
  page.show("a");
  await page.wait(300);
  page.show("a", 0);
  page.show("b", 0.5);
  await page.wait(5000);
  assert.deepEqual(page.listSeen(), []);
});

test("a photo that is lost never counts, one that comes late counts then", async (t) => {
  const page = openStaff(t, { loaded: false });
  page.show("a");
  await page.wait(3000);
  assert.deepEqual(page.listSeen(), []);
  page.loadPhotos(960);
  await page.wait(600);
  assert.deepEqual(page.listSeen(), ["claims=a"]);
});

test("what was opened is seen, and only that is not sent", (t) => {
  const page = openStaff(t);
  page.submit("[data-key=b] form");
  assert.deepEqual(page.listSeen(), ["claims=b"]);
  assert.equal(page.send.calls.length, 0);
});

test("what this device has entered cannot be confirmed, also if it was seen", (t) => {
  const page = openStaff(t);
  page.submit("[data-key=c] form");
  assert.deepEqual(page.listSeen(), []);
  assert.equal(page.find("[data-key=c] button").disabled, true);
  assert.equal(page.find("[data-key=c] .own").hidden, false);
  assert.equal(page.find("[data-key=a] button").disabled, false);
  assert.equal(page.find("[data-key=a] .own").hidden, true);
});

test("a claim that is confirmed leaves the list of what was seen", (t) => {
  const page = openStaff(t);
  page.submit("[data-key=a] form");
  page.submit("[data-key=b] form");
  page.find("[data-key=a]").remove();
  page.draw();
  assert.deepEqual(page.listSeen(), ["claims=b"]);
});

test("forms are sent by the script", (t) => {
  const page = openStaff(t);
  assert.equal(page.submit("#seen"), false);
  assert.deepEqual(page.send.calls.map(([form]) => form.id), ["seen"]);
});

test("a page on which nothing may be tapped has no bar, and still says what was entered", (t) => {
  const page = openStaff(t, { bar: "", claims: [claim("c", "KHRM").replace(/<button.*button>/, "")] });
  page.submit("[data-key=c] form");
  assert.equal(page.find(".own").hidden, false);
});
