"""A blank log is replaced by a new one only if nothing shows that it had lines."""

import shutil
import sqlite3
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_bunco.store import BACKUPS, Log, LogTrouble, Photos, back_up, chain, read_record
from pi_bunco.store.examine import open_checked
from tests.store.early import append, make_log

HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}
LOG, JOURNAL, WITNESS = "log.sqlite3", "log.sqlite3-wal", "log.witness"


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Return the folder of a killed table whose last events are only in the write-ahead log."""
    with Log(tmp_path / "playing") as log:
        log.start(HEADER)
        log.append([{"event": "x:a", "number": number} for number in range(30)])
        shutil.copytree(tmp_path / "playing", tmp_path / "state")
    return tmp_path / "state"


def empty_file(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("lose", [empty_file, Path.unlink], ids=["empty", "missing"])
def test_blank_log_beside_journal_is_refused(state: Path, lose: object) -> None:
    """Neither a reader nor a table opens the blank log, so nothing is deleted."""
    assert callable(lose)
    lose(state / LOG)
    journal = (state / JOURNAL).read_bytes()
    for open_log in (read_record, Log):
        with pytest.raises(LogTrouble, match=r"is (empty|missing), but .* 31 .*restore --salvage"):
            open_log(state)
        assert (state / JOURNAL).read_bytes() == journal
        (state / WITNESS).unlink(missing_ok=True)


@pytest.mark.parametrize("lose", [empty_file, Path.unlink], ids=["empty", "missing"])
def test_blank_log_is_repaired_from_journal(state: Path, lose: object) -> None:
    """If the write-ahead log has all lines up to the witness, the table starts and reports the repair."""
    assert callable(lose)
    lose(state / LOG)
    with Log(state) as log:
        assert len(log.record()) == 31
        assert "The log was damaged, and is repaired: nothing is lost." in str(log.warning)
        log.append([{"event": "x:later"}])
    assert (state / "replaced/0001" / JOURNAL).exists()
    with Log(state) as log:
        assert log.warning is None


def test_blank_log_beside_backup_is_refused(state: Path) -> None:
    """A table and a reader name the backup and its number of lines."""
    back_up(state, state / BACKUPS)
    for file in state.glob("log.*"):
        file.unlink()
    with pytest.raises(LogTrouble, match=r"is missing, but the backup pi-bunco-0001-.* holds 31 lines"):
        Log(state)
    with pytest.raises(LogTrouble, match="is missing, but the backup"):
        read_record(state)


def test_missing_log_beside_photo_is_refused(tmp_path: Path) -> None:
    """If there is a photo of an event, a missing log is refused."""
    Photos(tmp_path).save(b"a JPEG file", 2, 17)
    with pytest.raises(LogTrouble, match="is missing, but there is a photo of event 17 of game 2"):
        Log(tmp_path)


def test_photo_of_unlogged_event_is_no_fault(tmp_path: Path) -> None:
    """A kill between a photo and its event leaves no doubt about a log without a witness."""
    make_log(tmp_path)
    append(tmp_path, 1, 0, ['{"record": "bunco/1"}', '{"event": "bell"}'])
    picture = cv2.imencode(".jpg", np.zeros((4, 4, 3), np.uint8))[1].tobytes()
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos/1-2.jpg").write_bytes(picture)
    with Log(tmp_path) as log:
        assert log.warning is None


def test_doubt_about_log_without_witness(tmp_path: Path) -> None:
    """A log without a witness is opened with a warning if a backup has more lines."""
    with Log(tmp_path / "before") as log:
        log.start(HEADER)
        log.append([{"event": "x:a"}] * 9)
    back_up(tmp_path / "before", tmp_path / "state" / BACKUPS)
    make_log(tmp_path / "state")
    append(tmp_path / "state", 1, 0, ['{"record": "bunco/1"}'])
    with Log(tmp_path / "state") as log:
        assert log.warning
        assert "may lack games: the backup pi-bunco-0001" in str(log.warning)
        log.append([{"event": "bell"}])
    with Log(tmp_path / "state") as log:
        assert log.warning  # until it has as many lines
        log.append([{"event": "x:b"}] * 8)
    with Log(tmp_path / "state") as log:
        assert log.warning is None


def test_foreign_log_is_refused(state: Path, tmp_path: Path) -> None:
    """A complete log that is not the one that was shown is refused."""
    with Log(tmp_path / "other") as log:
        log.start(HEADER)
        log.append([{"event": "x:b"}] * 60)
    (state / JOURNAL).unlink()
    shutil.copy(tmp_path / "other" / LOG, state / LOG)
    with pytest.raises(LogTrouble, match="is not the log that the pages showed: event 30 of game 1 differs"):
        Log(state)


def test_flipped_bit_in_journal_is_noticed(state: Path) -> None:
    """SQLite silently skips the rest of a damaged write-ahead log, but the witness shows the loss."""
    frames = bytearray((state / JOURNAL).read_bytes())
    frames[len(frames) // 2] ^= 4
    (state / JOURNAL).write_bytes(frames)
    with pytest.raises(LogTrouble, match=r"the pages showed|is damaged"):
        read_record(state)


def test_log_may_grow_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader sees the log at one moment, so a new line is not reported as missing."""
    with Log(tmp_path) as log:
        log.start(HEADER)

        def grow(database: sqlite3.Connection) -> int:
            log.append([{"event": "x:meanwhile"}])
            return count(database)

        count = chain._count_seals
        monkeypatch.setattr(chain, "_count_seals", grow)
        with open_checked(tmp_path) as database:
            assert database.execute("SELECT count(*) FROM line").fetchone() == (2,)
