import assert from "node:assert/strict";
import test from "node:test";
import { openPage } from "./page.mjs";

const BODY = `<form><input type="radio" name="who" value="table" checked><input type="radio" name="who" value="room">
  <input type="radio" name="rules" value="classic" data-teams="yes" checked>
  <input type="radio" name="rules" value="boxed" data-teams="no">
  <fieldset data-who="table"></fieldset><fieldset data-who="room"><textarea name="names"></textarea></fieldset>
  <fieldset data-sheet="classic"></fieldset><fieldset data-sheet="boxed"></fieldset>
  <span data-teams="yes"></span><span data-teams="no"></span></form>`;

function openNew(t) {
  const page = openPage(t, BODY);
  page.run("new");
  return {
    ...page,
    choose(name, value) {
      page.find(`[name=${name}][value=${value}]`).checked = true;
      page.find("form").dispatchEvent(new page.window.Event("change"));
    },
    listVisible: () => [...page.document.querySelectorAll("fieldset, span")].filter((part) => !part.hidden)
      .map((part) => Object.values(part.dataset)[0]),
  };
}

test("only parts for the chosen sheet and the chosen number of tables are visible", (t) => {
  const page = openNew(t);
  assert.deepEqual(page.listVisible(), ["table", "classic", "yes"]);
  page.choose("who", "room");
  page.choose("rules", "boxed");
  assert.deepEqual(page.listVisible(), ["room", "boxed", "no"]);
});
