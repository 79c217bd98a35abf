// The whole page from one snapshot and what this page alone knows (`ui`).
import { html } from "../html.js";
import { banners, bar } from "./bar.js";
import { cards } from "./cards.js";
import { doubt } from "./doubt.js";
import { foot } from "./foot.js";
import { map } from "./map.js";
import { middle } from "./middle.js";
import { over } from "./over.js";

/** Which of the four pictures of the table this moment needs. */
export function stage(s) {
  if (s.doubt) return "doubt";
  if (s.phase === "over") return "over";
  return s.phase === "ready" ? "map" : "play";
}

const BODIES = {
  doubt: (s, ui) => [cards(s), doubt(s, ui)],
  over,
  map,
  play: (s, ui) => [cards(s), middle(s, ui)],
};

export const table = (s, ui) => html`${bar(s)}${banners(s)}<div class="stage" data-key="stage"
  data-cards="${s.sides.length}">${BODIES[stage(s)](s, ui)}</div>${foot(s)}`;
