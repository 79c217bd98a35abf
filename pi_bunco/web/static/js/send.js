// Sends a tap to the table; one at a time, and a refusal is said.
import { say } from "./live.js";
import { ask } from "./post.js";
import { play } from "./sound.js";

/** Give a function that sends a command, calls `after`, and tells whether the table took it. */
export function sender(after) {
  let busy = false;
  return async (command, body, said) => {
    if (busy) {
      say("One moment: the last tap is still on its way. Tap again.", true);
      return false;
    }
    busy = true;
    try {
      await ask(command, body);
      if (said) say(said);
      return true;
    } catch (refusal) {
      play("refused");
      say(`${refusal.message} ${refusal.remedy ?? ""}`, true);
      return false;
    } finally {
      busy = false;
      after();
    }
  };
}
