// Makes a picture of a sponsor smaller before it is sent: a request may have 64 kB. Without scripts, only smaller ones
// are taken.
const MOST_BYTES = 56_000; // the rest of the request is the form around it
const SIZES = [800, 640, 480, 320]; // pixels of the longer side, the first that fits
const QUALITIES = [0.86, 0.7];
const PAPER = "#fdf8ec"; // shows through clear parts

/** @param {HTMLImageElement} picture @param {number} size @param {number} quality @returns {Promise<Blob | null>} */
function draw(picture, size, quality) {
  const scale = Math.min(1, size / Math.max(picture.naturalWidth, picture.naturalHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale));
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", quality); });
}

/** Return a picture as a file that fits into a request, `null` if this browser cannot read it. @param {File} file */
async function makeSmaller(file) {
  const picture = new Image();
  picture.src = await new Promise((resolve) => {
    const reader = new FileReader(); // the pages' rules for content allow pictures as data
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(file);
  });
  try {
    await picture.decode();
  } catch {
    return null;
  }
  for (const size of SIZES) {
    for (const quality of QUALITIES) {
      const small = await draw(picture, size, quality);
      if (small && small.size <= MOST_BYTES) return new File([small], "sponsor.jpg", { type: "image/jpeg" });
    }
  }
  return null;
}

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const field = /** @type {HTMLInputElement | null} */ (form.querySelector("input[type=file]"));
  const file = field?.files?.[0];
  if (form.id !== "sponsor" || !field || !file || file.size <= MOST_BYTES) return;
  event.preventDefault();
  const small = await makeSmaller(file);
  if (small) {
    const chosen = new DataTransfer();
    chosen.items.add(small);
    field.files = chosen.files;
  }
  form.submit(); // what cannot be made smaller is refused with its reason
});
