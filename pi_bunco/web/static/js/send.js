// Sends taps to the table: they wait for each other and go out in order, each once. A refusal is said.
import { first, say } from "./live.js";
import { ask } from "./post.js";
import { play } from "./sound.js";

const SIGN = 300; // milliseconds after which the page shows that a tap is on its way

/** Return a function that sends a command, calls `after`, and tells whether the table took it. */
export function sender(after) {
  let waiting = 0; // taps on their way
  let newest = ""; // the last of them, as text
  let last = Promise.resolve();
  let refusals = 0;
  let sign = 0;

  async function one(known, command, body, said) {
    try {
      if (known !== refusals) return false; // it was meant for a table that took the tap before it
      await ask(first.table, command, body);
      if (said) say(said);
      return true;
    } catch (refusal) {
      refusals += 1;
      play("refused");
      const dropped = waiting > 1 ? "What was tapped after it was not sent." : "";
      say([refusal.message, refusal.remedy, dropped].filter(Boolean).join(" "), true);
      return false;
    } finally {
      waiting -= 1;
      if (!waiting) show(false);
      after();
    }
  }

  function show(busy) {
    clearTimeout(sign);
    if (busy) sign = setTimeout(() => document.body.classList.add("sending"), SIGN);
    else document.body.classList.remove("sending");
  }

  return (command, body, said) => {
    const asked = JSON.stringify([command, body]);
    if (waiting && asked === newest) return last; // a finger that trembles
    if (!waiting) show(true);
    waiting += 1;
    newest = asked;
    const known = refusals;
    last = last.then(() => one(known, command, body, said));
    return last;
  };
}
