"""A backup holds all that counts, is whole, and is never made twice of the same."""

import errno
import os
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_bunco import bounded
from pi_bunco.house import get_house_folder
from pi_bunco.store import BackupTrouble, Log, LogTrouble, back_up, list_backups, package, restore
from pi_bunco.vision.calibrate.file import NAME as CALIBRATION
from tests.store.numbers import number

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


def test_backup_holds_what_was_logged_while_the_table_plays(log: Log, state: Path, tmp_path: Path) -> None:
    """What is in the write-ahead log alone is in the backup; put back, it is the same record."""
    made = back_up(state, tmp_path / "stick")
    assert made
    assert (made.games, made.lines, made.last, number(made)) == (1, 2, "2026-01-05 20:15", 1)
    restore(made.path, tmp_path / "new")
    with Log(tmp_path / "new") as again:
        assert again.record() == log.record()
        again.append([bell(16)])
    log.append([bell(17)])


def test_backup_is_made_only_of_something_new(log: Log, state: Path, tmp_path: Path) -> None:
    """Asked again it writes nothing; one more event, or another calibration, is something new."""
    to = tmp_path / "stick"
    assert back_up(state, to)
    assert back_up(state, to) is None
    log.append([bell(16)])
    assert back_up(state, to)
    (state / CALIBRATION).write_bytes(b"mat")
    assert back_up(state, to)
    assert back_up(state, to) is None
    assert [number(each) for each in list_backups(to)] == [3, 2, 1]


@pytest.mark.usefixtures("log")
def test_backup_takes_along_the_calibration_and_the_sheets(state: Path, tmp_path: Path) -> None:
    """A new card has the mat and the house's rules again; photos stay behind."""
    (state / CALIBRATION).write_bytes(b"mat")
    get_house_folder(state).mkdir()
    (get_house_folder(state) / "ours.toml").write_text("parent = 'classic'")
    (state / "photos").mkdir()
    (state / "photos/1-1.jpg").write_bytes(b"photo")
    made = back_up(state, tmp_path / "stick")
    assert made
    done = restore(made.path, tmp_path / "new")
    assert sorted(done.beside) == ["calibration.zip", "sheets/ours.toml"]
    assert (tmp_path / "new" / CALIBRATION).read_bytes() == b"mat"
    assert (get_house_folder(tmp_path / "new") / "ours.toml").read_text() == "parent = 'classic'"
    assert not (tmp_path / "new/photos").exists()


def test_backup_goes_by_numbers_and_not_by_the_clock(
    log: Log, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that jumps from 2031 back to 1970 makes no older backup the newest, and stops none."""
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
    assert (number(newest), newest.lines) == (3, 5)
    assert newest.path.name == "pi-bunco-0003-1970-01-02.zip"


def test_backup_lets_the_oldest_go_but_not_the_fullest(log: Log, state: Path, tmp_path: Path) -> None:
    """A card that was lost and began a new log does not push out the backup with all the games."""
    to = tmp_path / "stick"
    log.append([bell(minute) for minute in range(30)])
    full = back_up(state, to, most=3)
    assert full
    with Log(tmp_path / "fresh") as fresh:
        fresh.start(HEADER)
        for minute in range(6):
            fresh.append([bell(minute)])
            back_up(tmp_path / "fresh", to, most=3)
    assert [number(each) for each in list_backups(to)] == [7, 6, 5, number(full)]


def test_backup_of_nothing_says_so(tmp_path: Path) -> None:
    """Without a log nothing is made, and the sentence names the folder."""
    with pytest.raises(LogTrouble, match=f"No game was logged in {tmp_path}"):
        back_up(tmp_path, tmp_path / "stick")
    assert list_backups(tmp_path / "stick") == []


def test_backup_of_a_damaged_log_is_refused(state: Path, tmp_path: Path) -> None:
    """A log with a page of rubbish is named; the good backup that is there stays the newest."""
    with Log(state) as log:
        log.start(HEADER)
        log.append([bell(minute % 60) for minute in range(500)])
    good = back_up(state, tmp_path / "stick")
    assert good
    whole = bytearray((state / "log.sqlite3").read_bytes())
    assert len(whole) > 5 * 4096
    whole[3 * 4096 : 4 * 4096] = b"\xa5" * 4096
    (state / "log.sqlite3").write_bytes(whole)
    with pytest.raises(LogTrouble, match=r"log\.sqlite3 is damaged.*pi-bunco restore"):
        back_up(state, tmp_path / "stick")
    assert [each.path for each in list_backups(tmp_path / "stick")] == [good.path]


@pytest.mark.usefixtures("log")
def test_backup_that_is_not_taken_leaves_nothing(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full stick is told of with the remedy, and has no half a backup on it."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pi_bunco.store.package.fsync", full)
    with pytest.raises(BackupTrouble, match=r"stick \(No space left on device\).*--to"):
        back_up(state, tmp_path / "stick")
    assert list((tmp_path / "stick").iterdir()) == []


@pytest.mark.usefixtures("log")
@pytest.mark.parametrize(
    ("number", "says"),
    [
        (errno.EIO, r"Input/output error\)\. Take another stick .*pulled out"),
        (errno.EROFS, r"Read-only file system\)\. Take another stick .*repair"),
        (errno.EACCES, r"Permission denied\)\. Make room there or give write permission"),
    ],
)
def test_backup_on_a_stick_that_was_pulled_out_says_what_to_do(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, says: str
) -> None:
    """A stick that is gone, or damaged by that, is not called full; the log's own folder is left clean."""

    def pulled(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("pi_bunco.store.package.fsync", pulled)
    with pytest.raises(BackupTrouble, match=says):
        back_up(state, tmp_path / "stick")
    assert not list(state.glob(".making*"))


@pytest.mark.usefixtures("log")
def test_backup_goes_without_what_cannot_be_read(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A calibration that a damaged card does not give keeps no game out of the backup."""
    (state / CALIBRATION).write_bytes(b"mat")
    get_house_folder(state).mkdir()
    (get_house_folder(state) / "ours.toml").write_text("parent = 'classic'")
    whole = bounded.read

    def damaged(path: Path, most: int) -> bytes:
        if path.name == CALIBRATION:
            raise OSError(errno.EIO, "Input/output error")
        return whole(path, most)

    monkeypatch.setattr(bounded, "read", damaged)
    made = back_up(state, tmp_path / "stick")
    assert made
    done = restore(made.path, tmp_path / "new")
    assert (done.backup.lines, done.beside) == (2, ("sheets/ours.toml",))


def test_backup_sweeps_up_what_a_pulled_plug_has_left(log: Log, state: Path, tmp_path: Path) -> None:
    """Half a backup on the stick and half a copy beside the log are gone with the next one."""
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
    """Whichever byte of a backup is changed, or wherever it is cut off: it is refused, or holds the same."""
    made = back_up(state, tmp_path / "stick")
    assert made
    whole = made.path.read_bytes()
    bad = tmp_path / made.path.name
    refused = 0
    for place in range(0, len(whole), 7):
        for data in (whole[:place], whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :]):
            bad.write_bytes(data)
            (tmp_path / "out").mkdir()
            try:
                held = package.unpack(bad, tmp_path / "out")
            except (BackupTrouble, LogTrouble):
                refused += 1
            else:
                assert held.content == made.content
            for file in (tmp_path / "out").iterdir():
                file.unlink()
            (tmp_path / "out").rmdir()
    assert refused > len(whole) // 7


@pytest.mark.parametrize(
    ("name", "data"), [("../evil", b""), ("sheets/../../x.toml", b""), ("/etc/passwd", b""), ("more", b"")]
)
def test_backup_with_strange_things_in_it_is_refused(
    log: Log, state: Path, tmp_path: Path, name: str, data: bytes
) -> None:
    """A ZIP that somebody has put other things into writes nothing anywhere."""
    assert log.game == 1
    made = back_up(state, tmp_path / "stick")
    assert made
    with zipfile.ZipFile(made.path, "a") as archive:
        archive.writestr(name, data)
    with pytest.raises(BackupTrouble, match="holds other things"):
        restore(made.path, tmp_path / "new")
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["lock"]


def test_backup_from_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    """Both the file's own form and the log in it may be newer than this pi-bunco."""
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
def test_backup_leaves_out_what_is_no_file(state: Path, tmp_path: Path) -> None:
    """A pipe or a huge file where a sheet should be keeps no games out of a backup, and nobody waiting."""
    get_house_folder(state).mkdir()
    (get_house_folder(state) / "ours.toml").write_text("parent = 'classic'")
    os.mkfifo(get_house_folder(state) / "pipe.toml")
    (get_house_folder(state) / "huge.toml").write_bytes(b"#" * 1_000_001)
    made = back_up(state, tmp_path / "stick")
    assert made
    with zipfile.ZipFile(made.path) as archive:
        assert sorted(archive.namelist()) == ["backup.json", "log.sqlite3", "sheets/ours.toml"]
