// Shows the camera's picture again and again, each as soon as the last one is here, and beside it how it does.
import { html, morph } from "./html.js";
import { api, ofTable } from "./ways.js";

const byId = (id) => document.getElementById(id);
const view = byId("view");
const PAUSE = 200, LOOK = 1000; // milliseconds
const none = "–";

const figure = (name, value, unit) => html`<div><dt>${name}</dt>
  <dd class="${value === null && "none"}">${value ?? none}${value !== null && html` <small>${unit}</small>`}</dd></div>`;

/** Whole above ten, for nobody minds tenths there. */
const round = (value) => value === null ? null : value < 10 ? value.toFixed(1) : Math.round(value);

const sentences = { live: "", none: "Enter the dice by tapping.", starting: "It takes some seconds." };

function show(s) {
  byId("blind").hidden = s.looked !== null || s.status === "live";
  morph(byId("sight"), html`<div class="state ${s.status}" role="status"><p><i></i><b>${s.says}</b></p>
      ${(s.remedy || sentences[s.status]) && html`<p>${s.remedy || sentences[s.status]}</p>`}
      ${s.status === "trouble" && s.looked === null && html`<p>The game goes on by taps. The camera is tried
        again by itself, every 15 seconds at the latest.</p>`}</div>
    <dl>${figure("Pictures", round(s.looked), "a second")}${figure("Delay", s.delay, "ms")}
      ${figure("Temperature", round(s.temperature), "°C")}
      ${s.broken > 0 && figure("Broken", s.broken, "left out")}
      ${figure("Size", s.size && s.looked !== null ? `${s.size[0]} × ${s.size[1]}` : null, "px")}</dl>
    ${s.notes.length > 0 && html`<ul>${s.notes.map((note) => html`<li><b>${note.text}</b> ${note.remedy}</li>`)}</ul>`}`);
}

async function look() {
  try {
    show(await (await fetch(api("/camera"), { headers: { Accept: "application/json" } })).json());
  } catch {
    show({ status: "trouble", says: "The table does not answer.", remedy: "This page goes on by itself when it does.",
      looked: null, delay: null, temperature: null, size: null, notes: [], broken: 0 });
  }
  setTimeout(look, LOOK);
}

const again = () => setTimeout(() => { view.src = `${ofTable("/camera.jpg")}?at=${Date.now()}`; }, PAUSE);
view.addEventListener("load", () => {
  view.parentElement.style.setProperty("--ratio", view.naturalWidth / view.naturalHeight); // the frame is the picture's
  again();
});
view.addEventListener("error", () => { byId("blind").hidden = false; setTimeout(again, 5 * PAUSE); });
if (view.complete) again();
show(JSON.parse(byId("first").textContent));
setTimeout(look, LOOK);
