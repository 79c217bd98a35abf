"""A backup has everything that a new card needs, is complete, and is never made twice of the same state."""

import errno
import json
import os
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_bunco.files import bounded
from pi_bunco.settings.config import CALIBRATION
from pi_bunco.settings.house import get_house_folder
from pi_bunco.store import BackupTrouble, Log, LogTrouble, back_up, list_backups, package, restore
from pi_bunco.store.imported import add_imported, list_imported, read_imported
from tests.store.numbers import get_number

HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}


def bell(minute: int) -> dict[str, object]:
    return {"event": "bell", "time": f"2026-01-05T20:{minute:02}:00.000+00:00", "by": "Zoë 🎲"}


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def log(state: Path) -> Iterator[Log]:
    with Log(state) as log:
        log.start(HEADER)
        log.append([bell(15)])
        yield log


def test_backup_while_table_plays(log: Log, state: Path, tmp_path: Path) -> None:
    """The backup has the lines of the write-ahead log too; restored, it is the same record."""
    backup = back_up(state, tmp_path / "stick")
    assert backup
    assert (backup.games, backup.lines, backup.last, get_number(backup)) == (1, 2, "2026-01-05 20:15", 1)
    restore(backup.path, tmp_path / "new")
    with Log(tmp_path / "new") as again:
        assert again.record() == log.record()
        again.append([bell(16)])
    log.append([bell(17)])


def test_no_backup_without_change(log: Log, state: Path, tmp_path: Path) -> None:
    """A second backup is written only after another event or another calibration."""
    to = tmp_path / "stick"
    assert back_up(state, to)
    assert back_up(state, to) is None
    log.append([bell(16)])
    assert back_up(state, to)
    (state / CALIBRATION).write_bytes(b"mat")
    assert back_up(state, to)
    assert back_up(state, to) is None
    assert [get_number(each) for each in list_backups(to)] == [3, 2, 1]


@pytest.mark.usefixtures("log")
def test_backup_includes_calibration_and_sheets(state: Path, tmp_path: Path) -> None:
    """The backup includes the calibration and the house sheets, but no photos."""
    (state / CALIBRATION).write_bytes(b"mat")
    get_house_folder(state).mkdir()
    (get_house_folder(state) / "ours.toml").write_text("parent = 'classic'")
    (state / "photos").mkdir()
    (state / "photos/1-1.jpg").write_bytes(b"photo")
    backup = back_up(state, tmp_path / "stick")
    assert backup
    done = restore(backup.path, tmp_path / "new")
    assert sorted(done.restored_files) == ["calibration.zip", "sheets/ours.toml"]
    assert (tmp_path / "new" / CALIBRATION).read_bytes() == b"mat"
    assert (get_house_folder(tmp_path / "new") / "ours.toml").read_text() == "parent = 'classic'"
    assert not (tmp_path / "new/photos").exists()


@pytest.mark.usefixtures("log")
def test_backup_includes_what_the_host_has_set_up(state: Path, tmp_path: Path) -> None:
    """Calibrations, choices, sponsors and the league come back; what lets devices in does not."""
    (state / "sponsors").mkdir()
    kept = (
        "calibration-25.zip", "calibration-3.zip", "calibration.zip", "cameras.json", "league.json",
        "photos.json", "sound.json", "sponsors/0123456789abcdef.jpg",
    )  # fmt: skip
    for name in (*kept, "calibration-26.zip", "calibration-old.zip", "access.json", "sponsors/x.jpg"):
        (state / name).write_text(name)
    backup = back_up(state, tmp_path / "stick")
    assert backup
    done = restore(backup.path, tmp_path / "new")
    assert done.restored_files == kept
    for name in kept:
        assert (tmp_path / "new" / name).read_text() == name
    assert (tmp_path / "new/cameras.json").stat().st_mode & 0o077 == 0  # it may have a camera's password


@pytest.mark.usefixtures("log")
def test_backup_includes_evenings_of_other_pis(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their records come back without their photos; one too many, and what is no record, is left out."""
    monkeypatch.setattr("pi_bunco.store.backup.IMPORTED", 9)
    for number in range(9):
        add_imported(state, f"{number:016x}", [f'{{"number": {number}}}', "{}"], {})
    add_imported(state, "f" * 16, ["{}"], {"1-2.jpg": b"photo"})
    for left in ("imported/.making-x/record.jsonl", "imported/0000000000000003/.record.jsonl.new"):
        (state / left).parent.mkdir(exist_ok=True)
        (state / left).write_text("left by a power cut")
    backup = back_up(state, tmp_path / "stick")
    assert backup
    assert back_up(state, tmp_path / "stick") is None
    done = restore(backup.path, tmp_path / "new")
    assert len(done.restored_files) == len(list_imported(tmp_path / "new")) == 9
    assert read_imported(tmp_path / "new", f"{7:016x}") == ['{"number": 7}', "{}"]
    (tmp_path / "new/imported" / f"{7:016x}" / "record.jsonl").write_text("here")
    assert restore(backup.path, tmp_path / "new").skipped_files == (f"imported/{7:016x}/record.jsonl",)


@pytest.mark.usefixtures("log")
def test_two_records_that_change_places_are_a_change(state: Path, tmp_path: Path) -> None:
    """All of them have the same name, so their folders count."""
    for identity, line in (("a" * 16, '{"a": 1}'), ("b" * 16, '{"b": 1}')):
        add_imported(state, identity, [line], {})
    assert back_up(state, tmp_path / "stick")
    for identity, line in (("a" * 16, '{"b": 1}'), ("b" * 16, '{"a": 1}')):
        (state / "imported" / identity / "record.jsonl").write_text(line)
    assert back_up(state, tmp_path / "stick")


@pytest.mark.usefixtures("log")
def test_only_a_backup_with_evenings_of_other_pis_needs_this_version(state: Path, tmp_path: Path) -> None:
    """A program of before reads all others."""

    def read_version() -> int:
        backup = back_up(state, tmp_path / "stick")
        assert backup
        with zipfile.ZipFile(backup.path) as archive:
            return int(json.loads(archive.read("backup.json"))["version"])

    assert read_version() == 2
    add_imported(state, "a" * 16, ["{}"], {})
    assert read_version() == 3


def test_backup_order_ignores_clock(
    log: Log, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the clock jumps from 2031 to 1970, the newest backup is still the one with the highest number."""
    days = iter(["2031-12-31", "1970-01-01", "1970-01-02"])

    class Date:
        @staticmethod
        def today() -> "Date":
            return Date()

        def isoformat(self) -> str:
            return next(days)

    monkeypatch.setattr("pi_bunco.store.backup.date", Date)
    (state / CALIBRATION).write_bytes(b"mat")
    os.utime(state / CALIBRATION, (0, 0))
    for minute in range(3):
        log.append([bell(minute)])
        assert back_up(state, tmp_path / "stick")
    newest, *_ = list_backups(tmp_path / "stick")
    assert (get_number(newest), newest.lines) == (3, 5)
    assert newest.path.name == "pi-bunco-0003-1970-01-02.zip"


def test_oldest_backups_are_removed(log: Log, state: Path, tmp_path: Path) -> None:
    """The oldest backups are removed, but not the one with most lines, even after a new log has begun."""
    to = tmp_path / "stick"
    log.append([bell(minute) for minute in range(30)])
    full = back_up(state, to, most=3)
    assert full
    with Log(tmp_path / "fresh") as fresh:
        fresh.start(HEADER)
        for minute in range(6):
            fresh.append([bell(minute)])
            back_up(tmp_path / "fresh", to, most=3)
    assert [get_number(each) for each in list_backups(to)] == [7, 6, 5, get_number(full)]


def test_backup_without_log(tmp_path: Path) -> None:
    """Without a log no backup is made, and the error names the folder."""
    with pytest.raises(LogTrouble, match=f"No game was logged in {tmp_path}"):
        back_up(tmp_path, tmp_path / "stick")
    assert list_backups(tmp_path / "stick") == []


def test_backup_of_damaged_log_is_refused(state: Path, tmp_path: Path) -> None:
    """A log with a damaged page is refused by name; the last good backup stays the newest."""
    with Log(state) as log:
        log.start(HEADER)
        log.append([bell(minute % 60) for minute in range(500)])
    good = back_up(state, tmp_path / "stick")
    assert good
    content = bytearray((state / "log.sqlite3").read_bytes())
    assert len(content) > 5 * 4096
    content[3 * 4096 : 4 * 4096] = b"\xa5" * 4096
    (state / "log.sqlite3").write_bytes(content)
    with pytest.raises(LogTrouble, match=r"log\.sqlite3 is damaged.*pi-bunco restore"):
        back_up(state, tmp_path / "stick")
    assert [each.path for each in list_backups(tmp_path / "stick")] == [good.path]


@pytest.mark.usefixtures("log")
def test_full_stick_keeps_no_half_backup(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error about a full stick names the remedy, and no partial backup stays on it."""

    def raise_disk_full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pi_bunco.store.backup.fsync", raise_disk_full)
    with pytest.raises(BackupTrouble, match=r"stick \(the disk is full\).*--to"):
        back_up(state, tmp_path / "stick")
    assert list((tmp_path / "stick").iterdir()) == []


@pytest.mark.usefixtures("log")
@pytest.mark.parametrize(
    ("number", "message"),
    [
        (errno.EIO, r"Input/output error\)\. Take another stick .*pulled out"),
        (errno.EROFS, r"Read-only file system\)\. Take another stick .*repair"),
        (errno.EACCES, r"Permission denied\)\. Make room there or give write permission"),
    ],
)
def test_backup_on_pulled_out_stick(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, message: str
) -> None:
    """A missing or damaged stick is not reported as full, and the log's folder stays clean."""

    def pull_out(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("pi_bunco.store.backup.fsync", pull_out)
    with pytest.raises(BackupTrouble, match=message):
        back_up(state, tmp_path / "stick")
    assert not list(state.glob(".making*"))


@pytest.mark.usefixtures("log")
def test_backup_without_unreadable_calibration(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a damaged card cannot read the calibration, the backup is made without it."""
    (state / CALIBRATION).write_bytes(b"mat")
    get_house_folder(state).mkdir()
    (get_house_folder(state) / "ours.toml").write_text("parent = 'classic'")
    read = bounded.read

    def read_or_fail(path: Path, most: int) -> bytes:
        if path.name == CALIBRATION:
            raise OSError(errno.EIO, "Input/output error")
        return read(path, most)

    monkeypatch.setattr(bounded, "read", read_or_fail)
    backup = back_up(state, tmp_path / "stick")
    assert backup
    done = restore(backup.path, tmp_path / "new")
    assert (done.backup.lines, done.restored_files) == (2, ("sheets/ours.toml",))


def test_backup_removes_partial_files(log: Log, state: Path, tmp_path: Path) -> None:
    """Partial backups on the stick and beside the log, which a power cut has left, are removed."""
    assert log.game == 1
    (tmp_path / "stick").mkdir()
    (tmp_path / "stick/.making-pi-bunco-0007-2026-01-05.zip").write_bytes(b"half")
    (state / ".making-old").mkdir()
    (state / ".making-old/log.sqlite3").write_bytes(b"half")
    assert back_up(state, tmp_path / "stick")
    assert [path.name[:13] for path in (tmp_path / "stick").iterdir()] == ["pi-bunco-0001"]
    assert not list(state.glob(".making*"))


@pytest.mark.usefixtures("log")
def test_every_damaged_byte_is_noticed(state: Path, tmp_path: Path) -> None:
    """A backup with a changed byte, or cut off anywhere, is refused or has the same content."""
    backup = back_up(state, tmp_path / "stick")
    assert backup
    content = backup.path.read_bytes()
    bad = tmp_path / backup.path.name
    refused = 0
    for place in range(0, len(content), 7):
        for data in (
            content[:place],
            content[:place] + bytes([content[place] ^ 0x10]) + content[place + 1 :],
        ):
            bad.write_bytes(data)
            (tmp_path / "out").mkdir()
            try:
                unpacked = package.unpack(bad, tmp_path / "out")
            except (BackupTrouble, LogTrouble):
                refused += 1
            else:
                assert unpacked.content == backup.content
            for file in (tmp_path / "out").iterdir():
                file.unlink()
            (tmp_path / "out").rmdir()
    assert refused > len(content) // 7


@pytest.mark.parametrize(
    ("name", "data"), [("../evil", b""), ("sheets/../../x.toml", b""), ("/etc/passwd", b""), ("more", b"")]
)
def test_backup_with_foreign_files_is_refused(
    log: Log, state: Path, tmp_path: Path, name: str, data: bytes
) -> None:
    """A ZIP file to which somebody has added other files is refused, and nothing is written."""
    assert log.game == 1
    backup = back_up(state, tmp_path / "stick")
    assert backup
    with zipfile.ZipFile(backup.path, "a") as archive:
        archive.writestr(name, data)
    with pytest.raises(BackupTrouble, match="holds other things"):
        restore(backup.path, tmp_path / "new")
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["lock"]


def test_backup_from_newer_version_is_refused(tmp_path: Path) -> None:
    """A newer format of the backup, or of the log in it, is refused."""
    facts = '{"format": "pi-bunco backup", "version": 9, "games": 1, "lines": 1, "last": "", "content": ""}'
    path = tmp_path / "pi-bunco-0001-2026-01-05.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("backup.json", facts)
    with pytest.raises(BackupTrouble, match="newer pi-bunco"):
        package.read_facts(path)
    assert list_backups(tmp_path) == []
    Log(tmp_path / "state").close()
    with sqlite3.connect(tmp_path / "state/log.sqlite3") as other:
        other.execute("PRAGMA user_version = 9")
    other.close()
    with pytest.raises(LogTrouble, match=r"newer pi-bunco \(log version 9"):
        back_up(tmp_path / "state", tmp_path / "stick")


@pytest.mark.usefixtures("log")
def test_backup_skips_pipes_and_huge_files(state: Path, tmp_path: Path) -> None:
    """A pipe or a huge file among the sheets is left out of the backup, which does not wait for it."""
    get_house_folder(state).mkdir()
    (get_house_folder(state) / "ours.toml").write_text("parent = 'classic'")
    os.mkfifo(get_house_folder(state) / "pipe.toml")
    (get_house_folder(state) / "huge.toml").write_bytes(b"#" * 1_000_001)
    backup = back_up(state, tmp_path / "stick")
    assert backup
    with zipfile.ZipFile(backup.path) as archive:
        assert sorted(archive.namelist()) == ["backup.json", "log.sqlite3", "sheets/ours.toml"]
