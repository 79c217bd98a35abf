"""A thread that waits until a button's contact has come to rest, and then tells of the press."""

import time
from collections.abc import Callable
from threading import Condition, Thread

from pi_bunco.devices.bell.debounce import Debouncer


class Presses:
    """Takes a contact's edges from any thread and calls ``ring`` once for each press.

    Parameters
    ----------
    closed
        Whether the contact is closed now.
    ring
        Called from this object's thread, or from the one that brings an edge.
    """

    def __init__(self, ring: Callable[[], None], *, closed: bool) -> None:
        self._ring = ring
        self._debouncer = Debouncer(closed)
        self._changed = Condition()
        self._open = True
        self._thread = Thread(target=self._run, name="bell button", daemon=True)
        self._thread.start()

    def edge(self, *, closed: bool) -> None:
        """Take note that the contact closed or opened just now."""
        with self._changed:
            pressed = self._debouncer.edge(closed, time.monotonic())
            self._changed.notify()
        if pressed:
            self._ring()

    def close(self) -> None:
        """End the thread. May be called twice."""
        with self._changed:
            self._open = False
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while self._wait():
            self._ring()

    def _wait(self) -> bool:
        """Wait for the next press; ``False`` when there will be none."""
        with self._changed:
            while self._open:
                if self._debouncer.settle(time.monotonic()):
                    return True
                due = self._debouncer.due
                self._changed.wait(None if due is None else due - time.monotonic())
        return False
