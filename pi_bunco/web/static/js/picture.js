// <live-picture><img></live-picture>: the camera's picture, loaded again as soon as the last one has come.
const PAUSE = 200; // milliseconds
const LONGER = 1000; // where none came

customElements.define("live-picture", class extends HTMLElement {
  connectedCallback() {
    this.img = this.querySelector("img");
    const address = this.img.getAttribute("src");
    const again = (pause) => {
      clearTimeout(this.next);
      this.next = setTimeout(() => { this.img.src = `${address}?at=${Date.now()}`; }, pause);
    };
    this.img.onload = () => {
      this.classList.remove("lost");
      this.style.setProperty("--ratio", this.img.naturalWidth / this.img.naturalHeight); // the frame is the picture's
      again(PAUSE);
    };
    this.img.onerror = () => { this.classList.add("lost"); again(LONGER); };
    if (this.img.complete) this.img.dispatchEvent(new Event(this.img.naturalWidth ? "load" : "error"));
  }

  disconnectedCallback() { clearTimeout(this.next); }
});
