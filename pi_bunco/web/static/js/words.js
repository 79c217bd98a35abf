// Small words that several pages share.

/** “Ann”, “Ann and Cy”, “Ann, Bob and Cy”. */
export const names = (people) => (people.length < 2 ? people.join("")
  : `${people.slice(0, -1).join(", ")} and ${people.at(-1)}`);

/** “1 win”, “3 wins”. */
export const counted = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;
