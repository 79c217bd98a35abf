import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

const WORDS = JSON.stringify({ group: "Corners", corner: "{name} at {x}, {y}", names: ["one", "two", "three", "four"] });
const SQUARE = [[100, 100], [300, 100], [300, 200], [100, 200]];

/** Open a page with corners over a picture of 400 by 300, shown at half its size with its top left at (10, 20). */
async function openCorners(t, { corners = SQUARE, boxes = [], attributes = "movable" } = {}) {
  const page = openPage(t, `<div><div id="sight"><img><div><mat-corners size="[400,300]" corners='${JSON.stringify(corners)}'
    markers="[]" boxes='${JSON.stringify(boxes)}' ${attributes} words='${WORDS}'></mat-corners></div></div></div>
    <form id="corners" hidden><input name="corners"></form>`);
  const { prototype } = page.window.HTMLElement;
  prototype.setPointerCapture = prototype.releasePointerCapture = () => {};
  prototype.hasPointerCapture = () => true;
  page.run("corners");
  const mat = page.find("mat-corners");
  mat.getBoundingClientRect = () => ({ left: 10, top: 20, width: 200, height: 150 });
  const submitted = spy();
  page.document.addEventListener("submit", () => submitted(page.find("[name=corners]").value));
  const handle = (at) => mat.querySelectorAll("button")[at];
  return {
    ...page, mat, handle, sent: submitted.calls,
    labels: () => [...mat.querySelectorAll("button")].map((button) => button.getAttribute("aria-label")),
    /** Send a pointer event to the handle of a corner; x and y are in the window. */
    finger: (at, type, clientX, clientY) =>
      handle(at).dispatchEvent(Object.assign(new page.window.Event(type, { cancelable: true }), { clientX, clientY, pointerId: 1 })),
    key: (at, key, options = {}) => { handle(at).focus(); page.key(key, options); },
    outline: () => mat.querySelector(".line").getAttribute("points"),
    async change(name, value) { mat.setAttribute(name, JSON.stringify(value)); await page.wait(); },
  };
}

test("each handle is labelled with its place, and the mat's outline runs through all corners", async (t) => {
  const page = await openCorners(t);
  assert.deepEqual(page.labels(), ["one at 100, 100", "two at 300, 100", "three at 300, 200", "four at 100, 200"]);
  assert.equal(page.outline(), "100,100 300,100 300,200 100,200");
  assert.equal(page.mat.querySelector("svg").getAttribute("viewBox"), "0 0 400 300");
  assert.equal(parseFloat(page.find("#sight").style.getPropertyValue("--ratio")).toFixed(3), "1.333");
  assert.deepEqual([page.handle(2).style.left, parseFloat(page.handle(2).style.top).toFixed(2)], ["75%", "66.67"]);
});

test("a dragged corner keeps its distance to the finger, and the corners are sent when the finger is lifted", async (t) => {
  const page = await openCorners(t);
  page.finger(0, "pointerdown", 64, 72); // the corner is at 60, 70
  page.finger(0, "pointermove", 74, 77);
  assert.equal(page.outline(), "120,110 300,100 300,200 100,200");
  assert.deepEqual(page.sent, []);
  page.finger(0, "pointerup", 74, 77);
  assert.deepEqual(page.sent, [["120.0,110.0 300.0,100.0 300.0,200.0 100.0,200.0"]]);
});

test("a dragged corner stays inside the picture", async (t) => {
  const page = await openCorners(t);
  page.finger(2, "pointerdown", 160, 120);
  page.finger(2, "pointermove", 999, 999);
  page.finger(2, "pointerup", 999, 999);
  page.finger(0, "pointerdown", 60, 70);
  page.finger(0, "pointermove", -999, -999);
  assert.equal(page.outline(), "0,0 300,100 400,300 100,200");
});

test("arrow keys move a corner by 1 pixel, with shift by 10; 600 milliseconds later the corners are sent", async (t) => {
  const page = await openCorners(t);
  page.key(0, "ArrowRight");
  await page.wait(599);
  page.key(0, "ArrowDown", { shiftKey: true });
  page.key(0, "x");
  await page.wait(599);
  assert.deepEqual(page.sent, []);
  await page.wait(1);
  assert.deepEqual(page.sent, [["101.0,110.0 300.0,100.0 300.0,200.0 100.0,200.0"]]);
});

test("new corners from the server do not move a corner that somebody drags", async (t) => {
  const page = await openCorners(t);
  const other = [[0, 0], [9, 0], [9, 9], [0, 9]];
  page.finger(0, "pointerdown", 60, 70);
  await page.change("corners", other);
  assert.equal(page.outline(), "100,100 300,100 300,200 100,200");
  page.finger(0, "pointerup", 60, 70);
  await page.change("corners", [...other]);
  assert.equal(page.outline(), "0,0 9,0 9,9 0,9");
});

test("new corners from the server do not move a corner that arrow keys have moved, until it is sent", async (t) => {
  const page = await openCorners(t);
  page.key(0, "ArrowRight");
  await page.change("corners", [[0, 0], [9, 0], [9, 9], [0, 9]]);
  assert.equal(page.outline(), "101,100 300,100 300,200 100,200");
  await page.wait(600);
  await page.change("corners", [[0, 0], [9, 0], [9, 9], [0, 8]]);
  assert.equal(page.outline(), "0,0 9,0 9,9 0,8");
});

test("several changes at once are drawn together, and a later change is drawn too", async (t) => {
  const page = await openCorners(t);
  page.mat.setAttribute("markers", "[[[1,1],[2,1],[2,2]]]");
  page.mat.setAttribute("boxes", "[[1,[0,0,9,9]]]");
  await page.wait();
  const kinds = [...page.mat.querySelectorAll("polygon")].map((polygon) => polygon.getAttribute("class"));
  assert.deepEqual(kinds, ["shade", "line", "marker", "mend"]);
  await page.change("boxes", []);
  assert.equal(page.mat.querySelector("b, .mend"), null);
});

test("a new guess does not replace the guess that is shown, unless the picture's size has changed", async (t) => {
  const page = await openCorners(t, { attributes: "movable guessed" });
  await page.change("corners", [[0, 0], [9, 0], [9, 9], [0, 9]]);
  assert.equal(page.outline(), "100,100 300,100 300,200 100,200");
  page.mat.setAttribute("size", "[800,600]");
  await page.wait();
  assert.equal(page.outline(), "0,0 9,0 9,9 0,9");
});

test("each fault of the mat is drawn as a box, with its number inside the picture", async (t) => {
  const page = await openCorners(t, { boxes: [[2, [-20, 30, 40, 90]]] });
  assert.equal(page.mat.querySelector(".mend").getAttribute("points"), "-20,30 40,30 40,90 -20,90");
  const number = page.mat.querySelector("b");
  assert.deepEqual([number.textContent, number.style.left, number.style.top], ["2", "0%", "10%"]);
});

test("corners without `movable` have no handles", async (t) => {
  const fixed = await openCorners(t, { attributes: "" });
  assert.equal(fixed.mat.querySelector("button"), null);
});

test("handles are hidden while there are no corners", async (t) => {
  const page = await openCorners(t, { corners: [] });
  assert.deepEqual([0, 1, 2, 3].map((at) => page.handle(at).hidden), [true, true, true, true]);
  await page.change("corners", SQUARE);
  assert.equal(page.handle(0).hidden, false);
});

test("the loupe shows the picture under the finger three times enlarged; it is above the finger if there is room", async (t) => {
  const page = await openCorners(t);
  const loupe = page.mat.querySelector(".loupe");
  for (const [name, value] of [["clientWidth", 400], ["clientHeight", 300]]) Object.defineProperty(page.mat, name, { value });
  Object.defineProperty(loupe, "offsetWidth", { value: 100 });
  Object.defineProperty(loupe, "clientWidth", { value: 96 });
  page.finger(2, "pointerdown", 160, 120); // the corner at 300, 200
  assert.equal(loupe.hidden, false);
  assert.deepEqual([loupe.style.left, loupe.style.top], ["300px", "105px"]);
  assert.deepEqual([loupe.style.backgroundSize, loupe.style.backgroundPosition], ["1200px 900px", "-852px -552px"]);
  page.finger(2, "pointermove", 160, 70); // to 300, 100: too near to the upper edge, so the loupe is below
  assert.equal(loupe.style.top, "195px");
  page.finger(2, "pointermove", 999, 70); // at the right edge
  assert.equal(loupe.style.left, "350px");
  page.finger(2, "pointermove", -999, 70);
  assert.equal(loupe.style.left, "50px");
  page.finger(2, "pointerup", -999, 70);
  assert.equal(loupe.hidden, true);
});
