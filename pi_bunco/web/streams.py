"""The event streams: what keeps every open page up to date.

A stream sends ``hello`` once (which files the page should have), ``snapshot`` at once and after each change,
and ``beat`` while nothing happens, so that a page knows that it is live. No stream has a thread: one thread
waits for changes and encodes each once, and the gate's thread (:mod:`pi_bunco.web.wire.gate`) sends them to
all. A page that takes them slowly misses those between, and gets the newest.
"""

import json
import threading
from collections.abc import Callable

import structlog

from pi_bunco.table.snapshot import Snapshot
from pi_bunco.threads import begin
from pi_bunco.web.desk import Desk

_SLICE = 0.25  # seconds; how long it may take to notice that the server stops
_AGAIN = 1000  # milliseconds until a page whose stream broke off tries again
_LATER = 4000  # the same for a page that made way for others; it calls itself stale only after six seconds
_log = structlog.get_logger("web")

STREAM = "pi_bunco.stream"
"""Where a request's environment names the :class:`Stream` that its answer goes on as."""
FAREWELL = f"retry: {_LATER}\n\n".encode()
"""What a page is sent that makes way for others."""


class Stream:
    """What one open page has been sent.

    Parameters
    ----------
    streams
        Where news come from.
    seen
        The number of the change that it was sent first.
    """

    __slots__ = ("_seen", "_sent", "_streams")

    def __init__(self, streams: "Streams", seen: int) -> None:
        self._streams = streams
        self._seen = seen
        self._sent: float | None = None

    def next(self, now: float) -> bytes | None:
        """Return what the page should be sent at `now` on the steady clock, ``None``: nothing."""
        number, event = self._streams.newest
        if number > self._seen:
            self._seen, self._sent = number, now
            return event
        if self._sent is None:  # it has just been sent how the table stands
            self._sent = now
        if now - self._sent < self._streams.heartbeat:
            return None
        self._sent = now
        return _event("beat", {"change": self._seen})


class Streams:
    """All event streams of one server.

    Parameters
    ----------
    desk
        Where changes come from.
    most
        How many may be open at once, those on the machine itself not counted.
    heartbeat
        Seconds of silence after which a ``beat`` is sent.

    Attributes
    ----------
    open
        How many are open; the gate counts them.
    newest
        The newest change's number, and its event.
    changed
        Set with each change; the gate clears it.
    """

    def __init__(self, desk: Desk, *, most: int, heartbeat: float) -> None:
        self._desk = desk
        self.most = most
        self.heartbeat = heartbeat
        self.open = 0
        self.newest = (-1, b"")
        self.changed = False
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        self._encoded = (-1, b"")

    def begin(self, stamp: str) -> tuple[Stream, bytes]:
        """Return a new stream, and what it sends first."""
        first = f"retry: {_AGAIN}\n".encode() + _event("hello", {"stamp": stamp})
        change = self._desk.wait(-1, 0)
        if change is None:
            return Stream(self, -1), first
        return Stream(self, change[0]), first + self._encode(*change)

    def start(self, wake: Callable[[], None]) -> None:
        """Wait for changes from now on.

        Parameters
        ----------
        wake
            Called after each change, in another thread.

        Raises
        ------
        pi_bunco.threads.ThreadTrouble
            If no thread can be started.
        """
        self._closing.clear()
        thread = threading.Thread(target=self._listen, args=(wake,), name="streams", daemon=True)
        begin(thread)
        self._thread = thread

    def close(self) -> None:
        """Wait for changes no more. May be called twice."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join(4 * _SLICE)  # it is the desk's to come back in time
            self._thread = None

    def _listen(self, wake: Callable[[], None]) -> None:
        seen = -1
        while not self._closing.is_set():
            try:
                change = self._desk.wait(seen, _SLICE)
                if change is None:
                    continue
                seen = change[0]
                self.newest = (seen, self._encode(*change))
                self.changed = True
                wake()
            except Exception:  # noqa: BLE001 - the next change is shown
                _log.exception("a change was not streamed")
                self._closing.wait(_SLICE)

    def _encode(self, number: int, snapshot: Snapshot) -> bytes:
        """Return a change as an event; all pages get the same one, so it is made once."""
        with self._lock:
            if self._encoded[0] != number:
                self._encoded = (number, _event("snapshot", snapshot.to_json()))
            return self._encoded[1]


def _event(name: str, data: object) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()
