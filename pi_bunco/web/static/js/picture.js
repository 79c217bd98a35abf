// <live-picture><img></live-picture>: the camera's picture, loaded again as soon as the last one has come.
const PAUSE = 200; // milliseconds
const LONGER = 1000; // after a picture that did not come

customElements.define("live-picture", class extends HTMLElement {
  /** @type {number | undefined} */
  next;

  connectedCallback() {
    const img = this.querySelector("img");
    const address = img.getAttribute("src");
    const again = (/** @type {number} */ pause) => {
      clearTimeout(this.next);
      this.next = setTimeout(() => { img.src = `${address}?at=${Date.now()}`; }, pause);
    };
    img.onload = () => {
      this.classList.remove("lost");
      this.style.setProperty("--ratio", img.naturalWidth / img.naturalHeight); // the frame gets the picture's shape
      again(PAUSE);
    };
    img.onerror = () => { this.classList.add("lost"); again(LONGER); };
    if (img.complete) img.dispatchEvent(new Event(img.naturalWidth ? "load" : "error"));
  }

  disconnectedCallback() { clearTimeout(this.next); }
});
