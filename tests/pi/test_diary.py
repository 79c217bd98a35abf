"""The diary of a disk, read from one that was written by hand."""

import struct
from pathlib import Path
from random import Random

from tests.pi.diary import DISCARD, FLUSH, FUA, MARK, cuts, read_diary

SECTOR = 512


def written(file: Path, *entries: tuple[int, int, bytes]) -> Path:
    """Write a diary of ``(flags, sector, data)`` as the kernel does."""
    parts = [struct.pack("<QQQI", 0x6A736677736872, 1, len(entries), SECTOR).ljust(SECTOR, b"\0")]
    for flags, sector, data in entries:
        mark = data if flags & MARK else b""
        head = struct.pack("<QQQQ", sector, 0 if mark else len(data) // SECTOR, flags, len(mark)) + mark
        parts += [head.ljust(SECTOR, b"\0"), b"" if flags & (MARK | DISCARD) else data]
    file.write_bytes(b"".join(parts))
    return file


def test_diary_tells_writes_flushes_and_marks(tmp_path: Path) -> None:
    """A flush makes what was written before it safe; until then any of it may be missing after a cut."""
    a, b, c = (bytes([n]) * SECTOR for n in (1, 2, 3))
    diary = read_diary(
        written(tmp_path / "d", (0, 0, a), (0, 1, b), (FLUSH, 0, b""), (MARK, 0, b"shown 1"), (FUA, 2, c))
    )
    seen: dict[int, set[bytes]] = {}
    for seed in range(30):
        for number, disk, marks in cuts(bytes(3 * SECTOR), diary, 99, Random(seed)):
            seen.setdefault(number, set()).add(bytes(disk[::SECTOR]))
            assert marks == (["shown 1"] if number >= 3 else [])
    assert seen[1] == {b"\0\0\0", b"\1\0\0", b"\0\2\0", b"\1\2\0"}
    assert seen[2] == seen[3] == {b"\1\2\0"}
    assert seen[4] == {b"\1\2\3"}


def test_diary_of_thrown_away_blocks(tmp_path: Path) -> None:
    """Blocks that the file system gives back come without data, and are empty then."""
    full = bytes([7]) * SECTOR
    diary = read_diary(written(tmp_path / "d", (DISCARD, 1, full), (FLUSH, 0, b"")))
    *_, (_, disk, _) = cuts(full * 2, diary, 9, Random(1))
    assert bytes(disk) == full + bytes(SECTOR)
