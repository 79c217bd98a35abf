"""Reading a disk's diary, and simulated power cuts, with diaries that the test writes."""

import struct
from pathlib import Path
from random import Random

from tests.pi.diary import DISCARD, FLUSH, FUA, MARK, read_diary, simulate_cuts

SECTOR = 512


def write_diary(file: Path, *entries: tuple[int, int, bytes]) -> Path:
    """Write a diary of ``(flags, sector, data)`` as the kernel does."""
    parts = [struct.pack("<QQQI", 0x6A736677736872, 1, len(entries), SECTOR).ljust(SECTOR, b"\0")]
    for flags, sector, data in entries:
        mark = data if flags & MARK else b""
        head = struct.pack("<QQQQ", sector, 0 if mark else len(data) // SECTOR, flags, len(mark)) + mark
        parts += [head.ljust(SECTOR, b"\0"), b"" if flags & (MARK | DISCARD) else data]
    file.write_bytes(b"".join(parts))
    return file


def test_diary_has_writes_flushes_and_marks(tmp_path: Path) -> None:
    """After a cut, writes since the last flush may be missing; writes before it are not."""
    a, b, c = (bytes([n]) * SECTOR for n in (1, 2, 3))
    diary = read_diary(
        write_diary(tmp_path / "d", (0, 0, a), (0, 1, b), (FLUSH, 0, b""), (MARK, 0, b"shown 1"), (FUA, 2, c))
    )
    states: dict[int, set[bytes]] = {}
    for seed in range(30):
        for number, disk, marks in simulate_cuts(bytes(3 * SECTOR), diary, 99, Random(seed)):
            states.setdefault(number, set()).add(bytes(disk[::SECTOR]))
            assert marks == (["shown 1"] if number >= 3 else [])
    assert states[1] == {b"\0\0\0", b"\1\0\0", b"\0\2\0", b"\1\2\0"}
    assert states[2] == states[3] == {b"\1\2\0"}
    assert states[4] == {b"\1\2\3"}


def test_diary_of_discarded_blocks(tmp_path: Path) -> None:
    """Blocks that the file system discards have no data in the diary, and are zero after it."""
    full = bytes([7]) * SECTOR
    diary = read_diary(write_diary(tmp_path / "d", (DISCARD, 1, full), (FLUSH, 0, b"")))
    *_, (_, disk, _) = simulate_cuts(full * 2, diary, 9, Random(1))
    assert bytes(disk) == full + bytes(SECTOR)
