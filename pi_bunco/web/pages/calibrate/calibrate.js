// The calibration page. The server draws the steps; this script shows the picture and lets people drag the corners.
import { send } from "../../static/js/ask.js";
import "./corners.js";
import { live } from "../../static/js/live.js";
import "../../static/js/picture.js";
import { close } from "../../static/js/dialog.js";

let anyway = false; // whether somebody agreed to interrupt the round

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  if (form.closest("dialog")) anyway = true;
  else if (anyway && !form.elements.namedItem("anyway")) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "anyway", value: "yes" }));
  }
  send(form);
  if (form.closest("dialog")) close();
});

live();
