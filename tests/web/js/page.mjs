// Opens a page for a test, without a browser: markup, the program's scripts, and a clock that only the test moves.
// jsdom has no sizes, no network and no sound. If a script needs them, its test passes `fakes`.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { compileFunction } from "node:vm";

const { JSDOM } = createRequire(new URL("../../../tools/js/package.json", import.meta.url))("jsdom");
const WEB = new URL("../../../pi_bunco/web/", import.meta.url);
const FILES = new Map(["static/js/", "pages/"].flatMap((folder) => readdirSync(new URL(folder, WEB), { recursive: true })
  .filter((path) => path.endsWith(".js"))
  .map((path) => [path.match(/(\w+)\.js$/)[1], fileURLToPath(new URL(folder + path, WEB))])));
const IMPORT = /^import (?:\{ ([\w, ]+) \} from )?"[./\w]*\/(\w+)\.js";$/gm;
const EXPORT = /^export (?=(?:async )?(?:function|const) (\w+))/gm;

/** Return a script of the program as a function, in the form that pi_bunco/web/files.py also sends to browsers. */
function compileScript(name) {
  const path = FILES.get(name);
  const source = readFileSync(path, "utf8");
  const exported = [...source.matchAll(EXPORT)].map(([, name]) => name);
  const body = source.replace(IMPORT, (_, names, from) => `${names ? `const { ${names} } = ` : ""}$("${from}");`)
    .replace(EXPORT, "");
  const code = `with (page) with (fakes) return (() => { "use strict"; ${body}\nreturn { ${exported} }; })();`;
  return compileFunction(code, ["page", "fakes", "$"], { filename: path });
}

/**
 * Open a page. `page.run("ask")` runs a script and the scripts that it imports, each once, and returns its exports.
 * `modules` replace scripts, `fakes` replace parts of the browser. `html` contains attributes of <html>.
 */
export function openPage(t, body, { modules = {}, fakes = {}, html = "" } = {}) {
  const text = `<!doctype html><html ${html}>${body.startsWith("<body") ? body : `<body>${body}</body>`}</html>`;
  const { window } = new JSDOM(text, { url: "http://table.local/", pretendToBeVisual: true });
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_000_000 });
  const clock = {
    setTimeout: (...args) => setTimeout(...args), clearTimeout: (timer) => clearTimeout(timer),
    setInterval: (...args) => setInterval(...args), Date, performance: { timeOrigin: 0, now: () => Date.now() },
  };
  const loaded = { ...modules };
  const globals = { ...clock, ...fakes };
  const $ = (name) => (loaded[name] ??= compileScript(name)(window, globals, $));
  t.after(async () => {
    window.document.body.replaceChildren(); // its elements may do something then
    await settle();
    window.close();
  });
  return {
    window,
    document: window.document,
    run: $,
    /** Move the clock forward, and wait until all promises are settled. */
    async wait(milliseconds = 0) {
      await settle();
      t.mock.timers.tick(milliseconds);
      await settle();
    },
    find: (selector) => window.document.querySelector(selector),
    click: (selector) => window.document.querySelector(selector).click(),
    submit: (selector) => window.document.querySelector(selector)
      .dispatchEvent(new window.Event("submit", { bubbles: true, cancelable: true })),
    key: (key, options = {}) => window.document.activeElement
      .dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options })),
  };
}

/** Wait until no promise can go on by itself. */
async function settle() {
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => { setImmediate(resolve); });
}

/** The template from which words.js takes words and dice. */
export const WORDS = `<template id="words" data-silent="Silence." data-silent-then="Look." data-failed="Failed."
  data-again="Again." data-unsent="The rest was not sent." data-lost="Lost." data-drawn="is drawn" data-dice="Three dice"
  data-die="Die {number}" data-tapped="{name}: {face}." data-untapped="{name}: none." data-sound-on="On"
  data-sound-tap="Tap" data-sound-off="Off" data-sound="Sound on" data-volume="Volume" data-spoken="Spoken"
  data-clips="/voice/" data-faces="one two three four five six">
  ${[0, 1, 2, 3, 4, 5, 6].map((face) => `<i class="die" data-shows="${face}"></i>`).join("")}</template>`;

/** Return a function that records the arguments of each call in `calls`, and then calls `answer`. */
export function spy(answer = () => undefined) {
  const calls = [];
  return Object.assign((...args) => { calls.push(args); return answer(...args); }, { calls });
}
