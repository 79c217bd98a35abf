// What the bell's button is about to do while a finger holds it, over every live page, and the last word when it
// switches the table off. That one stays when the table can be reached no more.
import { html, morph } from "./html.js";
import { icon } from "./dice.js";

const place = document.getElementById("button");
const SHOWN = ["warn_end", "end", "warn_off", "off", "going", "forget"]; // a lasting fault is a banner of the table

export function button({ stage, text, remedy }) {
  place.hidden = !SHOWN.includes(stage);
  place.dataset.stage = stage;
  document.body.classList.toggle("going", stage === "going");
  morph(place, place.hidden ? "" : html`<div data-key="${stage}">${icon("bell")}
    <p><b>${text}</b> <span>${remedy}</span></p><i></i></div>`);
}
