import assert from "node:assert/strict";
import test from "node:test";
import { open } from "./page.mjs";

/** A photo of 1000 by 500 pixels in a frame, and its dice as parts of it. */
function shown(t, { frame = [500, 250], boxes = [], more = "" } = {}) {
  const page = open(t, "<p></p>", { fakes: { ResizeObserver: class { observe() {} disconnect() {} } } });
  const { HTMLElement, HTMLImageElement } = page.window;
  const is = (owner, values) => Object.entries(values).forEach(([name, value]) =>
    Object.defineProperty(owner.prototype, name, { configurable: true, value }));
  is(HTMLImageElement, { naturalWidth: 1000, naturalHeight: 500, complete: true });
  is(HTMLElement, { clientWidth: frame[0], clientHeight: frame[1] });
  page.document.documentElement.style.fontSize = "20px";
  page.run("photo");
  page.one("p").innerHTML = `<mat-photo src="/photos/1.jpg" boxes='${JSON.stringify(boxes)}' ${more}></mat-photo>`;
  const photo = page.one("mat-photo");
  const picture = photo.querySelector("img");
  picture.onload();
  const sides = (style) => ["left", "top", "width", "height"].map((name) => Math.round(parseFloat(style[name]) * 100) / 100);
  return {
    ...page, photo, picture,
    view: () => sides(picture.style),
    marks: () => [...photo.querySelectorAll("i")].map((mark) => [...sides(mark.style), mark.className, mark.textContent]),
  };
}
const DIE = [0.4, 0.4, 0.44, 0.48]; // 40 by 40 pixels, at (400, 200)
const FAR = [0.6, 0.4, 0.64, 0.48];

test("without dice all of the picture is shown, with no gap where the frame has its shape", (t) => {
  assert.deepEqual(shown(t).view(), [0, 0, 500, 250]);
});

test("a picture of another shape than its frame stands in the middle", (t) => {
  assert.deepEqual(shown(t, { frame: [500, 350] }).view(), [0, 50, 500, 250]);
});

test("the picture is cut so that all dice are in sight, with room around them", (t) => {
  const page = shown(t, { boxes: [DIE, FAR] });
  const [left, top, width, height] = page.view();
  const scale = width / 1000;
  assert.equal(height, scale * 500);
  assert.equal(Math.round(scale * 1000), Math.round(500 / (240 + 2 * 0.55 * 40) * 1000)); // both dice with 0.55 of a die beside them
  assert.deepEqual([Math.round(left + 520 * scale), Math.round(top + 220 * scale)], [250, 125]); // their middle is the frame's
});

test("a single die is never shown closer than a fifth of the picture's width", (t) => {
  assert.equal(shown(t, { boxes: [DIE] }).view()[2], 2500);
});

test("whole shows all of the picture, whatever dice are on it", (t) => {
  assert.deepEqual(shown(t, { boxes: [DIE], more: "whole" }).view(), [0, 0, 500, 250]);
});

test("dice at the edge of the picture leave no gap beside it", (t) => {
  const [left, top] = shown(t, { boxes: [[0, 0, 0.04, 0.08]] }).view();
  assert.deepEqual([left, top], [0, 0]);
});

test("each die is outlined with how it was read; the asked one stands out; one that was not read has a question mark", (t) => {
  const page = shown(t, { boxes: [DIE, FAR], more: 'whole marks faces="[3]" which="1"' });
  assert.deepEqual(page.marks(), [[200, 100, 20, 20, "above", "3"], [300, 100, 20, 20, "above asked", "?"]]);
});

test("a number stands where it hides no other die: below one that has another above, beside it where it has both", (t) => {
  const under = [0.4, 0.49, 0.44, 0.57];
  assert.deepEqual(shown(t, { boxes: [DIE, under], more: "whole marks" }).marks().map((mark) => mark[4]), ["above", "low"]);
});

test("a number of a die at the upper edge stands below it", (t) => {
  assert.deepEqual(shown(t, { boxes: [[0.4, 0, 0.44, 0.08]], more: "whole marks" }).marks()[0][4], "low");
});

test("a die between two others has its number at its side", (t) => {
  const boxes = [[0.4, 0.3, 0.44, 0.38], DIE, [0.4, 0.5, 0.44, 0.58]];
  assert.equal(shown(t, { boxes, more: "whole marks" }).marks()[1][4], "left");
});

test("a photo that is lost says so until another one is here", (t) => {
  const page = shown(t);
  page.picture.onerror();
  assert.equal(page.photo.className, "lost");
  page.photo.setAttribute("src", "/photos/2.jpg");
  assert.equal(page.picture.getAttribute("src"), "/photos/2.jpg");
  page.picture.onload();
  assert.equal(page.photo.className, "");
});
