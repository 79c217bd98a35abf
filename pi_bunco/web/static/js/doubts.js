// The kinds of doubt: which picture goes with each, and which of them are no throw in most houses.
import { icon } from "./dice.js";

const ICONS = {
  cocked: "cocked", stacked: "stacked", cut: "cut", covered: "hand", fewer: "count", more: "count", part: "count",
  moved: "warn",
};

/** The picture that goes before a doubt's sentence. */
export const why = (kind) => icon(ICONS[kind] ?? "unsure");

/** Whether dice that lie so are thrown again, wherever nobody says otherwise. */
export const liesBadly = (kind) => ["cocked", "stacked", "cut"].includes(kind);
