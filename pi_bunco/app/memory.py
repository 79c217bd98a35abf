"""Return freed memory to the system: pictures leave holes that glibc would keep for ever.

A board with 1 GB has none to spare. Where the C library is another one, nothing is done.
"""

import ctypes
import threading
from contextlib import suppress

from pi_bunco.threads import begin

_OPTIONS = (
    (-8, 2),  # M_ARENA_MAX: threads share two pools of memory; otherwise there are eight for each core.
    # M_MMAP_THRESHOLD: what is larger gets pages of its own, so that a picture that is let go leaves no hole
    # among small things that stay. glibc would raise this limit to 32 MiB as large blocks come and go.
    (-3, 256 * 1024),
)
"""Options of ``mallopt(3)`` and their values."""
_EVERY = 15.0
"""Seconds; giving back takes some milliseconds, and asking for it again as many."""


def limit_memory() -> None:
    """Have the C library keep less memory for later, in all threads that begin from now on."""
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        for option, value in _OPTIONS:
            library.mallopt(option, value)


class Memory:
    """A thread that returns freed memory to the system now and then (``malloc_trim(3)``)."""

    def __init__(self) -> None:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="memory", daemon=True)
        begin(self._thread)

    def close(self) -> None:
        """Stop."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            trim = ctypes.CDLL(None).malloc_trim
        except (OSError, AttributeError):
            return
        while not self._stopping.wait(_EVERY):
            trim(0)
