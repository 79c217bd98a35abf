import assert from "node:assert/strict";
import test from "node:test";
import { openPage } from "./page.mjs";

/** Open a photo of 1000 by 500 pixels in a frame of this size. Boxes are parts of the photo's width and height. */
function openPhoto(t, { frame = [500, 250], boxes = [], attributes = "" } = {}) {
  const page = openPage(t, "<p></p>", { fakes: { ResizeObserver: class { observe() {} disconnect() {} } } });
  const { HTMLElement, HTMLImageElement } = page.window;
  const define = (owner, values) => Object.entries(values).forEach(([name, value]) =>
    Object.defineProperty(owner.prototype, name, { configurable: true, value }));
  define(HTMLImageElement, { naturalWidth: 1000, naturalHeight: 500, complete: true });
  define(HTMLElement, { clientWidth: frame[0], clientHeight: frame[1] });
  page.document.documentElement.style.fontSize = "20px";
  page.run("photo");
  page.find("p").innerHTML = `<mat-photo src="/photos/1.jpg" boxes='${JSON.stringify(boxes)}' ${attributes}></mat-photo>`;
  const photo = page.find("mat-photo");
  const picture = photo.querySelector("img");
  picture.onload();
  const readSides = (style) => ["left", "top", "width", "height"].map((name) => Math.round(parseFloat(style[name]) * 100) / 100);
  return {
    ...page, photo, picture,
    readView: () => readSides(picture.style),
    listMarks: () => [...photo.querySelectorAll("i")].map((mark) => [...readSides(mark.style), mark.className, mark.textContent]),
  };
}
const DIE = [0.4, 0.4, 0.44, 0.48]; // 40 by 40 pixels, at (400, 200)
const FAR = [0.6, 0.4, 0.64, 0.48];

test("a photo that may wait is loaded when it comes near the screen", (t) => {
  assert.equal(openPhoto(t, { attributes: "lazy" }).picture.loading, "lazy");
});

test("any other photo is loaded at once", (t) => {
  assert.equal(openPhoto(t).picture.loading, undefined);
});

test("without dice the whole photo is shown; it fills a frame of the same shape", (t) => {
  assert.deepEqual(openPhoto(t).readView(), [0, 0, 500, 250]);
});

test("a photo with another shape than its frame is in the middle", (t) => {
  assert.deepEqual(openPhoto(t, { frame: [500, 350] }).readView(), [0, 50, 500, 250]);
});

test("the photo is cut so that all dice are visible, with space around them", (t) => {
  const page = openPhoto(t, { boxes: [DIE, FAR] });
  const [left, top, width, height] = page.readView();
  const scale = width / 1000;
  assert.equal(height, scale * 500);
  const shownWidth = 240 + 2 * 0.55 * 40; // both dice, and 0.55 of a die on each side
  assert.equal(Math.round(scale * 1000), Math.round(500 / shownWidth * 1000));
  // The middle of the dice is the middle of the frame.
  assert.deepEqual([Math.round(left + 520 * scale), Math.round(top + 220 * scale)], [250, 125]);
});

test("for a single die, at least a fifth of the photo's width is shown", (t) => {
  assert.equal(openPhoto(t, { boxes: [DIE] }).readView()[2], 2500);
});

test("with `whole`, the whole photo is shown, also if it has dice", (t) => {
  assert.deepEqual(openPhoto(t, { boxes: [DIE], attributes: "whole" }).readView(), [0, 0, 500, 250]);
});

test("if dice are at the edge of the photo, there is no gap beside it", (t) => {
  const [left, top] = openPhoto(t, { boxes: [[0, 0, 0.04, 0.08]] }).readView();
  assert.deepEqual([left, top], [0, 0]);
});

test("each die has an outline and its face, or a question mark if it was not read; `which` highlights one", (t) => {
  const page = openPhoto(t, { boxes: [DIE, FAR], attributes: 'whole marks faces="[3]" which="1"' });
  assert.deepEqual(page.listMarks(), [[200, 100, 20, 20, "above", "3"], [300, 100, 20, 20, "above asked", "?"]]);
});

test("a number is below its die if there is another die above it", (t) => {
  const under = [0.4, 0.49, 0.44, 0.57];
  assert.deepEqual(openPhoto(t, { boxes: [DIE, under], attributes: "whole marks" }).listMarks().map((mark) => mark[4]), ["above", "low"]);
});

test("the number of a die at the upper edge is below it", (t) => {
  assert.deepEqual(openPhoto(t, { boxes: [[0.4, 0, 0.44, 0.08]], attributes: "whole marks" }).listMarks()[0][4], "low");
});

test("the number of a die between two others is beside it", (t) => {
  const boxes = [[0.4, 0.3, 0.44, 0.38], DIE, [0.4, 0.5, 0.44, 0.58]];
  assert.equal(openPhoto(t, { boxes, attributes: "whole marks" }).listMarks()[1][4], "left");
});

test("a lost photo is marked as lost until another one is loaded", (t) => {
  const page = openPhoto(t);
  page.picture.onerror();
  assert.equal(page.photo.className, "lost");
  page.photo.setAttribute("src", "/photos/2.jpg");
  assert.equal(page.picture.getAttribute("src"), "/photos/2.jpg");
  page.picture.onload();
  assert.equal(page.photo.className, "");
});
