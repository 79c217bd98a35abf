"""A backup is looked at before it is unpacked, and no more is unpacked than a backup can hold."""

import json
import os
import shutil
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pi_bunco import archives
from pi_bunco.store import BackupTrouble, Log, back_up, list_backups, package, restore
from pi_bunco.store.database import FILE
from tests.pipes import fed
from tests.store.numbers import number

NAME = "pi-bunco-0001-2026-01-05.zip"
FACTS = {"format": "pi-bunco backup", "version": 1, "games": 1, "lines": 1, "last": "", "content": "x"}


class Room(NamedTuple):
    free: int


def made(path: Path, log: bytes = b"", *, method: int = zipfile.ZIP_DEFLATED, **facts: Any) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("backup.json", json.dumps(FACTS | facts))
        archive.writestr(FILE, log)
    return path


def head(pages: int) -> bytes:
    """Return the first bytes of a log that has so many pages."""
    return b"SQLite format 3\0" + (4096).to_bytes(2, "big") + bytes(10) + pages.to_bytes(4, "big")


@pytest.fixture
def wrote(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note which files are unpacked."""
    names: list[str] = []
    monkeypatch.setattr(package, "_write_out", lambda _, name, __: names.append(name))
    return names


def test_a_log_that_is_too_large_is_not_unpacked(
    tmp_path: Path, wrote: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A megabyte in a kilobyte, where a log has half of that at most: refused by what the ZIP says."""
    monkeypatch.setattr(package, "LOG_BYTES", 500_000)
    path = made(tmp_path / NAME, bytes(1_000_000))
    with pytest.raises(BackupTrouble, match=r"says that log\.sqlite3 in it has 1,000,000 bytes"):
        restore(path, tmp_path / "state")
    assert wrote == []


@pytest.mark.parametrize("log", [bytes(40960), head(9).ljust(40960, b"\0"), b"short"])
def test_what_is_no_log_is_not_unpacked(tmp_path: Path, wrote: list[str], log: bytes) -> None:
    """A log says in its first bytes that it is one, and how long it is."""
    with pytest.raises(BackupTrouble, match="the log in it is none"):
        restore(made(tmp_path / NAME, log), tmp_path / "state")
    assert wrote == []


def test_there_has_to_be_room_for_it(
    tmp_path: Path, wrote: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card that would be full before the log is unpacked is not filled."""
    path = made(tmp_path / NAME, head(10).ljust(40960, b"\0"))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Room(40959))
    with pytest.raises(BackupTrouble, match=r"needs 0 MB in .*state; 0 MB are free\. Make room"):
        restore(path, tmp_path / "state")
    assert wrote == []


@pytest.mark.parametrize(
    "facts",
    [{"last": "x" * 20_000}, {"last": "2026-01-05 20:15 and more"}, {"games": -1}, {"lines": 10**15}],
    ids=["large", "long", "negative", "many"],
)
def test_what_a_backup_says_of_itself_is_short(tmp_path: Path, facts: dict[str, Any]) -> None:
    """What is listed is a line; a file that would say more is no backup, and is not listed."""
    path = made(tmp_path / NAME, **facts)
    with pytest.raises(BackupTrouble, match="is no backup of pi-bunco's"):
        package.read_facts(path)
    assert list_backups(tmp_path) == []


def test_listing_reads_no_more_than_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a backup of some megabytes a few kilobytes are read."""
    read = []
    made(tmp_path / NAME, os.urandom(3_000_000))
    careful = archives._LimitedReader.read

    def counted(file: Any, size: int = -1) -> bytes:
        data: bytes = careful(file, size)
        read.append(len(data))
        return data

    monkeypatch.setattr(archives._LimitedReader, "read", counted)
    assert [each.lines for each in list_backups(tmp_path)] == [1]
    assert 100 < sum(read) < 100_000


def test_listing_waits_for_no_pipe(tmp_path: Path) -> None:
    """A pipe, a device and a packing that has no bound are passed over among the backups."""
    (tmp_path / "pi-bunco-0002-2026-01-05.zip").symlink_to("/dev/zero")
    made(tmp_path / "pi-bunco-0003-2026-01-05.zip", method=zipfile.ZIP_LZMA)
    made(tmp_path / "pi-bunco-0004-2026-01-05.zip")
    with fed(tmp_path / NAME):
        assert [number(each) for each in list_backups(tmp_path)] == [4]


def test_a_large_log_is_restored(tmp_path: Path) -> None:
    """Some thousand events of a long season, which pack to a hundredth of their size, are no bomb."""
    with Log(tmp_path / "old") as log:
        log.start({"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]})
        log.append([{"event": "bell", "by": "Ann" * 1000} for _ in range(2000)])
    packed = back_up(tmp_path / "old", tmp_path / "stick")
    assert packed
    assert packed.path.stat().st_size < 200_000
    restored = restore(packed.path, tmp_path / "new").backup
    assert (restored.lines, (tmp_path / "new" / FILE).stat().st_size > 5_000_000) == (2001, True)
