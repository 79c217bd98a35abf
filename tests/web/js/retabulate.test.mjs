import assert from "node:assert/strict";
import test from "node:test";
import { openPage, spy } from "./page.mjs";

/** @param {string} name */
const makeCard = (name) => `<li class="open-card" id="${name}"><form class="tap agree" method="post"></form><details class="typed"><summary></summary>
  <form class="typed-form" method="post" data-typed><input type="hidden" name="player" value="${name}"><input name="wins"><input name="buncos"></form></details></li>`;

function openCards(t, { own = "", accepted = true } = {}) {
  const [live, close] = [spy(), spy()];
  const send = spy(async () => accepted);
  const page = openPage(t, `<main id="retabulate" data-own="${own}"><section data-team="1"><ul>${makeCard("Ann")}${makeCard("Bob")}</ul></section><section data-team="2"></section></main>`, {
    modules: { ask: { send }, keypad: {}, photo: {}, live: { live }, dialog: { close } },
  });
  page.window.HTMLElement.prototype.scrollIntoView = () => {};
  page.run("retabulate");
  return { ...page, send, live };
}

const press = (page, selector) => {
  const event = new page.window.KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
  page.document.querySelector(selector).dispatchEvent(event);
  return event.defaultPrevented;
};

test("Enter moves to the next number, and in the last one it sends", (t) => {
  const page = openCards(t);
  page.document.querySelector("#Ann details").open = true;
  assert.equal(press(page, "#Ann [name=wins]"), true);
  assert.equal(page.document.activeElement.name, "buncos");
  assert.equal(press(page, "#Ann [name=buncos]"), false);
});

test("after the last number the next card is open, and the sent one is empty and closed", async (t) => {
  const page = openCards(t);
  page.document.querySelector("#Ann details").open = true;
  page.document.querySelector("#Ann [name=wins]").value = "3";
  assert.equal(page.submit("#Ann .typed-form"), false);
  assert.equal(page.document.querySelector("#Bob details").open, true);
  assert.equal(page.document.activeElement.closest("li").id, "Bob");
  await page.wait();
  assert.equal(page.document.querySelector("#Ann details").open, false);
  assert.equal(page.document.querySelector("#Ann [name=wins]").value, "");
});

test("what was refused stays typed", async (t) => {
  const page = openCards(t, { accepted: false });
  page.document.querySelector("#Bob [name=wins]").value = "3";
  page.submit("#Bob .typed-form");
  await page.wait();
  assert.equal(page.document.querySelector("#Bob [name=wins]").value, "3");
});

test("a card that agrees is sent by one tap and opens nothing", async (t) => {
  const page = openCards(t);
  page.submit("#Ann .agree");
  await page.wait();
  assert.equal(page.send.calls.length, 1);
  assert.equal(page.document.querySelector("details[open]"), null);
});

test("staff see only their own teams, the host sees all", (t) => {
  for (const [own, hidden] of [["", 0], ["1", 1], ["1 2", 0], ["3", 2]]) {
    const page = openCards(t, { own });
    page.live.calls[0][0]();
    assert.equal([...page.document.querySelectorAll("[data-team]")].filter((team) => team.hidden).length, hidden);
    t.mock.timers.reset();
  }
});
