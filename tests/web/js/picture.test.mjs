import assert from "node:assert/strict";
import test from "node:test";
import { open } from "./page.mjs";

const sources = (page) => page.one("img").getAttribute("src");

test("the next picture is asked for 200 milliseconds after one came, with an address that no cache has", async (t) => {
  const page = open(t, '<live-picture><img src="/camera.jpg"></live-picture>');
  page.run("picture");
  page.one("img").onload();
  await page.wait(199);
  assert.equal(sources(page), "/camera.jpg");
  await page.wait(1);
  assert.equal(sources(page), "/camera.jpg?at=1000200");
  page.one("img").onload();
  await page.wait(200);
  assert.equal(sources(page), "/camera.jpg?at=1000400");
});

test("if no picture came, the page says so and asks again after a second", async (t) => {
  const page = open(t, '<live-picture><img src="/camera.jpg"></live-picture>');
  page.run("picture");
  page.one("img").onerror();
  assert.equal(page.one("live-picture").className, "lost");
  await page.wait(999);
  assert.equal(sources(page), "/camera.jpg");
  await page.wait(1);
  assert.equal(sources(page), "/camera.jpg?at=1001000");
  page.one("img").onload();
  assert.equal(page.one("live-picture").className, "");
});

test("a picture that is taken off the page asks no more", async (t) => {
  const page = open(t, '<live-picture><img src="/camera.jpg"></live-picture>');
  page.run("picture");
  const img = page.one("img");
  img.onload();
  page.one("live-picture").remove();
  await page.wait(5000);
  assert.equal(img.getAttribute("src"), "/camera.jpg");
});
