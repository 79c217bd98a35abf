// Sends the file of an evening in pieces, because a request may not be long, and then shows what is in it.

const PIECE = 48 * 1024; // bytes
const form = /** @type {HTMLFormElement | null} */ (document.querySelector("#import"));

/** Sends a file and returns the name under which it came. @param {File} file @param {HTMLProgressElement} bar */
async function sendFile(file, bar) {
  const name = Date.now().toString(36) + Math.random().toString(36).slice(2, 12);
  for (let at = 0; at === 0 || at < file.size; at += PIECE) {
    const answer = await fetch(`/api/evenings/file/${name}?at=${at}`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream", Accept: "application/json" },
      body: file.slice(at, at + PIECE),
    });
    if (!answer.ok) {
      const { error, remedy } = await answer.json();
      throw new Error(`${error} ${remedy}`);
    }
    bar.value = Math.min(1, (at + PIECE) / file.size);
  }
  return name;
}

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const bar = /** @type {HTMLProgressElement} */ (form.querySelector("progress"));
  const wrong = /** @type {HTMLElement} */ (form.querySelector(".wrong"));
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const [file] = /** @type {FileList} */ (/** @type {HTMLInputElement} */ (form.querySelector("input")).files);
  bar.hidden = false;
  button.disabled = true;
  wrong.textContent = "";
  try {
    location.assign(`/evenings/file/${await sendFile(file, bar)}`);
  } catch (error) {
    const { name, message } = /** @type {Error} */ (error);
    wrong.textContent = (name === "Error" ? message : wrong.dataset.lost) ?? "";
  } finally {
    bar.hidden = true;
    button.disabled = false;
  }
});
