"""A pause of Python's garbage collection, for work that leaves no garbage."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """Pause garbage collection, and exclude all objects that exist at the end from later collections.

    This makes the imports at the start about 10 % faster. A replay also creates many objects and no garbage.

    >>> with pause_garbage_collection():
    ...     gc.isenabled()
    False
    >>> gc.isenabled()
    True
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
