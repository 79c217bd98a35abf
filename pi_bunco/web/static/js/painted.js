// Notes when a throw first stood on the screen, so that the way from the camera can be measured:
// window.piBunco.painted = {seq, taken, at}, `taken` in seconds, `at` in milliseconds since 1970.

window.piBunco = { painted: null };
let newest = "";

/** Look at the element of the last throw. */
export function painted(last) {
  if (!last || last.dataset.seq === newest) return;
  newest = last.dataset.seq;
  const seq = Number(newest);
  const taken = last.dataset.taken ? Number(last.dataset.taken) : null;
  requestAnimationFrame(() => { // this runs before the frame is painted, the message after it
    const after = new MessageChannel();
    after.port1.onmessage = () => {
      after.port1.close();
      window.piBunco.painted = { seq, taken, at: performance.timeOrigin + performance.now() };
    };
    after.port2.postMessage(null);
  });
}
