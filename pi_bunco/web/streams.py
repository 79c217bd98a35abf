"""The event streams: what keeps every open page up to date.

Each open page holds one thread of the server, so they are capped. A stream sends ``hello`` once (which
files the page should have), ``snapshot`` at once and after each change, and ``beat`` while nothing happens,
so that a page knows that it is live.
"""

import json
import threading
import time
from collections.abc import Iterator

from pi_bunco.table.snapshot import Snapshot
from pi_bunco.web.desk import Desk

_SLICE = 0.25  # seconds; how long a stream may take to notice that the server stops


class Streams:
    """All open streams of one server.

    Parameters
    ----------
    desk
        Where changes come from.
    most
        How many may be open at once.
    heartbeat
        Seconds of silence after which a ``beat`` is sent.
    """

    def __init__(self, desk: Desk, *, most: int, heartbeat: float) -> None:
        self._desk = desk
        self._most = most
        self._heartbeat = heartbeat
        self._open = 0
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._encoded: tuple[int, bytes] = (-1, b"")

    @property
    def open(self) -> int:
        """How many are open."""
        return self._open

    def enter(self) -> bool:
        """Take one of the places; whether there was one. Who got it must :meth:`leave`."""
        with self._lock:
            if self._open >= self._most or self._closing.is_set():
                return False
            self._open += 1
            return True

    def leave(self) -> None:
        """Give the place back."""
        with self._lock:
            self._open -= 1

    def close(self) -> None:
        """End all streams, within a quarter of a second; none begins afterwards."""
        self._closing.set()

    def events(self, stamp: str) -> Iterator[bytes]:
        """Give the events of one stream until the streams are closed."""
        yield b"retry: 1000\n" + _event("hello", {"stamp": stamp})
        seen = -1
        sent = time.monotonic()
        while not self._closing.is_set():
            change = self._desk.wait(seen, min(_SLICE, self._heartbeat))
            if change is not None:
                seen, snapshot = change
                yield self._encode(seen, snapshot)
                sent = time.monotonic()
            elif time.monotonic() - sent >= self._heartbeat:
                yield _event("beat", {"change": seen})
                sent = time.monotonic()

    def _encode(self, number: int, snapshot: Snapshot) -> bytes:
        """Give a change as an event; all pages ask for the same one, so it is made once."""
        with self._lock:
            if self._encoded[0] != number:
                self._encoded = (number, _event("snapshot", snapshot.to_json()))
            return self._encoded[1]


def _event(name: str, data: object) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()
