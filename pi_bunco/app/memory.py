"""Functions that return freed memory to the system: pictures leave holes that glibc would keep forever.

A board with 1 GB cannot spare them. With another C library these functions do nothing.
"""

import ctypes
import threading
from contextlib import suppress

from pi_bunco.threads import start_thread

_OPTIONS = (
    (-8, 2),  # M_ARENA_MAX: threads share two pools of memory instead of eight for each core.
    # M_MMAP_THRESHOLD: what is larger gets pages of its own, so that a picture that is let go leaves no hole
    # among small things that stay. glibc would raise this limit to 32 MiB as large blocks come and go.
    (-3, 256 * 1024),
)
"""Options of ``mallopt(3)`` and their values."""
_EVERY = 15.0
"""Seconds between two returns of memory. Each takes a few milliseconds, as does allocating it again."""


def limit_memory() -> None:
    """Make the C library keep less freed memory, in all threads that start from now on."""
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        for option, value in _OPTIONS:
            library.mallopt(option, value)


class Memory:
    """A thread that regularly returns freed memory to the system (``malloc_trim(3)``)."""

    def __init__(self) -> None:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="memory", daemon=True)
        start_thread(self._thread)

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
