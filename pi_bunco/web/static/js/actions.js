// What taps and keys do. Each action gets the tapped element's data and the page's state.
import { token } from "./post.js";
import { sender } from "./send.js";
import { isMuted, mute, needsTap, unlock } from "./sound.js";

const numbers = (text) => text.split(" ").map(Number);

export function actions(page) {
  const { ui } = page;
  const send = sender(page.draw);
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
    } else if (dice.length >= snapshot.dice) {
      hide();
      send("enter", { dice, token: token() });
    }
  }

  return {
    ring: () => send("ring"),
    call: () => send("call"),
    draw: () => send("draw"),
    undo: ({ seq }) => send("undo", { seq: Number(seq) }),
    redo: ({ seq }) => { hide(); send("redo", { seq: Number(seq) }); },
    answer: ({ seq, dice }) => send("answer", { seq: Number(seq), dice: numbers(dice) }),
    dismiss: ({ seq }) => send("dismiss", { seq: Number(seq) }),
    other: () => { ui.other = !ui.other; ui.tapped = []; },
    open: ({ seq }) => show("correct", { seq: Number(seq) }),
    correct: ({ seq, at, face }) => {
      const thrown = page.thrown(Number(seq));
      const dice = thrown.dice.map((die, place) => (place === Number(at) ? Number(face) : die));
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
    odds: () => show("odds"),
    mute: async () => {
      if (needsTap()) await unlock(); else mute(!isMuted());
      page.draw();
    },
  };
}
