// Shows the description of the API in the vendored viewer. Until it is there, or if it does not work here, the list stays.

const place = /** @type {HTMLElement} */ (document.querySelector(".viewer"));
const list = /** @type {HTMLElement} */ (document.querySelector(".list"));
const FONT = "Lexend, system-ui, sans-serif";
// A search would need a worker, which the pages' rules for scripts do not allow.
const OPTIONS = {
  disableSearch: true,
  hideDownloadButtons: true,
  nativeScrollbars: true,
  pathInMiddlePanel: true,
  theme: {
    colors: { primary: { main: "#10483d" }, text: { primary: "#1d2530" } },
    typography: { fontFamily: FONT, headings: { fontFamily: FONT, fontWeight: "690" } },
    spacing: { sectionVertical: 20 },
    sidebar: { backgroundColor: "#fdf8ec" },
    rightPanel: { backgroundColor: "#0c3a31" },
  },
};

/** @param {boolean} isThere */
function showViewer(isThere) {
  place.hidden = !isThere;
  list.hidden = isThere;
}

function draw() {
  if (typeof Redoc === "undefined") return; // this browser is too old for it
  showViewer(true); // first, so that it can scroll to the request that the address names
  Redoc.init(place.dataset.document ?? "", OPTIONS, place, (failure) => showViewer(!failure));
}

const viewer = document.createElement("script");
viewer.addEventListener("load", draw);
viewer.src = place.dataset.viewer ?? "";
document.head.append(viewer);
