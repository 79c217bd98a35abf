"""Gives back to the system what memory was freed: pictures leave holes that glibc would keep for ever.

A board with 1 GB has none to spare. Where the C library is another one, nothing is done.
"""

import ctypes
import threading
from contextlib import suppress

from pi_bunco.threads import begin

_ARENA_MAX = -8
"""``M_ARENA_MAX`` of ``mallopt(3)``: how many pools of memory threads share; else there are eight a core."""
_ARENAS = 2
_EVERY = 15.0
"""Seconds; giving back takes some milliseconds, and asking for it again as many."""


def share_arenas() -> None:
    """Let the threads that begin from now on share their pools of memory (``mallopt(3)``)."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_ARENA_MAX, _ARENAS)


class Memory:
    """A thread that gives freed memory back every now and then (``malloc_trim(3)``)."""

    def __init__(self) -> None:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="memory", daemon=True)
        begin(self._thread)

    def close(self) -> None:
        """Give back no more."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            trim = ctypes.CDLL(None).malloc_trim
        except (OSError, AttributeError):
            return
        while not self._stopping.wait(_EVERY):
            trim(0)
