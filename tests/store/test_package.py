"""A backup is checked before it is unpacked, and no more is unpacked than a backup can contain."""

import json
import os
import shutil
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pi_bunco.files import archives
from pi_bunco.store import BackupTrouble, Log, back_up, list_backups, package, restore
from pi_bunco.store.database import FILE
from tests.pipes import make_pipe
from tests.store.numbers import get_number

NAME = "pi-bunco-0001-2026-01-05.zip"
FACTS = {"format": "pi-bunco backup", "version": 1, "games": 1, "lines": 1, "last": "", "content": "x"}


class DiskUsage(NamedTuple):
    free: int


def make_backup(path: Path, log: bytes = b"", *, method: int = zipfile.ZIP_DEFLATED, **facts: Any) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("backup.json", json.dumps(FACTS | facts))
        archive.writestr(FILE, log)
    return path


def make_log_header(pages: int) -> bytes:
    """Return the first bytes of a log with this number of pages."""
    return b"SQLite format 3\0" + (4096).to_bytes(2, "big") + bytes(10) + pages.to_bytes(4, "big")


@pytest.fixture
def unpacked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that records which files are unpacked."""
    names: list[str] = []
    monkeypatch.setattr(package, "_write_out", lambda _, name, __: names.append(name))
    return names


def test_too_large_log_is_not_unpacked(
    tmp_path: Path, unpacked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log above the limit is refused by its size in the ZIP file's directory."""
    monkeypatch.setattr(package, "LOG_BYTES", 500_000)
    path = make_backup(tmp_path / NAME, bytes(1_000_000))
    with pytest.raises(BackupTrouble, match=r"says that log\.sqlite3 in it has 1,000,000 bytes"):
        restore(path, tmp_path / "state")
    assert unpacked == []


@pytest.mark.parametrize("log", [bytes(40960), make_log_header(9).ljust(40960, b"\0"), b"short"])
def test_foreign_file_is_not_unpacked(tmp_path: Path, unpacked: list[str], log: bytes) -> None:
    """The first bytes must show a log of the right length."""
    with pytest.raises(BackupTrouble, match="the log in it is none"):
        restore(make_backup(tmp_path / NAME, log), tmp_path / "state")
    assert unpacked == []


def test_log_needs_free_space(tmp_path: Path, unpacked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A log that would fill the card is not unpacked."""
    path = make_backup(tmp_path / NAME, make_log_header(10).ljust(40960, b"\0"))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: DiskUsage(40959))
    with pytest.raises(BackupTrouble, match=r"needs 0 MB in .*state; 0 MB are free\. Make room"):
        restore(path, tmp_path / "state")
    assert unpacked == []


@pytest.mark.parametrize(
    "facts",
    [{"last": "x" * 20_000}, {"last": "2026-01-05 20:15 and more"}, {"games": -1}, {"lines": 10**15}],
    ids=["large", "long", "negative", "many"],
)
def test_long_facts_are_refused(tmp_path: Path, facts: dict[str, Any]) -> None:
    """A file with facts that are too long or impossible is no backup, and is not listed."""
    path = make_backup(tmp_path / NAME, **facts)
    with pytest.raises(BackupTrouble, match="is not a backup of pi-bunco"):
        package.read_facts(path)
    assert list_backups(tmp_path) == []


def test_listing_reads_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a backup of several megabytes the list reads a few kilobytes."""
    sizes = []
    make_backup(tmp_path / NAME, os.urandom(3_000_000))
    real_read = archives._LimitedReader.read

    def read_and_count(file: Any, size: int = -1) -> bytes:
        data: bytes = real_read(file, size)
        sizes.append(len(data))
        return data

    monkeypatch.setattr(archives._LimitedReader, "read", read_and_count)
    assert [each.lines for each in list_backups(tmp_path)] == [1]
    assert 100 < sum(sizes) < 100_000


def test_listing_waits_for_no_pipe(tmp_path: Path) -> None:
    """The list skips a pipe, a device and a compression without a limit."""
    (tmp_path / "pi-bunco-0002-2026-01-05.zip").symlink_to("/dev/zero")
    make_backup(tmp_path / "pi-bunco-0003-2026-01-05.zip", method=zipfile.ZIP_LZMA)
    make_backup(tmp_path / "pi-bunco-0004-2026-01-05.zip")
    with make_pipe(tmp_path / NAME):
        assert [get_number(each) for each in list_backups(tmp_path)] == [4]


def test_large_log_is_restored(tmp_path: Path) -> None:
    """A large log that is compressed to a hundredth of its size is restored."""
    with Log(tmp_path / "old") as log:
        log.start({"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]})
        log.append([{"event": "bell", "by": "Ann" * 1000} for _ in range(2000)])
    backup = back_up(tmp_path / "old", tmp_path / "stick")
    assert backup
    assert backup.path.stat().st_size < 200_000
    restored = restore(backup.path, tmp_path / "new").backup
    assert (restored.lines, (tmp_path / "new" / FILE).stat().st_size > 5_000_000) == (2001, True)
