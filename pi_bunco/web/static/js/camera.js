// Shows the camera's picture again and again, each as soon as the last one is here.
const view = document.getElementById("view");
const blind = document.getElementById("blind");
const PAUSE = 200; // milliseconds
const again = () => setTimeout(() => { view.src = `/camera.jpg?at=${Date.now()}`; }, PAUSE);

view.addEventListener("load", () => { blind.hidden = true; again(); });
view.addEventListener("error", () => { blind.hidden = false; setTimeout(again, 5 * PAUSE); });
if (view.complete) again();
