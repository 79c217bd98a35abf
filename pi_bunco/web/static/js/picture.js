// <live-picture><img></live-picture>: the camera's picture. The next one is loaded a moment after the last one came.
const NEXT_AFTER = 200; // milliseconds after a picture
const RETRY_AFTER = 1000; // milliseconds after a picture that did not come

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
      loadAfter(NEXT_AFTER);
    };
    img.onerror = () => { this.classList.add("lost"); loadAfter(RETRY_AFTER); };
    if (img.complete) img.dispatchEvent(new Event(img.naturalWidth ? "load" : "error"));
  }

  disconnectedCallback() { clearTimeout(this.timer); }
});
