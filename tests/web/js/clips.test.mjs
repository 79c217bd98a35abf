import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy, WORDS } from "./page.mjs";

/**
 * Open a page that may fetch recordings. `pi` contains what the Pi has: `own` recordings of the host, `shipped` ones by
 * their address, and the ones that are `broken`. It is `off` while it does not answer. `held` requests wait for `go`.
 */
function openClips(t, { own = {}, shipped = [], broken = [], off = false, held = "" } = {}) {
  const pi = { off };
  let go;
  const fetch = spy(async (address) => {
    if (address === held) await new Promise((resolve) => { go = resolve; });
    if (pi.off) throw new TypeError("no network");
    if (address === "/sounds") return { json: async () => own };
    return { ok: [...shipped, ...broken, ...Object.values(own)].includes(address), arrayBuffer: async () => address };
  });
  const audio = { decodeAudioData: async (data) => {
    if (broken.includes(data)) throw new Error("no sound");
    return { data };
  } };
  const page = openPage(t, WORDS, { fakes: { fetch } });
  const { fetchAhead, findClip, useFolder } = page.run("clips");
  const listAsked = () => fetch.calls.splice(0).map(([address]) => address);
  return { ...page, pi, fetch, findClip, useFolder, listAsked, fetchAhead: (...names) => fetchAhead(audio, Object.freeze(names)), go: () => go() };
}

test("recordings are there when they have been fetched, the ones of the host instead of those that ship", async (t) => {
  const page = openClips(t, { own: { welcome: "/sounds/welcome/3" }, shipped: ["/voice/welcome.mp3", "/voice/break.mp3"] });
  const fetched = page.fetchAhead("welcome", "break");
  assert.equal(page.findClip("welcome"), null);
  await fetched;
  assert.deepEqual(["welcome", "break"].map((name) => page.findClip(name).data), ["/sounds/welcome/3", "/voice/break.mp3"]);
});

test("recordings are asked for one after the other, after everything that the page needs more", async (t) => {
  const page = openClips(t, { shipped: ["/voice/a.mp3", "/voice/b.mp3"], held: "/voice/a.mp3" });
  page.fetchAhead("a", "b");
  await page.wait();
  assert.deepEqual(page.fetch.calls.slice(1), [["/voice/a.mp3", { priority: "low" }]]);
  page.go();
  await page.wait();
  assert.deepEqual(page.listAsked(), ["/sounds", "/voice/a.mp3", "/voice/b.mp3"]);
});

test("the page makes effects by itself, so only the host's recordings of them are asked for", async (t) => {
  const page = openClips(t, { own: { "bell-end": "/sounds/bell-end/1" } });
  const effects = ["bell-start", "bell-end", "bunco-sound", "drawn-sound", "horn", "tick"];
  await page.fetchAhead(...effects, "bunco-3", "horn-section");
  assert.deepEqual(page.listAsked(), ["/sounds", "/sounds/bell-end/1", "/voice/bunco-3.mp3", "/voice/horn-section.mp3"]);
  assert.deepEqual(effects.filter((name) => page.findClip(name)), ["bell-end"]);
});

test("what the Pi does not have, and what the browser cannot read, is not asked for again and stops nothing", async (t) => {
  const page = openClips(t, { broken: ["/voice/broken.mp3"], shipped: ["/voice/good.mp3"] });
  await page.fetchAhead("missing", "broken", "good");
  assert.deepEqual([page.findClip("missing"), page.findClip("broken")], [null, null]);
  assert.equal(page.findClip("good").data, "/voice/good.mp3");
  page.listAsked();
  await page.fetchAhead("missing", "broken", "good");
  assert.deepEqual(page.listAsked(), []);
});

test("a later call replaces what an earlier one still waits for", async (t) => {
  const page = openClips(t, { shipped: ["/voice/a.mp3", "/voice/b.mp3", "/voice/c.mp3"], held: "/voice/a.mp3" });
  page.fetchAhead("a", "b");
  await page.wait();
  page.fetchAhead("c");
  page.go();
  await page.wait();
  assert.deepEqual(page.listAsked(), ["/sounds", "/voice/a.mp3", "/voice/c.mp3"]);
});

test("a recording that is on its way is not asked for a second time", async (t) => {
  const page = openClips(t, { shipped: ["/voice/a.mp3", "/voice/b.mp3"], held: "/voice/a.mp3" });
  page.fetchAhead("a");
  await page.wait();
  page.fetchAhead("a", "b");
  page.go();
  await page.wait();
  assert.deepEqual(page.listAsked(), ["/sounds", "/voice/a.mp3", "/voice/b.mp3"]);
});

test("while the Pi is off nothing is given up: a later call fetches what was missed", async (t) => {
  const page = openClips(t, { shipped: ["/voice/a.mp3", "/voice/b.mp3"], off: true });
  await page.fetchAhead("a");
  page.pi.off = false;
  await page.fetchAhead("a");
  assert.ok(page.findClip("a"));
});

test("a recording that was lost on its way is fetched by a later call, from where it is then", async (t) => {
  const page = openClips(t, { shipped: ["/voice/a.mp3", "/voice/b.mp3"], held: "/voice/a.mp3" });
  page.fetchAhead("a", "b");
  await page.wait();
  page.pi.off = true;
  page.go();
  await page.wait();
  page.pi.off = false;
  page.listAsked();
  page.fetchAhead("a", "b");
  await page.wait();
  page.go();
  await page.wait();
  assert.deepEqual(["a", "b"].map((name) => page.findClip(name)?.data), ["/voice/a.mp3", "/voice/b.mp3"]);
  assert.deepEqual(page.listAsked(), ["/sounds", "/voice/a.mp3", "/voice/b.mp3"]);
});

test("the host chooses another language: its lines are fetched, and a line of the old one that comes late is not kept", async (t) => {
  const page = openClips(t, { shipped: ["/voice/a.mp3", "/voice/de/a.mp3"], held: "/voice/a.mp3" });
  const fetched = page.fetchAhead("a");
  await page.wait();
  page.useFolder("/voice/de/");
  page.fetchAhead("a");
  page.go();
  await fetched;
  assert.equal(page.findClip("a").data, "/voice/de/a.mp3");
  page.useFolder("/voice/de/");
  assert.equal(page.findClip("a").data, "/voice/de/a.mp3");
});
