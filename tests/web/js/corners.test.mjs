import assert from "node:assert/strict";
import test from "node:test";
import { noted, open } from "./page.mjs";

const WORDS = JSON.stringify({ group: "Corners", corner: "{name} at {x}, {y}", names: ["one", "two", "three", "four"] });
const SQUARE = [[100, 100], [300, 100], [300, 200], [100, 200]];

/** Corners over a camera's picture of 400 by 300, shown at half its size from (10, 20) on. */
async function cornered(t, { corners = SQUARE, boxes = [], more = "movable" } = {}) {
  const page = open(t, `<div><div id="sight"><img><div><mat-corners size="[400,300]" corners='${JSON.stringify(corners)}'
    markers="[]" boxes='${JSON.stringify(boxes)}' ${more} words='${WORDS}'></mat-corners></div></div></div>
    <form id="corners" hidden><input name="corners"></form>`);
  const { prototype } = page.window.HTMLElement;
  prototype.setPointerCapture = prototype.releasePointerCapture = () => {};
  prototype.hasPointerCapture = () => true;
  page.run("corners");
  const mat = page.one("mat-corners");
  mat.getBoundingClientRect = () => ({ left: 10, top: 20, width: 200, height: 150 });
  const submitted = noted();
  page.document.addEventListener("submit", () => submitted(page.one("[name=corners]").value));
  const handle = (at) => mat.querySelectorAll("button")[at];
  return {
    ...page, mat, handle, sent: submitted.calls,
    labels: () => [...mat.querySelectorAll("button")].map((button) => button.getAttribute("aria-label")),
    /** A finger on a corner, at a place of the window. */
    finger: (at, type, clientX, clientY) =>
      handle(at).dispatchEvent(Object.assign(new page.window.Event(type, { cancelable: true }), { clientX, clientY, pointerId: 1 })),
    key: (at, key, more = {}) => { handle(at).focus(); page.key(key, more); },
    outline: () => mat.querySelector(".line").getAttribute("points"),
    async say(name, value) { mat.setAttribute(name, JSON.stringify(value)); await page.wait(); },
  };
}

test("each corner says where it is, and the mat's outline runs through all", async (t) => {
  const page = await cornered(t);
  assert.deepEqual(page.labels(), ["one at 100, 100", "two at 300, 100", "three at 300, 200", "four at 100, 200"]);
  assert.equal(page.outline(), "100,100 300,100 300,200 100,200");
  assert.equal(page.mat.querySelector("svg").getAttribute("viewBox"), "0 0 400 300");
  assert.equal(parseFloat(page.one("#sight").style.getPropertyValue("--ratio")).toFixed(3), "1.333");
  assert.deepEqual([page.handle(2).style.left, parseFloat(page.handle(2).style.top).toFixed(2)], ["75%", "66.67"]);
});

test("a finger takes a corner with it, by where it took hold, and the corners are sent when it lets go", async (t) => {
  const page = await cornered(t);
  page.finger(0, "pointerdown", 64, 72); // the corner stands at 60, 70
  page.finger(0, "pointermove", 74, 77);
  assert.equal(page.outline(), "120,110 300,100 300,200 100,200");
  assert.deepEqual(page.sent, []);
  page.finger(0, "pointerup", 74, 77);
  assert.deepEqual(page.sent, [["120.0,110.0 300.0,100.0 300.0,200.0 100.0,200.0"]]);
});

test("a corner stays inside the picture", async (t) => {
  const page = await cornered(t);
  page.finger(2, "pointerdown", 160, 120);
  page.finger(2, "pointermove", 999, 999);
  page.finger(2, "pointerup", 999, 999);
  page.finger(0, "pointerdown", 60, 70);
  page.finger(0, "pointermove", -999, -999);
  assert.equal(page.outline(), "0,0 300,100 400,300 100,200");
});

test("arrow keys move a corner by one pixel, with shift by ten; the corners are sent 600 milliseconds after the last key", async (t) => {
  const page = await cornered(t);
  page.key(0, "ArrowRight");
  await page.wait(599);
  page.key(0, "ArrowDown", { shiftKey: true });
  page.key(0, "x");
  await page.wait(599);
  assert.deepEqual(page.sent, []);
  await page.wait(1);
  assert.deepEqual(page.sent, [["101.0,110.0 300.0,100.0 300.0,200.0 100.0,200.0"]]);
});

test("what the server says does not move a corner that somebody holds", async (t) => {
  const page = await cornered(t);
  const other = [[0, 0], [9, 0], [9, 9], [0, 9]];
  page.finger(0, "pointerdown", 60, 70);
  await page.say("corners", other);
  assert.equal(page.outline(), "100,100 300,100 300,200 100,200");
  page.finger(0, "pointerup", 60, 70);
  await page.say("corners", [...other]);
  assert.equal(page.outline(), "0,0 9,0 9,9 0,9");
});

test("what the server says does not move a corner that arrow keys have just moved, until that is sent", async (t) => {
  const page = await cornered(t);
  page.key(0, "ArrowRight");
  await page.say("corners", [[0, 0], [9, 0], [9, 9], [0, 9]]);
  assert.equal(page.outline(), "101,100 300,100 300,200 100,200");
  await page.wait(600);
  await page.say("corners", [[0, 0], [9, 0], [9, 9], [0, 8]]);
  assert.equal(page.outline(), "0,0 9,0 9,9 0,8");
});

test("of several changes at once it draws the last, and later ones too", async (t) => {
  const page = await cornered(t);
  page.mat.setAttribute("markers", "[[[1,1],[2,1],[2,2]]]");
  page.mat.setAttribute("boxes", "[[1,[0,0,9,9]]]");
  await page.wait();
  assert.deepEqual([...page.mat.querySelectorAll("polygon")].map((one) => one.getAttribute("class")), ["shade", "line", "marker", "mend"]);
  await page.say("boxes", []);
  assert.equal(page.mat.querySelector("b, .mend"), null);
});

test("a later guess does not replace one that people may look at already, but a picture of another size needs a new one", async (t) => {
  const page = await cornered(t, { more: "movable guessed" });
  await page.say("corners", [[0, 0], [9, 0], [9, 9], [0, 9]]);
  assert.equal(page.outline(), "100,100 300,100 300,200 100,200");
  page.mat.setAttribute("size", "[800,600]");
  await page.wait();
  assert.equal(page.outline(), "0,0 9,0 9,9 0,9");
});

test("what is to be mended is drawn as numbered boxes, each number inside the picture", async (t) => {
  const page = await cornered(t, { boxes: [[2, [-20, 30, 40, 90]]] });
  assert.equal(page.mat.querySelector(".mend").getAttribute("points"), "-20,30 40,30 40,90 -20,90");
  const number = page.mat.querySelector("b");
  assert.deepEqual([number.textContent, number.style.left, number.style.top], ["2", "0%", "10%"]);
});

test("corners that nobody may move have no handles", async (t) => {
  const fixed = await cornered(t, { more: "" });
  assert.equal(fixed.mat.querySelector("button"), null);
});

test("handles are hidden while nobody knows where the mat is", async (t) => {
  const page = await cornered(t, { corners: [] });
  assert.deepEqual([0, 1, 2, 3].map((at) => page.handle(at).hidden), [true, true, true, true]);
  await page.say("corners", SQUARE);
  assert.equal(page.handle(0).hidden, false);
});

test("the loupe shows three times enlarged what lies under the finger, above it where there is room", async (t) => {
  const page = await cornered(t);
  const loupe = page.mat.querySelector(".loupe");
  for (const [name, value] of [["clientWidth", 400], ["clientHeight", 300]]) Object.defineProperty(page.mat, name, { value });
  Object.defineProperty(loupe, "offsetWidth", { value: 100 });
  Object.defineProperty(loupe, "clientWidth", { value: 96 });
  page.finger(2, "pointerdown", 160, 120); // the corner at 300, 200
  assert.equal(loupe.hidden, false);
  assert.deepEqual([loupe.style.left, loupe.style.top], ["300px", "105px"]);
  assert.deepEqual([loupe.style.backgroundSize, loupe.style.backgroundPosition], ["1200px 900px", "-852px -552px"]);
  page.finger(2, "pointermove", 160, 70); // to 300, 100: too near to the upper edge
  assert.equal(loupe.style.top, "195px");
  page.finger(2, "pointermove", 999, 70); // at the right edge
  assert.equal(loupe.style.left, "350px");
  page.finger(2, "pointermove", -999, 70);
  assert.equal(loupe.style.left, "50px");
  page.finger(2, "pointerup", -999, 70);
  assert.equal(loupe.hidden, true);
});
