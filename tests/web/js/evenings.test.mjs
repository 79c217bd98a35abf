import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

const BODY = `<form id="import" method="post" action="/evenings/file"><input id="file" type="file" name="file"><button></button>
  <progress hidden max="1" value="0"></progress><p class="wrong" data-lost="It did not come."></p></form>`;
const PIECE = 48 * 1024;
const taken = async () => ({ ok: true });
const refusal = async () => ({ ok: false, json: async () => ({ error: "This is no evening.", remedy: "Choose another file." }) });
const noAnswer = async () => { throw new TypeError("Failed to fetch"); };
const otherAnswer = async () => ({ ok: false, json: async () => JSON.parse("<html>") });

/** Open the page of past evenings with a chosen file of `size` bytes. `answer` is asked with the number of each request. */
function openEvenings(t, { size, answer = taken }) {
  const pieces = [];
  const fetch = spy((address, { body }) => {
    pieces.push(body);
    return answer(fetch.calls.length);
  });
  const location = { assign: spy() };
  const page = openPage(t, BODY, { fakes: { fetch, location } });
  const bytes = Uint8Array.from({ length: size }, (_, at) => at % 251);
  const file = new page.window.File([bytes], "evening.zip");
  Object.defineProperty(page.find("input"), "files", { configurable: true, value: [file] });
  page.run("evenings");
  return {
    ...page, bytes, pieces, fetch, opened: location.assign.calls,
    listAddresses: () => fetch.calls.map(([address]) => address),
    readForm: () => [page.find(".wrong").textContent, page.find("progress").hidden, page.find("button").disabled],
  };
}

/** Return the bytes of a part of a file. */
const readBytes = (page, piece) => new Promise((resolve) => {
  const reader = new page.window.FileReader();
  reader.onload = () => resolve([...new Uint8Array(reader.result)]);
  reader.readAsArrayBuffer(piece);
});

test("a file is sent in pieces of 48 kB under one name, and then the page shows what is in it", async (t) => {
  const page = openEvenings(t, { size: 2 * PIECE + 10 });
  assert.equal(page.submit("#import"), false); // so the browser does not send it too
  await page.wait();
  const [[address, { method, headers }]] = page.fetch.calls;
  const [, name] = address.match(/^\/api\/evenings\/file\/([a-z0-9]{4,40})\?at=0$/);
  assert.deepEqual([method, headers["Content-Type"], headers.Accept], ["POST", "application/octet-stream", "application/json"]);
  assert.deepEqual(page.listAddresses(), [0, PIECE, 2 * PIECE].map((at) => `/api/evenings/file/${name}?at=${at}`));
  assert.deepEqual(page.opened, [[`/evenings/file/${name}`]]);
  const sent = await Promise.all(page.pieces.map((piece) => readBytes(page, piece)));
  assert.deepEqual(sent.map((piece) => piece.length), [PIECE, PIECE, 10]);
  assert.deepEqual(sent.flat(), [...page.bytes]);
});

test("a file whose last piece is full is followed by no empty one", async (t) => {
  const page = openEvenings(t, { size: 2 * PIECE });
  page.submit("#import");
  await page.wait();
  assert.deepEqual(page.pieces.map((piece) => piece.size), [PIECE, PIECE]);
});

test("an empty file is sent too, so that the Pi says what is wrong with it", async (t) => {
  const page = openEvenings(t, { size: 0, answer: refusal });
  page.submit("#import");
  await page.wait();
  assert.deepEqual([page.pieces.length, page.readForm()], [1, ["This is no evening. Choose another file.", true, false]]);
});

test("two files never have the same name", async (t) => {
  const page = openEvenings(t, { size: 5 });
  page.submit("#import");
  await page.wait();
  page.submit("#import");
  await page.wait();
  assert.equal(new Set(page.listAddresses()).size, 2);
});

test("while it is sent, a bar shows how much has come, and a second tap is not possible", async (t) => {
  let go;
  const answer = (number) => (number === 2 ? new Promise((resolve) => { go = () => resolve({ ok: true }); }) : taken());
  const page = openEvenings(t, { size: 4 * PIECE, answer });
  page.submit("#import");
  await page.wait();
  assert.deepEqual([page.readForm(), page.find("progress").value], [["", false, true], 0.25]);
  go();
  await page.wait();
  assert.equal(page.find("progress").value, 1);
});

test("if the Pi refuses a piece, its words are shown, nothing more is sent, and the form can be used again", async (t) => {
  const page = openEvenings(t, { size: 3 * PIECE, answer: (number) => (number === 2 ? refusal() : taken()) });
  page.submit("#import");
  await page.wait();
  assert.deepEqual(page.readForm(), ["This is no evening. Choose another file.", true, false]);
  assert.deepEqual([page.fetch.calls.length, page.opened], [2, []]);
});

test("if a piece gets no answer, or one that is not the Pi's, the page says that the file did not come", async (t) => {
  for (const answer of [noAnswer, otherAnswer]) {
    const page = openEvenings(t, { size: 10, answer });
    page.submit("#import");
    await page.wait();
    assert.deepEqual([page.readForm(), page.opened], [["It did not come.", true, false], []]);
    t.mock.timers.reset();
  }
});

test("the next try takes the words of the last one away, and starts at the first piece", async (t) => {
  const page = openEvenings(t, { size: 2 * PIECE, answer: (number) => (number === 2 ? noAnswer() : taken()) });
  page.submit("#import");
  await page.wait();
  page.submit("#import");
  await page.wait();
  assert.deepEqual(page.listAddresses().map((address) => address.split("at=")[1]), ["0", `${PIECE}`, "0", `${PIECE}`]);
  assert.deepEqual([page.find(".wrong").textContent, page.opened.length], ["", 1]);
});

test("guests, who have no such form, need nothing of it", (t) => {
  const page = openPage(t, "<main></main>");
  page.run("evenings");
  assert.ok(page.find("main"));
});
