// What taps and keys do. Each action gets the tapped element's data and the page's state.
import { ask, token } from "./post.js";
import { isMuted, mute, needsTap, play, unlock } from "./sound.js";
import { wanted } from "./view/middle.js";

const numbers = (text) => text.split(" ").map(Number);

export function actions(page) {
  const { ui } = page;

  async function send(command, body, said) {
    if (ui.busy) {
      page.say("One moment: the last tap is still on its way. Tap again.", true);
      return;
    }
    ui.busy = true;
    try {
      await ask(command, body);
      if (said) page.say(said);
    } catch (refusal) {
      play("refused");
      page.say(`${refusal.message} ${refusal.remedy ?? ""}`, true);
    } finally {
      ui.busy = false;
      page.draw();
    }
  }

  const show = (name, more = {}) => { ui.sheet = { name, ...more }; ui.tapped = []; };
  const hide = () => { ui.sheet = null; ui.tapped = []; };

  /** Faces tapped so far are sent once there are enough. */
  function tapped() {
    const { snapshot } = page;
    const dice = [...ui.tapped];
    if (snapshot.doubt && !ui.sheet) {
      if (dice.length < snapshot.doubt.wanted) return;
      ui.tapped = [];
      send("answer", { seq: snapshot.doubt.seq, dice });
    } else if (dice.length >= wanted(snapshot)) {
      hide();
      send("enter", { dice, token: token() });
    }
  }

  return {
    ring: () => send("ring"),
    call: () => send("call"),
    undo: ({ seq }) => send("undo", { seq: Number(seq) }),
    redo: ({ seq }) => { hide(); send("redo", { seq: Number(seq) }); },
    answer: ({ seq, dice }) => send("answer", { seq: Number(seq), dice: numbers(dice) }),
    dismiss: ({ seq }) => send("dismiss", { seq: Number(seq) }),
    other: () => { ui.other = !ui.other; ui.tapped = []; },
    open: ({ seq }) => show("correct", { seq: Number(seq) }),
    correct: ({ seq, at, face }) => {
      const thrown = page.thrown(Number(seq));
      const dice = thrown.dice.with(Number(at), Number(face));
      hide();
      if (dice.join() !== thrown.dice.join()) {
        send("correct", { seq: Number(seq), dice }, `${thrown.thrower}’s throw is ${dice.join("-")} now.`);
      }
    },
    enter: () => show("enter"),
    tap: ({ face }) => { ui.tapped = [...ui.tapped, Number(face)]; tapped(); },
    untap: ({ at }) => { ui.tapped = ui.tapped.slice(0, Number(at)); },
    more: () => show("more"),
    "ask-end": () => show("end-round"),
    "end-round": () => { hide(); send("end-round"); },
    close: hide,
    odds: ({ side }) => page.say(odds(page.snapshot.sides[Number(side)])),
    mute: async () => {
      if (needsTap()) await unlock(); else mute(!isMuted());
      page.draw();
    },
  };
}

const odds = (side) => `${side.name}: ${Math.round(side.chance * 100)} % to win this round.`;
