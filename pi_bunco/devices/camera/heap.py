"""Memory of pictures that are let go: back to the system, not kept for later."""

import ctypes
from functools import cache

_M_MMAP_THRESHOLD = -3
_LARGE = 256 * 1024


@cache
def give_back() -> None:
    """Have whatever is larger than 256 KiB allocated by itself, so that it is given back when it is let go.

    glibc (mallopt(3)) raises that limit as large blocks come and go, to 32 MiB. Pictures then lie among small
    things that stay, and a process with several cameras keeps the memory of many that are long gone. Other C
    libraries are left as they are.
    """
    try:
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE)
    except (AttributeError, OSError):
        return
