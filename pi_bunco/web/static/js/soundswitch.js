// <sound-switch>: turns the sound of this device on and off, and sets its volume. While the browser waits for a tap, it
// says so.
import { getVolume, isMuted, mute, needsTap, play, setVoice, setVolume, speak, speaks, unlock } from "./sound.js";
import { word } from "./words.js";

const icon = (/** @type {string} */ name) => `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#${name}"/></svg>`;

customElements.define("sound-switch", class extends HTMLElement {
  button = Object.assign(document.createElement("button"), { className: "small", type: "button" });
  panel = Object.assign(document.createElement("div"), { className: "sound-panel", hidden: true });

  connectedCallback() {
    this.button.dataset.do = "mute";
    this.button.addEventListener("click", () => this.tap());
    document.addEventListener("click", (event) => {
      if (!event.composedPath().includes(this)) this.panel.hidden = true; // the tapped icon may be replaced by now
      if (!isMuted()) unlock().then(() => this.show());
    });
    this.panel.append(this.makeVolume(), this.makeVoice(), this.makeOff());
    this.replaceChildren(this.button, this.panel);
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.panel.hidden = true;
      this.show();
    });
    this.show();
    setTimeout(() => this.show(), 1000); // a browser that allows sounds at once has begun by then
  }

  async tap() {
    const opens = isMuted() || needsTap() || this.panel.hidden;
    if (isMuted() || needsTap()) {
      mute(false); // also if it was not muted: so the next page knows that somebody has chosen sound
      await unlock();
      speak(["welcome"], play("start"));
    }
    this.panel.hidden = !opens;
    this.show();
  }

  makeVolume() {
    const label = Object.assign(document.createElement("label"), { textContent: word("volume") });
    const range = Object.assign(document.createElement("input"), { type: "range", min: "0", max: "100", step: "5", value: String(getVolume()) });
    range.addEventListener("input", () => setVolume(Number(range.value)));
    range.addEventListener("change", () => play("tap"));
    label.append(range);
    return label;
  }

  makeVoice() {
    const label = document.createElement("label");
    const tick = Object.assign(document.createElement("input"), { type: "checkbox", checked: speaks() });
    tick.addEventListener("change", () => setVoice(tick.checked));
    label.append(tick, word("spoken"));
    return label;
  }

  makeOff() {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "plain", textContent: word("soundOff") });
    button.dataset.do = "mute";
    button.addEventListener("click", () => {
      mute(true);
      this.panel.hidden = true;
      this.show();
    });
    return button;
  }

  show() {
    const waits = needsTap();
    const label = word(isMuted() ? "soundOn" : waits ? "soundTap" : "soundOff");
    this.dataset.state = isMuted() ? "off" : waits ? "waits" : "on";
    Object.assign(this.button, { title: label, ariaPressed: String(isMuted()), ariaExpanded: String(!this.panel.hidden) });
    if (waits) this.button.removeAttribute("aria-label"); // its text is its name, or else its title is
    else this.button.setAttribute("aria-label", label);
    this.button.innerHTML = `${icon(isMuted() || waits ? "silent" : "sound")}<span>${word("sound")}</span>`;
  }
});
