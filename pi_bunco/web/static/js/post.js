// Asks the table for something. What it answers comes with the next snapshot; a refusal comes back here.

const PATIENCE = 15_000; // milliseconds until an answer is not waited for any more
const PAUSE = 1000; // and until a throw is sent once more

export class Refusal extends Error {
  constructor(text, remedy) { super(text); this.remedy = remedy; }
}

export const token = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join("");

async function post(table, command, body) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    return await fetch(`/api/table/${table}/${command}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
      signal: patience.signal,
    });
  } finally {
    clearTimeout(timer);
  }
}

/** What carries a token counts once however often it is sent, so it may be sent again if no answer came. */
async function postOnce(table, command, body) {
  try {
    return await post(table, command, body);
  } catch (failure) {
    if (!body.token) throw failure;
    await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
    return post(table, command, body);
  }
}

export async function ask(table, command, body = {}) {
  let response;
  try {
    response = await postOnce(table, command, body);
  } catch {
    throw new Refusal("The table did not answer.", "When this page is live, look whether that counted; if not, tap again.");
  }
  if (response.ok) return;
  const said = await response.json().catch(() => ({}));
  throw new Refusal(said.error ?? "That did not work.", said.remedy ?? "Tap again.");
}
