// Small words that several pages share.

/** The last one of a list; `at(-1)` is newer than many a tablet. */
export const lastOf = (list) => list[list.length - 1];

/** “Ann”, “Ann and Cy”, “Ann, Bob and Cy”. */
export const names = (people) => (people.length < 2 ? people.join("")
  : `${people.slice(0, -1).join(", ")} and ${lastOf(people)}`);

/** “1 win”, “3 wins”. */
export const counted = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;
