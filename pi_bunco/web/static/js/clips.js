// Recordings: the spoken lines, and sounds that the host has recorded. They are fetched ahead, one after the other, so
// that they never hold up a page. What is not there when its moment comes is not played.

/** @type {Map<string, AudioBuffer | null>} A recording by its name; null: there is none. */
const clips = new Map();
/** @type {Record<string, string> | null} The addresses of the host's own recordings. */
let own = null;
let folder = ""; // the address of the spoken lines that the host has chosen; "": those in the page's own language
/** @type {string[]} */
let wanted = [];
let busy = false;

/** Return a recording if it is there now. @param {string} name */
export const findClip = (name) => clips.get(name) ?? null;

/** Speak from another folder from now on. @param {string} address */
export function useFolder(address) {
  if (address === folder) return;
  folder = address;
  clips.clear();
}

/** Return the address of a recording: the host's own one, or the one that ships, ""  if there is neither. @param {string} name */
const findAddress = (name) => own?.[name] ?? (SPOKEN.test(name) ? `${folder || document.getElementById("words").dataset.clips}${name}.mp3` : "");
const SPOKEN = /^(?!bell-|horn$|tick$|.*-sound$)/; // all other names are those of effects, which the page makes by itself

/** Return a recording, `null` if there is none that this browser can read. @param {AudioContext} audio @param {string} name */
async function fetchClip(audio, name) {
  const address = findAddress(name);
  if (!address) return null;
  const answer = await fetch(address, /** @type {RequestInit} */ ({ priority: "low" })); // older browsers ignore it
  return answer.ok ? audio.decodeAudioData(await answer.arrayBuffer()).catch(() => null) : null;
}

/**
 * Fetch recordings, the first ones first. A later call replaces what an earlier one still waits for.
 * @param {AudioContext} audio @param {string[]} names
 */
export async function fetchAhead(audio, names) {
  wanted = [...names];
  if (busy) return;
  busy = true;
  try {
    own ??= await (await fetch("/sounds")).json();
    for (let name = wanted.shift(); name; name = wanted.shift()) {
      if (clips.has(name)) continue;
      const from = folder;
      const clip = await fetchClip(audio, name);
      if (from === folder) clips.set(name, clip);
    }
  } catch { // the Pi cannot be reached: the next change of the page tries again
    own = null;
  } finally {
    busy = false;
  }
}
