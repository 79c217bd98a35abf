// Shows at once what each answer says, and puts an answer back without another page.
const form = /** @type {HTMLFormElement} */ (document.getElementById("sheet"));
let last = 0;

/**
 * Send the form as it is now, and return the page that answers.
 * @param {string} what what the form should do
 * @returns {Promise<Document | undefined>} undefined: a newer answer is on its way, or there is none
 */
async function ask(what) {
  last += 1;
  const mine = last;
  const fields = new FormData(form);
  fields.set("do", what);
  try {
    const answer = await fetch(form.action, { method: "POST", body: fields });
    const text = await answer.text();
    return answer.ok && mine === last ? new DOMParser().parseFromString(text, "text/html") : undefined;
  } catch {
    return undefined; // the page stays as it is; Save reports what is wrong
  }
}

/** @param {Document} page @param {string} selector */
function copy(page, selector) {
  document.querySelectorAll(selector).forEach((part) => {
    const fresh = page.getElementById(part.id);
    if (fresh && fresh.innerHTML !== part.innerHTML) {
      part.innerHTML = fresh.innerHTML;
    }
  });
}

async function show() {
  const page = await ask("look");
  if (page) {
    copy(page, "[data-live]");
  }
}

form.addEventListener("change", show);
form.addEventListener("click", async (event) => {
  const button = /** @type {Element} */ (event.target).closest("button.back");
  if (!(button instanceof HTMLButtonElement)) {
    return;
  }
  event.preventDefault();
  const row = button.closest(".row-of");
  const page = await ask(button.value);
  if (page && row) {
    copy(page, `#${row.id}`);
    copy(page, "[data-live]");
  }
});
