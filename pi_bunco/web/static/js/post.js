// Asks the table for something. What it answers comes with the next snapshot; a refusal comes back here.

export class Refusal extends Error {
  constructor(text, remedy) { super(text); this.remedy = remedy; }
}

export const token = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join("");

export async function ask(command, body = {}) {
  let response;
  try {
    response = await fetch(`/api/table/1/${command}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Refusal("The table cannot be reached.", "Tap again when this page is live.");
  }
  if (response.ok) return;
  const said = await response.json().catch(() => ({}));
  throw new Refusal(said.error ?? "That did not work.", said.remedy ?? "Tap again.");
}
