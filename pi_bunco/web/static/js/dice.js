// Dice as drawn, with the words for their faces. The symbols stand in the page once.
import { html } from "./html.js";

const NAMES = ["", "one", "two", "three", "four", "five", "six"];
const spoken = (dice) => dice.map((face) => NAMES[face]).join(", ");

/** One die; `hit` is brass: it just scored. A `"lost"` one has cost the turn's points. */
const die = (face, hit = false) => html`<svg class="die ${hit === "lost" ? "lost" : hit && "hit"}" viewBox="0 0 100 100"
  aria-hidden="true"><rect x="4" y="4" width="92" height="92" rx="21"/><use href="#pips${face}"/></svg>`;

/** A row of dice that a screen reader speaks as words. */
export const row = (dice, hits = []) => html`<span class="dice" role="img" aria-label="${spoken(dice)}">${
  dice.map((face, at) => die(face, hits[at]))}</span>`;
