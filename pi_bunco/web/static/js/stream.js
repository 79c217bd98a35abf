// The event stream: what is new on the page, as it comes, and whether the table can be heard at all. Browsers
// try again by themselves after most failures; this also tries again where they do not, where a dead connection
// looks alive, and when a telephone wakes.

// Milliseconds without any event after which what the page shows may no longer be so: three missed beats.
const SILENCE = Number(document.documentElement.dataset.silence);
const AGAIN = 1500; // milliseconds between two tries

/** Listen to a topic from the event `known` on; `onBlocks(change, late)`: the page had lost the table if late. */
export function listen(topic, known, { onBlocks, onHello, onGone, onStale, onFresh }) {
  let source = null;
  let newest = known;
  let heard = Date.now();
  let tried = Date.now();
  let stale = false;

  function hear() {
    heard = Date.now();
    if (!stale) return;
    stale = false;
    onFresh();
  }

  function open() {
    source?.close();
    tried = Date.now();
    source = new EventSource(`/events?${topic}&known=${newest}`);
    source.addEventListener("hello", (event) => { onHello(JSON.parse(event.data)); });
    source.addEventListener("blocks", (event) => {
      const late = stale;
      newest = event.lastEventId;
      hear();
      onBlocks(JSON.parse(event.data), late);
    });
    source.addEventListener("beat", hear);
    source.addEventListener("gone", onGone);
  }

  function check() {
    const silent = Date.now() - heard;
    if (silent > SILENCE && !stale) { stale = true; onStale(new Date(heard)); }
    const dead = source.readyState === EventSource.CLOSED || silent > SILENCE;
    if (dead && Date.now() - tried > AGAIN) open();
  }

  open();
  setInterval(check, 500);
  document.addEventListener("visibilitychange", check);
  addEventListener("pagehide", () => source.close()); // gives the place on the server back at once
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
}
