"""A blank log is started over only where nothing knows of more than it has."""

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
    """Leave the folder of a table that was killed: its last events are in the write-ahead log alone."""
    with Log(tmp_path / "playing") as log:
        log.start(HEADER)
        log.append([{"event": "x:a", "number": number} for number in range(30)])
        shutil.copytree(tmp_path / "playing", tmp_path / "state")
    return tmp_path / "state"


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("lose", [empty, Path.unlink], ids=["empty", "missing"])
def test_a_blank_log_beside_its_write_ahead_log_is_not_started_over(state: Path, lose: object) -> None:
    """Nothing is opened, so nothing is deleted: not by a reader, and not by a table without a witness."""
    assert callable(lose)
    lose(state / LOG)
    journal = (state / JOURNAL).read_bytes()
    for opened in (read_record, Log):
        with pytest.raises(LogTrouble, match=r"is (empty|missing), but .* 31 .*restore --salvage"):
            opened(state)
        assert (state / JOURNAL).read_bytes() == journal
        (state / WITNESS).unlink(missing_ok=True)


@pytest.mark.parametrize("lose", [empty, Path.unlink], ids=["empty", "missing"])
def test_a_blank_log_of_which_nothing_is_lost_is_repaired(state: Path, lose: object) -> None:
    """The write-ahead log has it all, and the witness proves it: the table starts, and says what it did."""
    assert callable(lose)
    lose(state / LOG)
    with Log(state) as log:
        assert len(log.record()) == 31
        assert "The log was damaged, and is repaired: nothing is lost." in str(log.doubt)
        log.append([{"event": "x:later"}])
    assert (state / "replaced/0001" / JOURNAL).exists()
    with Log(state) as log:
        assert log.doubt is None


def test_a_blank_log_is_not_started_over_where_a_backup_knows_more(state: Path) -> None:
    """The backup is named, and how much it holds; a reader says the same."""
    back_up(state, state / BACKUPS)
    for file in state.glob("log.*"):
        file.unlink()
    with pytest.raises(LogTrouble, match=r"is missing, but the backup pi-bunco-0001-.* holds 31 lines"):
        Log(state)
    with pytest.raises(LogTrouble, match="is missing, but the backup"):
        read_record(state)


def test_a_blank_log_is_not_started_over_where_photos_know_more(tmp_path: Path) -> None:
    """A photo of a throw is there, and its throw is not."""
    Photos(tmp_path).save(np.zeros((4, 4, 3), np.uint8), 2, 17)
    with pytest.raises(LogTrouble, match="is missing, but there is a photo of event 17 of game 2"):
        Log(tmp_path)


def test_the_photo_of_an_event_that_was_never_logged_is_no_fault(tmp_path: Path) -> None:
    """A photo is taken first; the kill came between the two, in a log that has no witness yet."""
    make_log(tmp_path)
    append(tmp_path, 1, 0, ['{"record": "bunco/1"}', '{"event": "bell"}'])
    picture = cv2.imencode(".jpg", np.zeros((4, 4, 3), np.uint8))[1].tobytes()
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos/1-2.jpg").write_bytes(picture)
    with Log(tmp_path) as log:
        assert log.doubt is None


def test_an_old_log_that_may_lack_games_goes_on_and_says_so(tmp_path: Path) -> None:
    """Nobody can know whether it was begun anew on purpose: it opens, and the host hears of it."""
    with Log(tmp_path / "before") as log:
        log.start(HEADER)
        log.append([{"event": "x:a"}] * 9)
    back_up(tmp_path / "before", tmp_path / "state" / BACKUPS)
    make_log(tmp_path / "state")
    append(tmp_path / "state", 1, 0, ['{"record": "bunco/1"}'])
    with Log(tmp_path / "state") as log:
        assert log.doubt
        assert "may lack games: the backup pi-bunco-0001" in str(log.doubt)
        log.append([{"event": "bell"}])
    with Log(tmp_path / "state") as log:
        assert log.doubt is None  # from now on there is a witness


def test_another_log_in_its_place_is_refused(state: Path, tmp_path: Path) -> None:
    """A log that is whole, but is not the one that was shown, is not taken for it."""
    with Log(tmp_path / "other") as log:
        log.start(HEADER)
        log.append([{"event": "x:b"}] * 60)
    (state / JOURNAL).unlink()
    shutil.copy(tmp_path / "other" / LOG, state / LOG)
    with pytest.raises(LogTrouble, match="is not the log that was shown: event 30 of game 1 is another one"):
        Log(state)


def test_a_flipped_bit_in_the_write_ahead_log_is_noticed(state: Path) -> None:
    """SQLite passes over all that follows it; the witness does not."""
    frames = bytearray((state / JOURNAL).read_bytes())
    frames[len(frames) // 2] ^= 4
    (state / JOURNAL).write_bytes(frames)
    with pytest.raises(LogTrouble, match=r"was shown|is damaged"):
        read_record(state)


def test_a_log_that_grows_while_it_is_read_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader sees it as it is at one moment: a line that comes meanwhile is not one that is missing."""
    with Log(tmp_path) as log:
        log.start(HEADER)

        def grow(database: sqlite3.Connection) -> int:
            log.append([{"event": "x:meanwhile"}])
            return count(database)

        count = chain._count_seals
        monkeypatch.setattr(chain, "_count_seals", grow)
        with open_checked(tmp_path) as database:
            assert database.execute("SELECT count(*) FROM line").fetchone() == (2,)
