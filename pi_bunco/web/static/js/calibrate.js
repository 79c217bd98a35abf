// The calibration page: the server draws its steps, and this script adds the picture and the corners to drag.
import { send } from "./ask.js";
import "./corners.js";
import { live } from "./live.js";
import "./picture.js";
import { close } from "./sheet.js";

let anyway = false; // whether somebody has said that the round may be interrupted

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  if (form.closest("dialog")) anyway = true;
  else if (anyway && !form.elements.anyway) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "anyway", value: "yes" }));
  }
  send(form);
  if (form.closest("dialog")) close();
});

live();
