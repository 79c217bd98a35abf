"""A pipe in a file's place, which gives something to who reads it all the same, so that no test hangs."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def fed(path: Path, data: bytes = b"x") -> Iterator[Path]:
    os.mkfifo(path)
    feeder = threading.Thread(target=_feed, args=(path, data))
    feeder.start()
    try:
        yield path
    finally:
        while feeder.is_alive():  # nobody has read: let it go
            handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
            feeder.join(0.01)
            os.close(handle)


def _feed(path: Path, data: bytes) -> None:
    with suppress(BrokenPipeError):
        path.write_bytes(data)
