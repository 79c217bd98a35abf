import assert from "node:assert/strict";
import test from "node:test";
import { openPage } from "./page.mjs";

const readSource = (page) => page.find("img").getAttribute("src");

test("200 milliseconds after a picture came, the next one is loaded, with a new address that no cache has", async (t) => {
  const page = openPage(t, '<live-picture><img src="/camera.jpg"></live-picture>');
  page.run("picture");
  page.find("img").onload();
  await page.wait(199);
  assert.equal(readSource(page), "/camera.jpg");
  await page.wait(1);
  assert.equal(readSource(page), "/camera.jpg?at=1000200");
  page.find("img").onload();
  await page.wait(200);
  assert.equal(readSource(page), "/camera.jpg?at=1000400");
});

test("if a picture does not come, it is marked as lost, and the page tries again after a second", async (t) => {
  const page = openPage(t, '<live-picture><img src="/camera.jpg"></live-picture>');
  page.run("picture");
  page.find("img").onerror();
  assert.equal(page.find("live-picture").className, "lost");
  await page.wait(999);
  assert.equal(readSource(page), "/camera.jpg");
  await page.wait(1);
  assert.equal(readSource(page), "/camera.jpg?at=1001000");
  page.find("img").onload();
  assert.equal(page.find("live-picture").className, "");
});

test("a removed picture is not loaded again", async (t) => {
  const page = openPage(t, '<live-picture><img src="/camera.jpg"></live-picture>');
  page.run("picture");
  const img = page.find("img");
  img.onload();
  page.find("live-picture").remove();
  await page.wait(5000);
  assert.equal(img.getAttribute("src"), "/camera.jpg");
});
