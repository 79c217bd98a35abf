"""Reads a disk's diary, which contains all writes in order and marks between them, and simulates power cuts.

The kernel writes it (``dm-log-writes``). After a power cut at some entry, the disk contains all writes before
the last flush, and any or none of the writes after it. Source: Linux,
Documentation/admin-guide/device-mapper/log-writes.rst and drivers/md/dm-log-writes.c.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

FLUSH, FUA, DISCARD, MARK = 1, 2, 4, 8
_MAGIC = 0x6A736677736872
_SUPER, _ENTRY = struct.Struct("<QQQI"), struct.Struct("<QQQQ")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a diary: bytes that were written to a place, or a mark."""

    flags: int
    at: int
    size: int
    data: bytes
    mark: str


def read_diary(file: Path) -> list[Entry]:
    """Return all entries of a diary."""
    with file.open("rb") as book:
        magic, _, count, sector = _SUPER.unpack(book.read(_SUPER.size))
        assert magic == _MAGIC, f"{file} is no diary"
        entries, place = [], sector
        for _ in range(count):
            book.seek(place)
            at, sectors, flags, length = _ENTRY.unpack(book.read(_ENTRY.size))
            mark = book.read(length).decode() if flags & MARK else ""
            book.seek(place + sector)
            kept = 0 if flags & (DISCARD | MARK) else sectors * sector
            entries.append(Entry(flags, at * sector, sectors * sector, book.read(kept), mark))
            place += sector + kept
    return entries


def simulate_cuts(
    before: bytes, diary: list[Entry], points: int, chance: Random
) -> Iterator[tuple[int, bytearray, list[str]]]:
    """Cut the power at many places: yield the entry, the disk after the cut, and the marks until then.

    The disk is valid until the next cut.
    """
    safe, waiting, marks = bytearray(before), list[Entry](), list[str]()
    chosen = set(chance.sample(range(len(diary)), min(points, len(diary))))
    for number, entry in enumerate(diary):
        if entry.flags & MARK:
            marks.append(entry.mark)
        if entry.flags & FLUSH:
            for each in waiting:
                _write(safe, each)
            waiting = []
        if entry.flags & FUA:
            _write(safe, entry)
        elif entry.size and not entry.flags & MARK:
            waiting.append(entry)
        if number in chosen:
            disk = bytearray(safe)
            for each in waiting:
                if chance.random() < 0.5:
                    _write(disk, each)
            yield number, disk, list(marks)


def _write(disk: bytearray, entry: Entry) -> None:
    if entry.flags & DISCARD:
        disk[entry.at : entry.at + entry.size] = bytes(entry.size)
    else:
        disk[entry.at : entry.at + len(entry.data)] = entry.data
