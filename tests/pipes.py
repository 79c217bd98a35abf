"""A pipe in the place of a file; if the tested code reads it, it gets data, so that no test hangs."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def make_pipe(path: Path, data: bytes = b"x") -> Iterator[Path]:
    """Make a pipe into which a thread writes ``data``."""
    os.mkfifo(path)
    feeder = threading.Thread(target=_feed, args=(path, data))
    feeder.start()
    try:
        yield path
    finally:
        while feeder.is_alive():  # the pipe was not read: open it, so that the thread can end
            handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
            feeder.join(0.01)
            os.close(handle)


def _feed(path: Path, data: bytes) -> None:
    with suppress(BrokenPipeError):
        path.write_bytes(data)
