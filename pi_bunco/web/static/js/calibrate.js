// The calibration page: shows what the table knows of its mat, and sends what people do.
import { Corners } from "./corners.js";
import { close, open } from "./dialog.js";
import { row } from "./dice.js";
import { html, morph } from "./html.js";
import { api, ofTable } from "./ways.js";

const byId = (id) => document.getElementById(id);
const view = byId("view");
const LIVE = 200; // milliseconds between two pictures
const LOOK = 1000; // and between two looks at how far it has come
let bench = JSON.parse(byId("first").textContent);
let anyway = false;
let busy = false;

const corners = new Corners(byId("sight"), view, (points) => send("corners", { corners: points }));

/** A step: its heading, its words, its button. */
const step = (state, heading, words, action) => html`<li class="${state}"><div><h2>${heading}</h2>${words}</div>${
  action && html`<div class="do">${action}</div>`}</li>`;

const button = (name, text, strong) => html`<button class="${strong ? "strong" : "plain"}" data-do="${name}">${text}</button>`;

const thrown = ({ values, reason }) => html`<li>${row(values)}<span>${reason || "read"}</span></li>`;

const FROM = { markers: "By the four printed markers.", hand: "By the four corners as you put them.", file: "As it was calibrated before." };

function steps(b) {
  const at = b.saved ? 5 : !b.corners ? 1 : !b.learnt ? 2 : b.thrown.length < b.wanted || b.testing ? 3 : 4;
  const is = (number) => (number < at ? "done" : number > at ? "later" : "now");
  return [
    step(is(1), "The mat", html`<p>${FROM[b.by] ?? "Find its markers, or drag the four corners onto it."}</p>`,
      button("find", at > 1 ? "Find markers" : "Find the markers", at === 1)),
    step(is(2), "The empty mat", html`<p>${b.learnt
      ? `Learnt${b.locked ? "; the camera's exposure and white balance are locked" : ""}.` : "Take dice, cups and hands off the mat."}</p>`,
      b.corners && button("learn", b.learnt ? "Learn again" : "Learn the empty mat", at === 2)),
    step(is(3), "A few throws", html`${b.thrown.length === 0 && html`<p>${b.testing
      ? "Throw three dice now, and take your hand away." : "They test the table and do not count."}</p>`}
      ${b.thrown.length > 0 && html`<ul class="throws">${b.thrown.map(thrown)}</ul>`}
      ${b.thrown.length > 0 && b.testing && html`<p>${b.wanted - b.thrown.length} more.</p>`}
      ${b.die && html`<p>A die is ${Math.round(b.die)} px wide.</p>`}`,
      b.learnt && button(b.testing ? "stop" : "test", b.testing ? "Leave the test" : b.thrown.length ? "Test again" : "Test with throws", at === 3 && !b.testing)),
    step(is(4), "Save", html`<p>${b.saved ? "The table reads by this." : "From then on the table reads by it."}</p>`,
      [b.learnt && !b.saved && button("save", "Save", at === 4),
        b.saved && html`<a class="button plain" href="${ofTable("/calibration.zip")}" download>Copy the file</a>`]),
  ];
}

function show() {
  morph(byId("steps"), html`${steps(bench)}`);
  const found = bench.mend;
  morph(byId("mend"), html`${found.length > 0
    ? html`<h2>To mend</h2><ul>${found.map((one, at) => html`<li><b>${at + 1}</b>${one.sentence}</li>`)}</ul>`
    : bench.learnt && html`<p class="good">Nothing to mend.</p>`}`);
  byId("back").className = `button ${bench.saved ? "strong" : "plain"}`;
  corners.show(bench);
}

async function send(what, body = {}) {
  busy = true;
  document.body.classList.add("busy");
  try {
    const answer = await fetch(api(`/calibrate/${what}`), {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(anyway ? { ...body, anyway } : body),
    });
    const said = await answer.json();
    if (answer.ok) bench = said;
    else if (said.round) ask(said.error, () => send(what, body));
    else tell(`${said.error} ${said.remedy}`);
  } catch {
    tell("The table cannot be reached. Try again when it is back.");
  }
  busy = false;
  document.body.classList.remove("busy");
  show();
}

/** Ask before a round is interrupted. */
function ask(why, then) {
  const dialog = byId("ask");
  byId("ask-title").textContent = why;
  dialog.querySelectorAll("button").forEach((chosen) => {
    chosen.onclick = () => {
      close(dialog);
      if (chosen.value) { anyway = true; then(); }
    };
  });
  open(dialog);
}

let fading = 0;
function tell(text) {
  const toast = byId("toast");
  toast.textContent = text;
  toast.className = "shown bad";
  clearTimeout(fading);
  fading = setTimeout(() => { toast.className = ""; }, 7000);
}

const ASKS = { find: ["find"], learn: ["learn"], test: ["test", { on: true }], stop: ["test", { on: false }], save: ["save"] };
byId("steps").addEventListener("click", (event) => {
  const name = event.target.closest("[data-do]")?.dataset.do;
  if (name && !busy) send(...ASKS[name]);
});

async function look() {
  if (!busy && !corners.held) {
    try {
      const now = await (await fetch(api("/calibrate"), { headers: { Accept: "application/json" } })).json();
      if (!busy && !corners.held && "corners" in now) { bench = now; show(); }
    } catch { /* the picture says that the table is away */ }
  }
  setTimeout(look, LOOK);
}

const again = () => setTimeout(() => { view.src = `${ofTable("/camera.jpg")}?at=${Date.now()}`; }, LIVE);
view.addEventListener("load", () => { byId("blind").hidden = true; again(); });
view.addEventListener("error", () => { byId("blind").hidden = false; setTimeout(again, 5 * LIVE); });
if (view.complete) again();
show();
setTimeout(look, LOOK);
