import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { compileFunction } from "node:vm";
import { openPage } from "./page.mjs";

const VENDORED = new URL("../../../pi_bunco/web/static/vendor/idiomorph.min.js", import.meta.url);

/** Open a page with the vendored idiomorph. */
function openMorph(t, body) {
  const page = openPage(t, `<div id="place">${body}</div>`);
  const names = ["Document", "Element", "Node", "HTMLElement", "HTMLInputElement", "HTMLOptionElement", "HTMLTextAreaElement",
    "HTMLTemplateElement", "DOMParser"];
  const code = `${readFileSync(VENDORED, "utf8")}\nreturn Idiomorph;`;
  const run = compileFunction(code, ["window", "document", ...names]);
  page.window.Idiomorph = run(page.window, page.document, ...names.map((name) => page.window[name]));
  const { morph } = page.run("morph");
  return { ...page, morph: (markup) => morph(page.find("#place"), markup) };
}

test("an element with the same id is kept, with new text and attributes", (t) => {
  const page = openMorph(t, '<p id="a" class="old">1</p>');
  const before = page.find("#a");
  page.morph('<p id="a" class="new">2</p>');
  assert.equal(page.find("#a"), before);
  assert.deepEqual([before.className, before.textContent], ["new", "2"]);
});

test("typed text and ticks stay; hidden fields get new values", (t) => {
  const page = openMorph(t, '<input id="name" value=""><input id="tick" type="checkbox"><input id="seq" type="hidden" value="1">');
  page.find("#name").value = "Ann";
  page.find("#name").focus();
  page.find("#tick").checked = true;
  page.morph('<input id="name" value=""><input id="tick" type="checkbox"><input id="seq" type="hidden" value="2">');
  assert.deepEqual([page.find("#name").value, page.find("#tick").checked, page.find("#seq").value], ["Ann", true, "2"]);
});

test("a focused button gets its new label", (t) => {
  const page = openMorph(t, '<button id="b">Ring</button>');
  page.find("#b").focus();
  page.morph('<button id="b">Rung</button>');
  assert.equal(page.find("#b").textContent, "Rung");
});

test("an open <details> stays open", (t) => {
  const page = openMorph(t, "<details><summary>Code</summary>1</details>");
  page.find("details").open = true;
  page.morph("<details><summary>Code</summary>2</details>");
  assert.equal(page.find("details").open, true);
});

test("a custom element gets its changed attributes, and keeps its content and classes", (t) => {
  const page = openMorph(t, '<x-die face="2" mark></x-die>');
  const changes = [];
  page.window.customElements.define("x-die", class extends page.window.HTMLElement {
    static observedAttributes = ["face", "mark", "held"];
    connectedCallback() { this.innerHTML = "drawn"; this.className = "own"; }
    attributeChangedCallback(...change) { changes.push(change.slice(0, 3)); }
  });
  changes.length = 0;
  page.morph('<x-die face="3" held="yes"></x-die>');
  assert.deepEqual(changes, [["face", "2", "3"], ["mark", "", null], ["held", null, "yes"]]);
  assert.equal(page.find("#place").innerHTML, '<x-die face="3" class="own" held="yes">drawn</x-die>');
});

test("a custom element is not called for unchanged attributes", (t) => {
  const page = openMorph(t, '<x-die face="2"></x-die>');
  const changes = [];
  page.window.customElements.define("x-die", class extends page.window.HTMLElement {
    static observedAttributes = ["face"];
    attributeChangedCallback() { changes.push(1); }
  });
  page.morph('<x-die face="2"></x-die>');
  assert.equal(changes.length, 1); // only the call when the element was made
});

test("a choice stays while it can be chosen; when it is gone, the first option is chosen, not its neighbour", (t) => {
  const draw = (...names) => `<select><option value="">nobody</option>${names.map((name) => `<option>${name}</option>`).join("")}</select>`;
  const page = openMorph(t, draw("Ann", "Bob", "Cy"));
  const select = page.find("select");
  select.value = "Bob";
  page.morph(draw("Bob", "Cy"));
  assert.deepEqual([page.find("select"), select.value], [select, "Bob"]);
  page.morph(draw("Cy"));
  assert.equal(select.value, "");
});

test("a select shows the choice that the server names, but only when it is another one", (t) => {
  const draw = (chosen) => `<select data-chosen="${chosen}"><option>0</option><option>30</option><option>60</option></select>`;
  const page = openMorph(t, draw(0));
  page.find("select").value = "30";
  page.morph(draw(0));
  assert.equal(page.find("select").value, "30");
  page.morph(draw(60));
  assert.equal(page.find("select").value, "60");
});
