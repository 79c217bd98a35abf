"""Copying a damaged log with all pages that its write-ahead log still contains.

SQLite stops at the first damaged page of a write-ahead log, and takes no page from a log that was emptied.
The pages after it are intact nevertheless, and later copies of a page replace a damaged one. The result may
be inconsistent, so each line must be compared with its seal. Source: "Database File Format"
(sqlite.org/fileformat2.html), sections 1.3, The Database Header, and 4.1, WAL File Format.
"""

from pathlib import Path

_HEADER_BYTES = 32
"""Bytes of a write-ahead log before its first frame."""
_FRAME_BYTES = 24
"""Bytes of a frame before its page."""
_MAGIC = b"SQLite format 3\0"
_PAGE_SIZES = {2**power for power in range(9, 17)}
"""The allowed page sizes in bytes."""
_DEFAULT_PAGE_SIZE = 4096
_MAX_BYTES = 256 * 2**20
"""The largest copy in bytes, since a damaged page number may be huge."""


def overlay(log: Path, journal: Path, to: Path) -> None:
    """Write a copy of a log, with the pages of its write-ahead log merged in.

    Parameters
    ----------
    log, journal
        The log and its write-ahead log; each may be missing, short or damaged.
    to
        The copy, which needs no write-ahead log but may still be damaged.

    Raises
    ------
    OSError
        If a file cannot be read, or the copy cannot be written.
    """
    pages = bytearray(log.read_bytes() if log.exists() else b"")
    frames = journal.read_bytes() if journal.exists() else b""
    size = _find_page_size(pages, frames)
    salts = frames[16:24]
    for at in range(_HEADER_BYTES, len(frames) - _FRAME_BYTES - size + 1, _FRAME_BYTES + size):
        # Frames of an earlier round of the same file stand behind the newer ones, with other salts.
        number = int.from_bytes(frames[at : at + 4])
        end = number * size
        if frames[at + 8 : at + 16] == salts and 0 < end <= _MAX_BYTES:
            pages.extend(bytes(max(0, end - len(pages))))
            pages[end - size : end] = frames[at + _FRAME_BYTES : at + _FRAME_BYTES + size]
    if pages:
        pages[:16] = _MAGIC
        pages[18:20] = b"\1\1"  # a database without a write-ahead log
    to.write_bytes(pages)


def _find_page_size(pages: bytearray, frames: bytes) -> int:
    sizes = (int.from_bytes(frames[8:12]), int.from_bytes(pages[16:18]))
    return next((size for size in sizes if size in _PAGE_SIZES), _DEFAULT_PAGE_SIZE)
