"""Functions that return freed memory to the system: pictures leave holes that glibc would keep forever.

A board with 1 GB cannot spare them. With another C library these functions do nothing.
"""

import ctypes
from contextlib import suppress

_OPTIONS = (
    (-8, 2),  # M_ARENA_MAX: threads share two pools of memory instead of eight for each core.
    # M_MMAP_THRESHOLD: a larger block gets its own pages, so that a freed picture leaves no hole among small
    # blocks that stay. glibc would raise this limit to 32 MiB as large blocks come and go.
    (-3, 256 * 1024),
)
"""Options of ``mallopt(3)`` and their values."""
TRIM_SECONDS = 15.0
"""How often to return memory. Each time takes a few milliseconds, as does allocating it again."""


def limit_memory() -> None:
    """Make the C library keep less freed memory, in all threads that start from now on."""
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        for option, value in _OPTIONS:
            library.mallopt(option, value)


def trim_memory() -> None:
    """Return freed memory to the system (``malloc_trim(3)``)."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
