"""A game record as the command line takes it: a file, or - for standard input."""

import gc
import sys
from pathlib import Path

from pi_bunco.errors import Trouble
from pi_bunco.rules import Replayed, replay


def read_lines(record: str) -> list[bytes]:
    """Read the lines of the record `record`, a path or ``-`` for standard input.

    Raises
    ------
    Trouble
        If it cannot be read.
    """
    return _read(record).split(b"\n")


def play_again(lines: list[bytes]) -> Replayed:
    """Replay a record's lines, as fast as it goes."""
    gc.disable()  # all that a record gives stays to the end: looking for waste would double the time
    try:
        return replay(lines)
    finally:
        gc.enable()


def _read(record: str) -> bytes:
    if record == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(record).read_bytes()
    except OSError as error:
        raise Trouble(
            f"The record {record} cannot be read: {error.strerror}.",
            "Name a file that is there, or - for input.",
        ) from error
