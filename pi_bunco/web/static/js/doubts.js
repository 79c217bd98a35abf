// The kinds of doubt: which picture goes with each, and which of them are no throw in most houses.
import { icon } from "./dice.js";

const ICONS = {
  cocked: "cocked", stacked: "stacked", cut: "cut", covered: "hand", fewer: "count", more: "count", part: "count",
  moved: "warn", late: "bell",
};

/** The picture that goes before a doubt's sentence. */
export const why = (kind) => icon(ICONS[kind] ?? "unsure");

/** What a tap says that scores nothing. */
export const refusal = (kind) => (kind === "late" ? "After the bell" : liesBadly(kind) ? "Throw again" : "No throw");

/** Whether dice that lie so are thrown again, wherever nobody says otherwise. */
const liesBadly = (kind) => ["cocked", "stacked", "cut"].includes(kind);
