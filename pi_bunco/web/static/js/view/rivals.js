// Outside the rounds the paper cards are those of whoever takes part: a roll-off for a set, one die each for
// a place, the final. What is on a card is told by the throws so far.
import { blank, row } from "../dice.js";
import { lastOf } from "../words.js";

const LAST = {
  order: (thrown) => ({ score: lastOf(thrown)?.points ?? "–" }), // the total of three dice; equals throw again
  set_rolloff: (thrown) => ({ score: lastOf(sums(thrown)) ?? 0, tally: sums(thrown.filter(scored)) }),
  one_each: () => ({ drawn: blank(), together: true }),
  final: (thrown) => (thrown.length ? { drawn: row(lastOf(thrown).dice, lastOf(thrown).hits) } : { score: "–" }),
};

const scored = ({ points }) => points > 0;
const sums = (thrown) => thrown.map((_, at) => thrown.slice(0, at + 1).reduce((sum, { points }) => sum + points, 0));

/** A card for each who takes part; `null` where the sides of the table play. */
export function rivals(s) {
  const told = s.need && LAST[s.phase];
  return told ? s.need.among.map((name) => ({
    name, tally: null, chance: null, throwing: name === s.thrower || s.need.each.includes(name),
    ...told(s.course.filter((thrown) => thrown.thrower === name)),
  })) : null;
}

/** Whose dice these are, from left to right, where several players throw one die each. */
export const owners = (s) => (s.phase === "dieoff" ? [s.left, s.right] : s.need?.each ?? []);
