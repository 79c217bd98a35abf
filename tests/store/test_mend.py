"""A log whose files are taken away while a table plays: what was shown is there afterwards."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pi_bunco.store import BACKUPS, Log, LogTrouble, back_up, read_record
from pi_bunco.store.witness import Witness

HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}
FILE = "log.sqlite3"


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def log(state: Path) -> Iterator[Log]:
    with Log(state) as log:
        log.start(HEADER)
        log.append([{"event": "bell"}])
        yield log


def remove(*names: str) -> Callable[[Path], None]:
    def do(state: Path) -> None:
        for name in names:
            (state / name).unlink()

    return do


def move(state: Path) -> None:
    (state / FILE).rename(state / "elsewhere")


@pytest.mark.parametrize(
    "fault",
    [
        remove(FILE),
        remove(f"{FILE}-wal"),
        remove(f"{FILE}-shm"),
        remove(FILE, f"{FILE}-wal", f"{FILE}-shm", "lock"),
        move,
        shutil.rmtree,
    ],
    ids=["log", "journal", "shared", "all", "moved", "folder"],
)
def test_a_log_that_is_removed_is_put_back_with_all_that_it_held(
    log: Log, state: Path, fault: Callable[[Path], None]
) -> None:
    """The next event finds it gone: before and after it everything is in the place where it was."""
    fault(state)
    log.append([{"event": "x:after"}])
    log.append([{"event": "x:later"}])
    log.close()
    events = [json.loads(line).get("event") for line in read_record(state)]
    assert events == [None, "bell", "x:after", "x:later"]
    with Log(state) as again:
        assert len(again.record()) == 4


def test_a_log_that_is_put_back_is_held_again(log: Log, state: Path) -> None:
    """Nobody else can play in a folder that was emptied and is filled again."""
    shutil.rmtree(state)
    log.append([{"event": "x:after"}])
    with pytest.raises(LogTrouble, match="Another pi-bunco is playing"):
        Log(state)


def test_another_file_in_the_log_s_place_is_not_written_over(log: Log, state: Path) -> None:
    """Nothing is logged then, and the sentence says what to do; once the old one is back, it goes on."""
    move(state)
    (state / FILE).write_bytes(b"somebody's file")
    with pytest.raises(LogTrouble, match=r"Another file was put in the place of .*start pi-bunco again"):
        log.append([{"event": "x:after"}])
    assert (state / FILE).read_bytes() == b"somebody's file"
    (state / "elsewhere").replace(state / FILE)
    log.append([{"event": "x:after"}])
    assert [line.get("event") for line in log.record()] == [None, "bell", "x:after"]


def test_a_log_that_cannot_be_put_back_is_told_of_and_kept(
    log: Log, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a disk that takes nothing the page hears why; what was logged is not lost meanwhile."""
    remove(FILE)(state)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("pi_bunco.store.mend.fsync", full)
        with pytest.raises(
            LogTrouble, match=r"was removed .* cannot be put back \(No space left on device\)"
        ):
            log.append([{"event": "x:after"}])
    assert len(log.record()) == 2
    log.append([{"event": "x:after"}])
    assert len(read_record(state)) == 3


def cut(*names: str) -> Callable[[Path], None]:
    def do(state: Path) -> None:
        for name in names:
            os.truncate(state / name, (state / name).stat().st_size // 3 if name == FILE else 0)

    return do


@pytest.mark.parametrize(
    "fault", [cut(FILE), cut(f"{FILE}-wal"), cut(FILE, f"{FILE}-wal")], ids=["log", "journal", "both"]
)
def test_a_log_that_is_cut_short_in_place_is_written_again(
    log: Log, state: Path, fault: Callable[[Path], None]
) -> None:
    """The files are the same ones, and shorter: the next event finds it, and nothing of the game is lost."""
    log.append([{"event": "x:before", "number": number} for number in range(40)])
    fault(state)
    log.append([{"event": "x:after"}])
    assert len(log.record()) == 43
    log.close()
    with Log(state) as again:
        assert [line.get("event") for line in again.record()[-2:]] == ["x:before", "x:after"]
        assert len(again.record()) == 43


def test_a_log_that_is_cut_short_takes_earlier_games_from_a_backup(log: Log, state: Path) -> None:
    """What neither the files nor the table's memory has comes from the table's own backups."""
    log.start(HEADER)
    back_up(state, state / BACKUPS)
    log.append([{"event": "x:before"}])
    cut(FILE, f"{FILE}-wal")(state)
    log.append([{"event": "x:after"}])
    assert len(read_record(state, 1)) == 2
    assert len(read_record(state, 2)) == 3


def test_earlier_games_that_are_lost_are_said_once(log: Log, state: Path) -> None:
    """The event that finds it is refused with what is gone; the game goes on, whole, and opens again."""
    log.start(HEADER)
    log.append([{"event": "x:before"}])
    log._database.execute("PRAGMA shrink_memory")  # SQLite remembers no page
    for name in (FILE, f"{FILE}-wal"):
        os.truncate(state / name, 0)
    with pytest.raises(
        LogTrouble, match="was cut short while the table plays: 2 lines of earlier games are lost"
    ):
        log.append([{"event": "x:after"}])
    assert len(log.record()) == 2
    log.append([{"event": "x:after"}])
    log.close()
    with Log(state) as again:
        assert (again.game, len(again.record())) == (2, 3)
    with pytest.raises(LogTrouble, match="has lost game 1"):
        read_record(state, 1)


@pytest.mark.parametrize(
    "fault", [shutil.rmtree, remove(FILE), cut(FILE, f"{FILE}-wal")], ids=["folder", "log", "cut"]
)
def test_a_log_that_is_removed_is_there_after_the_end(
    log: Log, state: Path, fault: Callable[[Path], None]
) -> None:
    """A table that is stopped before its next event writes back what it has."""
    log.append([{"event": "x:before"}])
    fault(state)
    log.close()
    assert len(read_record(state)) == 3
    shown = Witness(state).read()
    assert shown
    assert shown.lines == 3
    with Log(state) as again:
        again.append([{"event": "x:after"}])


def test_a_log_that_cannot_be_written_back_at_the_end_says_so(log: Log, state: Path) -> None:
    """Where its folder was is somebody's file: the end is a sentence, and everything is let go of."""
    shutil.rmtree(state)
    state.write_text("somebody's file")
    with pytest.raises(LogTrouble, match="cannot be put back"):
        log.close()
    state.unlink()
    with Log(state) as again:
        assert again.game == 0


def test_a_log_that_the_disk_does_not_give_is_a_sentence(log: Log) -> None:
    """Reading fails as clearly as writing does."""
    log._database.close()
    with pytest.raises(LogTrouble, match=r"log\.sqlite3 cannot be used"):
        log.record()
