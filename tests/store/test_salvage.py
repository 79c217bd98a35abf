"""What can be saved of a damaged log is genuine, in order, and as much as its sources have together."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pi_bunco.store import BACKUPS, BackupTrouble, Log, LogTrouble, back_up, read_record, salvage
from tests.store.damage import JOURNAL, LOG, lines
from tests.store.early import append, make_log, meddle

HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}


def played(folder: Path, *games: int, backup_at: int = -1) -> None:
    """Log games of so many events, with a backup in the midst of the last, and kill the table."""
    with Log(folder / "playing") as log:
        for number, events in enumerate(games):
            log.start(HEADER)
            for event in range(events):
                if number == len(games) - 1 and event == backup_at:
                    back_up(folder / "playing", folder / "playing" / BACKUPS)
                log.append([{"event": "x:a", "number": event, "text": "x" * 200}])
        shutil.copytree(folder / "playing", folder / "state")


def flip(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


def test_all_is_saved_behind_a_damaged_frame_of_the_write_ahead_log(tmp_path: Path) -> None:
    """SQLite passes over the rest of such a file; later copies of the same page have it all."""
    played(tmp_path, 100)
    state = tmp_path / "state"
    flip(state / JOURNAL, (state / JOURNAL).stat().st_size // 3)
    saved, aside = salvage(state)
    assert (len(saved.rows), saved.shown, saved.lost) == (101, 101, 0)
    assert aside == state / "replaced/0001"
    assert (aside / JOURNAL).exists()
    assert read_record(state) == read_record(tmp_path / "playing")
    with Log(state) as log:
        log.append([{"event": "bell"}])


def test_all_is_saved_of_an_emptied_log_whose_write_ahead_log_is_there(tmp_path: Path) -> None:
    """Without a backup, and without a witness too."""
    played(tmp_path, 20, 30)
    state = tmp_path / "state"
    (state / LOG).write_bytes(b"")
    (state / "log.witness").unlink()
    saved, _ = salvage(state)
    assert (len(saved.rows), saved.shown) == (52, 0)
    assert lines(state / LOG) == lines(tmp_path / "playing" / LOG)


def test_a_backup_and_what_came_after_it_are_put_together(tmp_path: Path) -> None:
    """The log has lost its beginning, and the backup has no end: together they are all of it."""
    played(tmp_path, 40, 80, backup_at=50)
    state = tmp_path / "state"
    with Log(state):
        pass  # takes the write-ahead log over
    pages = bytearray((state / LOG).read_bytes())
    first = pages.index(b'"number": 3,')
    pages[first - first % 4096 : first - first % 4096 + 4096] = bytes(4096)
    (state / LOG).write_bytes(pages)
    with pytest.raises(
        LogTrouble, match=r"122 of 122 lines: .*--salvage.*; or put back the backup with 92 lines"
    ):
        read_record(state)
    saved, _ = salvage(state)
    assert saved.lost == 0
    assert lines(state / LOG) == lines(tmp_path / "playing" / LOG)


def test_a_game_is_saved_up_to_its_hole(tmp_path: Path) -> None:
    """What follows a lost event would be scored wrongly, so it stays behind; other games are whole."""
    played(tmp_path, 10, 20, 10)
    state = tmp_path / "state"
    meddle(
        state, "DELETE FROM line WHERE game = 2 AND seq = 7", "DELETE FROM seal WHERE game = 2 AND seq = 7"
    )
    saved, _ = salvage(state)
    assert saved.lost == 14
    assert [len(read_record(state, game)) for game in (1, 2, 3)] == [11, 7, 11]


def test_a_changed_line_is_not_saved(tmp_path: Path) -> None:
    """A die that somebody has turned in the file is no throw; with a backup the true one comes back."""
    for backup_at, count in ((-1, 6), (15, 21)):
        folder = tmp_path / str(backup_at)
        folder.mkdir()
        played(folder, 20, backup_at=backup_at)
        meddle(folder / "state", "UPDATE line SET body = replace(body, '5', '6') WHERE seq = 6")
        salvage(folder / "state")
        saved = read_record(folder / "state")
        assert saved == read_record(folder / "playing")[:count]


def test_lines_that_have_lost_their_seals_are_saved_where_a_later_seal_stands_for_them(
    tmp_path: Path,
) -> None:
    """The witness stands for the last ones."""
    played(tmp_path, 20)
    meddle(tmp_path / "state", "DELETE FROM seal WHERE seq > 11")
    saved, _ = salvage(tmp_path / "state")
    assert saved.lost == 0


def test_a_log_of_the_first_version_is_saved_as_far_as_it_can_be_read(tmp_path: Path) -> None:
    """It has no seals to go by."""
    make_log(tmp_path)
    append(tmp_path, 1, 0, ['{"record": "bunco/1"}', '{"event": "bell"}', '{"event": "x:a"}'])
    append(tmp_path, 1, 4, ['{"event": "x:b"}'])
    saved, _ = salvage(tmp_path)
    assert [row.seq for row in saved.rows] == [0, 1, 2]


def lose_all(state: Path) -> None:
    for name in (LOG, JOURNAL):
        (state / name).write_bytes(b"\0" * 9000)


def lose_log(state: Path) -> None:
    for name in (LOG, JOURNAL):
        (state / name).unlink()


@pytest.mark.parametrize("lose", [lose_all, lose_log])
def test_where_nothing_can_be_saved_nothing_is_changed(tmp_path: Path, lose: Callable[[Path], None]) -> None:
    """A table does not begin anew by that either."""
    played(tmp_path, 20)
    state = tmp_path / "state"
    lose(state)
    before = {file.name: file.read_bytes() for file in state.glob("log.*")}
    with pytest.raises(BackupTrouble, match="Nothing can be saved of the log in"):
        salvage(state)
    assert {file.name: file.read_bytes() for file in state.glob("log.*")} == before
    with pytest.raises(LogTrouble, match="Nothing of it can be saved here"):
        Log(state)


def test_a_strange_log_is_not_taken_for_the_table_s_own(tmp_path: Path) -> None:
    """Where a backup of the table's own history is there, another table's log is left aside."""
    played(tmp_path, 30, backup_at=20)
    state = tmp_path / "state"
    (tmp_path / "other").mkdir()
    played(tmp_path / "other", 3, 50)
    (state / JOURNAL).unlink()
    shutil.copy(tmp_path / "other/state" / LOG, state / LOG)
    shutil.copy(tmp_path / "other/state" / JOURNAL, state / JOURNAL)
    saved, _ = salvage(state)
    assert len(saved.rows) == 21
    assert read_record(state) == read_record(tmp_path / "playing")[:21]


def test_a_system_that_takes_no_scratch_folder_is_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a read-only system the table's own folder serves; on a full one the plain remedy is said."""
    played(tmp_path, 20)
    state = tmp_path / "state"
    (state / LOG).write_bytes(b"")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(LogTrouble, match="21 of 21 lines"):
        read_record(state)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryDirectory", full)
    with pytest.raises(LogTrouble, match="Put a backup in its place: pi-bunco restore"):
        Log(state)
