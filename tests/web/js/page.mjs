// A page for a test, without a browser: markup, the scripts of the program, and a clock that only the test moves.
// jsdom knows no sizes, no network and no sound: what a script needs of these, its test gives as `fakes`.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { compileFunction } from "node:vm";

const { JSDOM } = createRequire(new URL("../../../tools/js/package.json", import.meta.url))("jsdom");
const FOLDER = new URL("../../../pi_bunco/web/static/js/", import.meta.url);
const IMPORT = /^import (?:\{ ([\w, ]+) \} from )?"\.\/(\w+)\.js";$/gm;
const EXPORT = /^export (?=(?:async )?(?:function|const) (\w+))/gm;

/** Return one of the program's scripts as a function, as pi_bunco/web/files.py makes it. */
function compiled(name) {
  const path = fileURLToPath(new URL(`${name}.js`, FOLDER));
  const source = readFileSync(path, "utf8");
  const exported = [...source.matchAll(EXPORT)].map(([, what]) => what);
  const body = source.replace(IMPORT, (_, names, from) => `${names ? `const { ${names} } = ` : ""}$("${from}");`)
    .replace(EXPORT, "");
  const code = `with (page) with (fakes) return (() => { "use strict"; ${body}\nreturn { ${exported} }; })();`;
  return compileFunction(code, ["page", "fakes", "$"], { filename: path });
}

/**
 * Open a page. `page.run("ask")` runs a script once, and before it what it imports; `modules` are put in place of
 * scripts, `fakes` in place of what the browser has. `html` has attributes of <html>.
 */
export function open(t, body, { modules = {}, fakes = {}, html = "" } = {}) {
  const text = `<!doctype html><html ${html}>${body.startsWith("<body") ? body : `<body>${body}</body>`}</html>`;
  const { window } = new JSDOM(text, { url: "http://table.local/", pretendToBeVisual: true });
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_000_000 });
  const clock = {
    setTimeout: (...given) => setTimeout(...given), clearTimeout: (timer) => clearTimeout(timer),
    setInterval: (...given) => setInterval(...given), Date, performance: { timeOrigin: 0, now: () => Date.now() },
  };
  const done = { ...modules };
  const all = { ...clock, ...fakes };
  const $ = (name) => (done[name] ??= compiled(name)(window, all, $));
  t.after(() => window.close());
  return {
    window,
    document: window.document,
    run: $,
    /** Let time pass, and promises come to their end. */
    async wait(milliseconds = 0) {
      await settled();
      t.mock.timers.tick(milliseconds);
      await settled();
    },
    one: (selector) => window.document.querySelector(selector),
    click: (selector) => window.document.querySelector(selector).click(),
    submit: (selector) => window.document.querySelector(selector)
      .dispatchEvent(new window.Event("submit", { bubbles: true, cancelable: true })),
    key: (key, more = {}) => window.document.activeElement
      .dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more })),
  };
}

/** Come back when no promise is left that could go on by itself. */
export async function settled() {
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => { setImmediate(resolve); });
}

/** The template that words.js takes words and dice from. */
export const WORDS = `<template id="words" data-silent="Silence." data-silent-then="Look." data-failed="Failed."
  data-again="Again." data-unsent="The rest was not sent." data-lost="Lost." data-drawn="is drawn" data-dice="Three dice"
  data-die="Die {number}" data-tapped="{name}: {face}." data-untapped="{name}: none." data-sound-on="On"
  data-sound-tap="Tap" data-sound-off="Off" data-faces="one two three four five six">
  ${[0, 1, 2, 3, 4, 5, 6].map((face) => `<i class="die" data-shows="${face}"></i>`).join("")}</template>`;

/** A function that notes what it is called with, in `calls`. */
export function noted(answer = () => undefined) {
  const calls = [];
  return Object.assign((...given) => { calls.push(given); return answer(...given); }, { calls });
}
