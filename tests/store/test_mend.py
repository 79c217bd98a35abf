"""A log whose files are removed or cut short while a table plays keeps all that was shown."""

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
    def remove_files(state: Path) -> None:
        for name in names:
            (state / name).unlink()

    return remove_files


def move_log(state: Path) -> None:
    (state / FILE).rename(state / "elsewhere")


@pytest.mark.parametrize(
    "fault",
    [
        remove(FILE),
        remove(f"{FILE}-wal"),
        remove(f"{FILE}-shm"),
        remove(FILE, f"{FILE}-wal", f"{FILE}-shm", "lock"),
        move_log,
        shutil.rmtree,
    ],
    ids=["log", "journal", "shared", "all", "moved", "folder"],
)
def test_removed_log_is_written_again(log: Log, state: Path, fault: Callable[[Path], None]) -> None:
    """The next event writes the removed log again, with all lines, in its old place."""
    fault(state)
    log.append([{"event": "x:after"}])
    log.append([{"event": "x:later"}])
    log.close()
    events = [json.loads(line).get("event") for line in read_record(state)]
    assert events == [None, "bell", "x:after", "x:later"]
    with Log(state) as again:
        assert len(again.record()) == 4


def test_log_that_is_written_again_is_locked(log: Log, state: Path) -> None:
    """After a removed folder is written again, no other table can play in it."""
    shutil.rmtree(state)
    log.append([{"event": "x:after"}])
    with pytest.raises(LogTrouble, match="Another pi-bunco is playing"):
        Log(state)


def test_foreign_file_is_not_overwritten(log: Log, state: Path) -> None:
    """A foreign file in the log's place stops logging until the old file is back."""
    move_log(state)
    (state / FILE).write_bytes(b"somebody's file")
    with pytest.raises(LogTrouble, match=r"Another file was put in the place of .*start pi-bunco again"):
        log.append([{"event": "x:after"}])
    assert (state / FILE).read_bytes() == b"somebody's file"
    (state / "elsewhere").replace(state / FILE)
    log.append([{"event": "x:after"}])
    assert [line.get("event") for line in log.record()] == [None, "bell", "x:after"]


def test_removed_log_on_full_disk(log: Log, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk the error gives the reason, and the lines are not lost meanwhile."""
    remove(FILE)(state)

    def raise_disk_full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("pi_bunco.store.mend.fsync", raise_disk_full)
        with pytest.raises(LogTrouble, match=r"was removed .* cannot be put back \(the disk is full\)"):
            log.append([{"event": "x:after"}])
    assert len(log.record()) == 2
    log.append([{"event": "x:after"}])
    assert len(read_record(state)) == 3


def cut(*names: str) -> Callable[[Path], None]:
    def cut_files(state: Path) -> None:
        for name in names:
            os.truncate(state / name, (state / name).stat().st_size // 3 if name == FILE else 0)

    return cut_files


@pytest.mark.parametrize(
    "fault", [cut(FILE), cut(f"{FILE}-wal"), cut(FILE, f"{FILE}-wal")], ids=["log", "journal", "both"]
)
def test_shortened_log_is_written_again(log: Log, state: Path, fault: Callable[[Path], None]) -> None:
    """If the files were cut short, the next event writes all lines of the game again."""
    log.append([{"event": "x:before", "number": number} for number in range(40)])
    fault(state)
    log.append([{"event": "x:after"}])
    assert len(log.record()) == 43
    log.close()
    with Log(state) as again:
        assert [line.get("event") for line in again.record()[-2:]] == ["x:before", "x:after"]
        assert len(again.record()) == 43


def test_shortened_log_takes_earlier_games_from_backup(log: Log, state: Path) -> None:
    """Earlier games that the files no longer contain come from the table's backups."""
    log.start(HEADER)
    back_up(state, state / BACKUPS)
    log.append([{"event": "x:before"}])
    cut(FILE, f"{FILE}-wal")(state)
    log.append([{"event": "x:after"}])
    assert len(read_record(state, 1)) == 2
    assert len(read_record(state, 2)) == 3


def test_lost_earlier_games_are_reported_once(log: Log, state: Path) -> None:
    """One event is refused with the number of lost lines; then the game goes on complete."""
    log.start(HEADER)
    log.append([{"event": "x:before"}])
    log._database.execute("PRAGMA shrink_memory")  # SQLite remembers no page
    for name in (FILE, f"{FILE}-wal"):
        os.truncate(state / name, 0)
    with pytest.raises(
        LogTrouble, match="was cut short while the table was playing: 2 lines of earlier games are lost"
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
def test_closing_writes_removed_log_again(log: Log, state: Path, fault: Callable[[Path], None]) -> None:
    """A table that is stopped before its next event writes the log again."""
    log.append([{"event": "x:before"}])
    fault(state)
    log.close()
    assert len(read_record(state)) == 3
    head = Witness(state).read()
    assert head
    assert head.lines == 3
    with Log(state) as again:
        again.append([{"event": "x:after"}])


def test_closing_reports_foreign_file_in_place_of_folder(log: Log, state: Path) -> None:
    """If a file is in the folder's place, closing reports it and releases everything."""
    shutil.rmtree(state)
    state.write_text("somebody's file")
    with pytest.raises(LogTrouble, match="cannot be put back"):
        log.close()
    state.unlink()
    with Log(state) as again:
        assert again.game == 0


def test_unreadable_log_is_trouble(log: Log) -> None:
    """An error while reading is reported as clearly as one while writing."""
    log._database.close()
    with pytest.raises(LogTrouble, match=r"log\.sqlite3 cannot be used"):
        log.record()
