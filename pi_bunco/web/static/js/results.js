// The results' page: draws the newest snapshot, and sends what staff, judge and host tap.
import { close, isOpen, open } from "./dialog.js";
import { morph } from "./html.js";
import { first, live } from "./live.js";
import { sender } from "./send.js";
import { another, given, offer } from "./view/offer.js";
import { results } from "./view/results.js";

const main = document.getElementById("results");
const dialog = document.getElementById("sheet");
let snapshot = first;
let lines = null; // of the host's form, while it is open
let ids = 0;

const row = (line) => ({ ...line, id: ++ids });
const send = sender(draw);

function draw() {
  morph(main, results(snapshot));
  if (lines) {
    morph(dialog, offer(lines));
    open(dialog);
  } else if (isOpen(dialog)) {
    close(dialog);
    dialog.replaceChildren(); // the next form begins anew
  }
}

const does = {
  print: () => print(),
  draw: () => send("draw"),
  undo: ({ seq }) => send("undo", { seq: Number(seq) }),
  confirm: ({ claim }) => send("confirm", { claims: [claim] }),
  "confirm-all": ({ player }) => send("confirm", {
    claims: snapshot.results.claims.filter((one) => one.player === player && !one.confirmed).map((one) => one.key),
  }, `All of ${player} is confirmed.`),
  judge: ({ best, team }) => send("judge", { best: best ?? Number(team) }),
  offer: () => { lines = given(snapshot).map(row); },
  add: () => { lines = [...lines, row(another(lines))]; },
  drop: ({ id }) => { lines = lines.filter((line) => line.id !== Number(id)); },
  close: () => { lines = null; },
  save: async () => {
    const awards = lines.map(({ what, among, prize }) => ({ what, among, prize }));
    if (await send("offer", { awards }, "These awards are given.")) lines = null;
    draw();
  },
};

document.addEventListener("click", (event) => {
  const target = event.target.closest("button[data-do]");
  if (event.target === dialog) does.close(); // a tap beside the form
  else if (!target) return;
  else does[target.dataset.do](target.dataset);
  draw();
});

dialog.addEventListener("input", ({ target }) => {
  lines.find((line) => line.id === Number(target.dataset.id))[target.dataset.field] = target.value;
});
dialog.addEventListener("submit", (event) => { event.preventDefault(); does.save(); });
dialog.addEventListener("close", () => { lines = null; dialog.replaceChildren(); });

draw();
live((newest) => { snapshot = newest; draw(); }, "topic=results");
