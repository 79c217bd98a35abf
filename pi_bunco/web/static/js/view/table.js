// The whole page from one snapshot and what this page alone knows (`ui`).
import { html } from "../html.js";
import { again } from "./again.js";
import { banners, bar, occasion } from "./bar.js";
import { cards } from "./cards.js";
import { doubt } from "./doubt.js";
import { drawing } from "./drawing.js";
import { foot } from "./foot.js";
import { map } from "./map.js";
import { middle } from "./middle.js";
import { over } from "./over.js";
import { rivals } from "./rivals.js";

/** Which of the six pictures of the table this moment needs. */
export function stage(s) {
  if (s.doubt) return "doubt";
  if (s.again) return "again";
  return { over: "over", ready: "map", draw: "draw" }[s.phase] ?? "play";
}

const BODIES = {
  doubt: (s, ui) => [cards(s), doubt(s, ui)],
  again: (s) => [cards(s), again(s)],
  draw: drawing,
  over,
  map,
  play: (s, ui) => [cards(s), middle(s, ui)],
};

export const table = (s, ui) => html`${bar(s)}${banners(s)}${occasion(s)}<div class="stage" data-key="stage"
  data-cards="${(rivals(s) ?? s.sides).length}">${BODIES[stage(s)](s, ui)}</div>${foot(s)}`;
