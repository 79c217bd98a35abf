"""The witness: a small file beside the log with the place and the seal of the last event that was shown.

It shows when a log lacks events that people saw, whichever of the log's own files was damaged or lost. It is
written after an event is on the disk and before anybody sees the event. So it may be one event behind the
log, but never ahead of it.

The service's table has a second one in memory. It shows that an older log was put back with its witness.
"""

import os
import re
import zlib
from contextlib import suppress
from pathlib import Path

from pi_bunco.machine.disk import fsync, write_atomic
from pi_bunco.settings.config import SERVICE_RUNTIME, SERVICE_STATE
from pi_bunco.store.chain import Head

NAME = "log.witness"

_SLOT_BYTES = 4096
"""Bytes between its two entries, so that a write interrupted by a power cut damages only one."""
_ENTRY = re.compile(rb"(witness of game (\d+) event (\d+) lines (\d+) seal ([0-9a-f]{32})) ([0-9a-f]{8})\n")


class Witness:
    """A witness of a log.

    Parameters
    ----------
    folder
        The folder of the witness: the state directory, or another one.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._newest = 0

    def read(self) -> Head | None:
        """Return the last shown event, ``None`` if the witness is missing or unreadable."""
        try:
            with self._path.open("rb") as file:
                data = file.read(2 * _SLOT_BYTES)
        except OSError:
            return None
        entries = [_parse_entry(data[_SLOT_BYTES * slot : _SLOT_BYTES * (slot + 1)]) for slot in (0, 1)]
        shown_last = [(head.game, head.seq, slot) for slot, head in enumerate(entries) if head]
        self._newest = max(shown_last)[2] if shown_last else 0
        return entries[self._newest]

    def write(self, head: Head) -> None:
        """Note that this event is shown from now on, and return when the note is on the disk.

        Raises
        ------
        OSError
            If the disk does not take it.
        """
        try:
            handle = os.open(self._path, os.O_WRONLY)
        except FileNotFoundError:
            write_atomic(self._path, _format_entry(head).ljust(2 * _SLOT_BYTES, b"\0"))
            self._newest = 0
            return
        try:
            # The two entries take turns. If this one is torn, the entry before is still whole.
            os.pwrite(handle, _format_entry(head), _SLOT_BYTES * (1 - self._newest))
            os.fdatasync(handle)
            self._newest = 1 - self._newest
        finally:
            os.close(handle)

    def remove(self) -> None:
        """Remove the witness, and return when the removal is on the disk.

        Raises
        ------
        OSError
            If the disk does not take it.
        """
        with suppress(FileNotFoundError):
            self._path.unlink()
            fsync(self._path.parent)


def list_witnesses(folder: Path) -> tuple[Witness, ...]:
    """Return the witnesses of the log in a state directory; the first one lies beside it."""
    here = Witness(folder)
    if folder.resolve() == SERVICE_STATE and os.access(SERVICE_RUNTIME, os.W_OK):
        return here, Witness(SERVICE_RUNTIME)
    return (here,)


def _format_entry(head: Head) -> bytes:
    words = f"witness of game {head.game} event {head.seq} lines {head.lines} seal {head.seal.hex()}".encode()
    return b"%b %08x\n" % (words, zlib.crc32(words))


def _parse_entry(data: bytes) -> Head | None:
    found = _ENTRY.match(data)
    if found is None or zlib.crc32(found[1]) != int(found[6], 16):
        return None
    return Head(int(found[2]), int(found[3]), int(found[4]), bytes.fromhex(found[5].decode()))
