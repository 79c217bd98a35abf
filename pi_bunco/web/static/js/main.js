// The table's page: keeps the newest snapshot, draws it, and sends what people tap.
import { actions } from "./actions.js";
import { notice, shout } from "./alerts.js";
import { close, isOpen, open as openSheet } from "./dialog.js";
import { justDrawn } from "./drawn.js";
import { morph } from "./html.js";
import { first, live as listen, say } from "./live.js";
import "./photo.js";
import { painted } from "./painted.js";
import { play, unlock } from "./sound.js";
import { sheet } from "./view/sheets.js";
import { stage, table } from "./view/table.js";

const main = document.getElementById("table");
const dialog = document.getElementById("sheet");
const spoken = document.getElementById("live");

const page = {
  snapshot: first,
  ui: { sheet: null, tapped: [], other: false },
  thrown: (seq) => page.snapshot.course.find((one) => one.seq === seq) ?? page.snapshot.last,
  draw,
  say,
};
const does = actions(page);

function draw() {
  const { snapshot, ui } = page;
  document.title = `${snapshot.sides.map((side) => `${side.name} ${side.score}`).join(", ")} · Bunco`;
  document.body.dataset.stage = stage(snapshot);
  document.body.dataset.phase = snapshot.phase;
  morph(main, table(snapshot, ui));
  const open = sheet(snapshot, ui);
  if (open) {
    morph(dialog, open);
    openSheet(dialog);
  } else if (isOpen(dialog)) {
    ui.sheet = null;
    close(dialog);
  }
  main.querySelectorAll(".course").forEach((strip) => {
    strip.toggleAttribute("data-more", strip.scrollWidth > strip.clientWidth);
    strip.scrollLeft = strip.scrollWidth; // the newest throw
  });
  painted(snapshot.last);
}

function take(snapshot, late) {
  const before = page.snapshot;
  page.snapshot = snapshot;
  if (snapshot.phase !== before.phase || snapshot.dice !== before.dice) page.ui.tapped = [];
  if (snapshot.doubt?.seq !== before.doubt?.seq) {
    page.ui.other = false;
    if (!page.ui.sheet) page.ui.tapped = [];
    if (snapshot.doubt) play("doubt");
  }
  const ruled = snapshot.again && snapshot.again.seq !== before.again?.seq;
  if (ruled) play("again");
  draw();
  notice(snapshot, late);
  if (!late) justDrawn(before, snapshot).forEach((name) => shout({ kind: "drawn", title: name, text: "is drawn" }));
  if (ruled) spoken.textContent = snapshot.again.reason;
  else if (snapshot.last && snapshot.revision !== before.revision) {
    const scores = snapshot.sides.map((side) => `${side.name} ${side.score}`).join(", ");
    spoken.textContent = `${snapshot.last.says}. ${scores}.`;
  }
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-do]");
  if (event.target === dialog) does.close(); // a tap beside the sheet
  else if (!target) return;
  else does[target.dataset.do](target.dataset);
  if (target?.dataset.do !== "mute") unlock().then(() => play("tap"));
  draw();
});

document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  const free = !event.target.closest("button, a, input, select, dialog");
  const rings = event.key === "b" || (event.key === " " && free);
  if (rings && page.snapshot.can.ring && !page.ui.sheet) {
    event.preventDefault();
    unlock();
    does.ring();
  } else if (/^[1-6]$/.test(event.key) && document.querySelector(".keypad")) {
    does.tap({ face: event.key });
    draw();
  }
});

dialog.addEventListener("close", () => { page.ui.sheet = null; page.ui.tapped = []; });

notice(page.snapshot, true);
draw();
listen(take);
