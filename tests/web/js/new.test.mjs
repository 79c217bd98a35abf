import assert from "node:assert/strict";
import test from "node:test";
import { open } from "./page.mjs";

const BODY = `<form><input type="radio" name="who" value="table" checked><input type="radio" name="who" value="room">
  <input type="radio" name="rules" value="classic" data-teams="yes" checked><input type="radio" name="rules" value="boxed" data-teams="no">
  <fieldset data-who="table"></fieldset><fieldset data-who="room"><textarea name="names"></textarea></fieldset>
  <fieldset data-sheet="classic"></fieldset><fieldset data-sheet="boxed"></fieldset><span data-teams="yes"></span><span data-teams="no"></span>
  <p id="count" data-count="{guests} at {tables}" data-ghosts="{guests} at {tables} with {ghosts}"></p></form>`;

function chosen(t) {
  const page = open(t, BODY);
  page.run("new");
  return {
    ...page,
    choose(name, value) {
      page.one(`[name=${name}][value=${value}]`).checked = true;
      page.one("form").dispatchEvent(new page.window.Event("change"));
    },
    type(names) {
      page.one("textarea").value = names;
      page.one("textarea").dispatchEvent(new page.window.Event("input"));
    },
    seen: () => [...page.document.querySelectorAll("fieldset, span")].filter((part) => !part.hidden)
      .map((part) => Object.values(part.dataset)[0]),
    count: () => page.one("#count").textContent,
  };
}

test("only what belongs to the chosen sheet and to one table or several is shown", (t) => {
  const page = chosen(t);
  assert.deepEqual(page.seen(), ["table", "classic", "yes"]);
  page.choose("who", "room");
  page.choose("rules", "boxed");
  assert.deepEqual(page.seen(), ["room", "boxed", "no"]);
});

test("names are counted as they are typed, blank lines are not; each table has four seats and ghosts take empty ones", (t) => {
  const page = chosen(t);
  assert.equal(page.count(), "");
  page.type("Ann\n\n  \nBob\nCy\nDi\nEve");
  assert.equal(page.count(), "5 at 2 with 3");
  page.type("Ann\nBob\nCy\nDi");
  assert.equal(page.count(), "4 at 1");
});

test("where each plays alone no ghosts are counted", (t) => {
  const page = chosen(t);
  page.type("Ann\nBob\nCy");
  page.choose("rules", "boxed");
  assert.equal(page.count(), "3 at 1");
});
