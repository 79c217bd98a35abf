// Settings of this device: a button with `data-keep="odds"` turns `data-odds` of the page on and off, and the browser
// keeps that.
const KEPT = "pi-bunco.";
const { body } = document;

function read(name) {
  try { return localStorage.getItem(KEPT + name) === "yes"; } catch { return false; } // storage may be forbidden
}

function keep(name, yes) {
  body.toggleAttribute(`data-${name}`, yes);
  try { localStorage.setItem(KEPT + name, yes ? "yes" : "no"); } catch { /* then it is kept until the page is closed */ }
}

["odds"].forEach((name) => body.toggleAttribute(`data-${name}`, read(name)));
document.addEventListener("click", (event) => {
  const name = event.target.closest("[data-keep]")?.dataset.keep;
  if (name) keep(name, !body.hasAttribute(`data-${name}`));
});
