// <live-picture><img></live-picture>: the camera's picture, loaded again as soon as the last one has come.
const PAUSE = 200; // milliseconds after a picture
const FAILED_PAUSE = 1000; // milliseconds after a picture that did not come

customElements.define("live-picture", class extends HTMLElement {
  /** @type {number | undefined} */
  timer;

  connectedCallback() {
    const img = this.querySelector("img");
    const address = img.getAttribute("src");
    const loadAfter = (/** @type {number} */ pause) => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => { img.src = `${address}?at=${Date.now()}`; }, pause);
    };
    img.onload = () => {
      this.classList.remove("lost");
      this.style.setProperty("--ratio", img.naturalWidth / img.naturalHeight); // the frame gets the picture's shape
      loadAfter(PAUSE);
    };
    img.onerror = () => { this.classList.add("lost"); loadAfter(FAILED_PAUSE); };
    if (img.complete) img.dispatchEvent(new Event(img.naturalWidth ? "load" : "error"));
  }

  disconnectedCallback() { clearTimeout(this.timer); }
});
