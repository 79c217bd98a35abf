import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

const BODY = `<form id="sponsor" method="post"><input type="file" name="file"></form>
  <form id="other" method="post"><input type="file" name="file"></form><form id="late" method="post"></form>`;
const MOST = 56_000; // bytes

/**
 * Open the host's page with a picture of `size` bytes in the form of sponsors. `pixels`: its width and height, `null` if
 * the browser cannot read it. `weigh` returns the bytes of a drawing, by its width, height and quality.
 */
function openTelevision(t, { size = 90_000, pixels = [4000, 2000], weigh = () => 1000, form = "sponsor" } = {}) {
  const drawn = []; // what happened on all drawings
  const tries = []; // width, height and quality of each
  class Image {
    async decode() { if (!pixels) throw new Error("EncodingError"); }
    get naturalWidth() { return pixels[0]; }
    get naturalHeight() { return pixels[1]; }
  }
  class FileReader {
    readAsDataURL(file) { this.result = `data:${file.name}`; queueMicrotask(() => this.onload()); }
  }
  class DataTransfer {
    files = [];
    items = { add: (file) => this.files.push(file) };
  }
  const page = openPage(t, BODY, { fakes: { Image, FileReader, DataTransfer } });
  const { HTMLCanvasElement, Blob, File } = page.window;
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => ({
      set fillStyle(colour) { drawn.push(colour); },
      fillRect: (...box) => drawn.push(["fill", ...box]),
      drawImage: (picture, ...box) => drawn.push([picture.src, ...box]),
    }),
    toBlob(then, type, quality) {
      tries.push([this.width, this.height, quality]);
      const bytes = weigh(this.width, this.height, quality);
      then(bytes === null ? null : new Blob([new Uint8Array(bytes)], { type }));
    },
  });
  const chosen = new File([new Uint8Array(size)], "logo.png", { type: "image/png" });
  const field = page.find(`#${form} input`);
  Object.defineProperty(field, "files", { writable: true, value: [chosen] });
  const submit = spy();
  page.find(`#${form}`).submit = submit;
  page.run("television");
  return {
    ...page, drawn, tries, chosen, field, sent: submit.calls,
    /** Submit the form, and return whether the browser sends it by itself. */
    async send() { const byItself = page.submit(`#${form}`); await page.wait(); return byItself; },
  };
}

test("a picture that fits into a request is sent as it is", async (t) => {
  const page = openTelevision(t, { size: MOST });
  assert.equal(await page.send(), true);
  assert.deepEqual([page.tries, page.field.files[0], page.sent.length], [[], page.chosen, 0]);
});

test("a larger picture is sent as a JPEG picture of 800 pixels, in its shape, once", async (t) => {
  const page = openTelevision(t, { size: MOST + 1, pixels: [3000, 4000] });
  assert.equal(await page.send(), false);
  assert.deepEqual(page.tries, [[600, 800, 0.86]]);
  const [{ name, type, size }] = page.field.files;
  assert.deepEqual([name, type, size, page.field.files.length, page.sent.length], ["sponsor.jpg", "image/jpeg", 1000, 1, 1]);
});

test("clear parts get the colour of paper, and the whole picture is drawn over it", async (t) => {
  const page = openTelevision(t);
  await page.send();
  assert.deepEqual(page.drawn, ["#fdf8ec", ["fill", 0, 0, 800, 400], ["data:logo.png", 0, 0, 800, 400]]);
});

test("what is still too large gets a lower quality first, and then fewer pixels", async (t) => {
  const page = openTelevision(t, { weigh: (width, _, quality) => (width === 480 && quality === 0.7 ? MOST : MOST + 1) });
  await page.send();
  assert.deepEqual(page.tries, [
    [800, 400, 0.86], [800, 400, 0.7], [640, 320, 0.86], [640, 320, 0.7], [480, 240, 0.86], [480, 240, 0.7],
  ]);
  assert.deepEqual([page.field.files[0].size, page.sent.length], [MOST, 1]);
});

test("a picture of few pixels is not made larger, and a thin line stays visible", async (t) => {
  for (const [pixels, drawn] of [[[300, 200], [300, 200]], [[5000, 1], [800, 1]], [[1, 5000], [1, 800]]]) {
    const page = openTelevision(t, { pixels });
    await page.send();
    assert.deepEqual(page.tries[0].slice(0, 2), drawn);
    t.mock.timers.reset();
  }
});

test("what cannot be read or made small enough is sent as it is, so that the Pi says what is wrong with it", async (t) => {
  for (const options of [{ pixels: null }, { weigh: () => MOST + 1 }, { weigh: () => null }]) {
    const page = openTelevision(t, options);
    assert.equal(await page.send(), false);
    assert.deepEqual([page.field.files, page.sent.length], [[page.chosen], 1]);
    t.mock.timers.reset();
  }
});

test("the browser sends other forms by itself, with a file or without", async (t) => {
  const page = openTelevision(t, { form: "other" });
  assert.equal(await page.send(), true);
  assert.equal(page.submit("#late"), true);
  assert.deepEqual([page.tries, page.sent.length], [[], 0]);
});
