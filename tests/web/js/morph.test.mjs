import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { compileFunction } from "node:vm";
import { open } from "./page.mjs";

const VENDORED = new URL("../../../pi_bunco/web/static/vendor/idiomorph.min.js", import.meta.url);

/** A page with the vendored idiomorph. */
function morphing(t, body) {
  const page = open(t, `<div id="place">${body}</div>`);
  const names = ["Document", "Element", "Node", "HTMLElement", "HTMLInputElement", "HTMLOptionElement", "HTMLTextAreaElement",
    "HTMLTemplateElement", "DOMParser"];
  const code = `${readFileSync(VENDORED, "utf8")}\nreturn Idiomorph;`;
  const Idiomorph = compileFunction(code, ["window", "document", ...names])(page.window, page.document, ...names.map((name) => page.window[name]));
  page.window.Idiomorph = Idiomorph;
  const { morph } = page.run("morph");
  return { ...page, morph: (markup) => morph(page.one("#place"), markup) };
}

test("what stays the same element stays in its place: its words and attributes are new", (t) => {
  const page = morphing(t, '<p id="a" class="old">1</p>');
  const before = page.one("#a");
  page.morph('<p id="a" class="new">2</p>');
  assert.equal(page.one("#a"), before);
  assert.deepEqual([before.className, before.textContent], ["new", "2"]);
});

test("typed text and ticks stay; hidden fields get their new values", (t) => {
  const page = morphing(t, '<input id="name" value=""><input id="tick" type="checkbox"><input id="seq" type="hidden" value="1">');
  page.one("#name").value = "Ann";
  page.one("#name").focus();
  page.one("#tick").checked = true;
  page.morph('<input id="name" value=""><input id="tick" type="checkbox"><input id="seq" type="hidden" value="2">');
  assert.deepEqual([page.one("#name").value, page.one("#tick").checked, page.one("#seq").value], ["Ann", true, "2"]);
});

test("a button with the focus has its new label all the same", (t) => {
  const page = morphing(t, '<button id="b">Ring</button>');
  page.one("#b").focus();
  page.morph('<button id="b">Rung</button>');
  assert.equal(page.one("#b").textContent, "Rung");
});

test("an open <details> stays open", (t) => {
  const page = morphing(t, "<details><summary>Code</summary>1</details>");
  page.one("details").open = true;
  page.morph("<details><summary>Code</summary>2</details>");
  assert.equal(page.one("details").open, true);
});

test("an element of ours learns of new values by its attributes, and keeps what it drew and its classes", (t) => {
  const page = morphing(t, '<x-die face="2" mark></x-die>');
  const learned = [];
  page.window.customElements.define("x-die", class extends page.window.HTMLElement {
    static observedAttributes = ["face", "mark", "held"];
    connectedCallback() { this.innerHTML = "drawn"; this.className = "own"; }
    attributeChangedCallback(...change) { learned.push(change.slice(0, 3)); }
  });
  learned.length = 0;
  page.morph('<x-die face="3" held="yes"></x-die>');
  assert.deepEqual(learned, [["face", "2", "3"], ["mark", "", null], ["held", null, "yes"]]);
  assert.equal(page.one("#place").innerHTML, '<x-die face="3" class="own" held="yes">drawn</x-die>');
});

test("an element of ours does not hear of attributes that stay the same", (t) => {
  const page = morphing(t, '<x-die face="2"></x-die>');
  const learned = [];
  page.window.customElements.define("x-die", class extends page.window.HTMLElement {
    static observedAttributes = ["face"];
    attributeChangedCallback() { learned.push(1); }
  });
  page.morph('<x-die face="2"></x-die>');
  assert.equal(learned.length, 1); // as it came
});
