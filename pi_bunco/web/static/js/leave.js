// Leaves the page once all its taps are answered. Else a tap that must be sent again would be lost, and people could not
// read why one was refused.
const READ_IN = 6000; // milliseconds

/** @type {Promise<unknown>} */
let answered = Promise.resolve(); // when all taps so far are answered

/** Keep the page until a tap is answered. @param {Promise<unknown>} tap */
export function keepUntil(tap) {
  answered = tap;
}

/** Leave the page, or load it again, as `go` does. */
export async function leave(go = () => location.reload()) {
  let before;
  do {
    before = answered;
    await before;
  } while (before !== answered); // somebody has tapped again
  if (document.querySelector("#toast.bad")) await new Promise((resolve) => { setTimeout(resolve, READ_IN); });
  go();
}
