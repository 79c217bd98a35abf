// Keeps the screen on and fills it, if the browser allows that. Browsers keep the screen on only for pages that came
// encrypted or from the same machine. On other pages, `data-sleeps` marks that the device may fall asleep.
const { body, documentElement: root } = document;
const enterFullscreen = root.requestFullscreen ?? root.webkitRequestFullscreen;

async function stayAwake() {
  if (document.visibilityState !== "visible") return;
  try {
    // eslint-disable-next-line no-restricted-properties, compat/compat -- if it is missing, the page shows that
    await navigator.wakeLock.request("screen");
    body.removeAttribute("data-sleeps");
  } catch {
    body.setAttribute("data-sleeps", "");
  }
}

stayAwake();
document.addEventListener("visibilitychange", stayAwake); // the browser stops it when the page is hidden

body.toggleAttribute("data-fills", Boolean(enterFullscreen));
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-do=full]")) return;
  if (document.fullscreenElement ?? document.webkitFullscreenElement) {
    (document.exitFullscreen ?? document.webkitExitFullscreen).call(document);
  } else enterFullscreen.call(root);
});
