import assert from "node:assert/strict";
import test from "node:test";
import { openPage } from "./page.mjs";

const BODY = `<form><input type="radio" name="who" value="table" checked><input type="radio" name="who" value="room">
  <input type="radio" name="rules" value="classic" data-teams="yes" checked>
  <input type="radio" name="rules" value="boxed" data-teams="no">
  <fieldset data-who="table"></fieldset><fieldset data-who="room"><textarea name="names"></textarea></fieldset>
  <fieldset data-sheet="classic"></fieldset><fieldset data-sheet="boxed"></fieldset>
  <span data-teams="yes"></span><span data-teams="no"></span>
  <p id="count" data-count="{guests} at {tables}" data-ghosts="{guests} at {tables} with {ghosts}"></p></form>`;

function openNew(t) {
  const page = openPage(t, BODY);
  page.run("new");
  return {
    ...page,
    choose(name, value) {
      page.find(`[name=${name}][value=${value}]`).checked = true;
      page.find("form").dispatchEvent(new page.window.Event("change"));
    },
    type(names) {
      page.find("textarea").value = names;
      page.find("textarea").dispatchEvent(new page.window.Event("input"));
    },
    listVisible: () => [...page.document.querySelectorAll("fieldset, span")].filter((part) => !part.hidden)
      .map((part) => Object.values(part.dataset)[0]),
    readCount: () => page.find("#count").textContent,
  };
}

test("only parts for the chosen sheet and the chosen number of tables are visible", (t) => {
  const page = openNew(t);
  assert.deepEqual(page.listVisible(), ["table", "classic", "yes"]);
  page.choose("who", "room");
  page.choose("rules", "boxed");
  assert.deepEqual(page.listVisible(), ["room", "boxed", "no"]);
});

test("the page counts typed names, without blank lines, tables of four seats, and ghosts for empty seats", (t) => {
  const page = openNew(t);
  assert.equal(page.readCount(), "");
  page.type("Ann\n\n  \nBob\nCy\nDi\nEve");
  assert.equal(page.readCount(), "5 at 2 with 3");
  page.type("Ann\nBob\nCy\nDi");
  assert.equal(page.readCount(), "4 at 1");
});

test("if players play alone, there are no ghosts", (t) => {
  const page = openNew(t);
  page.type("Ann\nBob\nCy");
  page.choose("rules", "boxed");
  assert.equal(page.readCount(), "3 at 1");
});
