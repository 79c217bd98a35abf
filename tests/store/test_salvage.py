"""Salvage of a damaged log: the saved lines are genuine, in order, and as many as all sources have."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pi_bunco.store import BACKUPS, BackupTrouble, Log, LogTrouble, back_up, read_record, salvage
from tests.store.damage import JOURNAL, LOG, read_lines
from tests.store.early import append, change_log, make_log

HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}


def play_and_kill(folder: Path, *games: int, backup_at: int = -1) -> None:
    """Log games with these numbers of events and a backup during the last game, and kill the table."""
    with Log(folder / "playing") as log:
        for number, events in enumerate(games):
            log.start(HEADER)
            for event in range(events):
                if number == len(games) - 1 and event == backup_at:
                    back_up(folder / "playing", folder / "playing" / BACKUPS)
                log.append([{"event": "x:a", "number": event, "text": "x" * 200}])
        shutil.copytree(folder / "playing", folder / "state")


def flip_bit(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


def test_damaged_frame_of_journal(tmp_path: Path) -> None:
    """SQLite skips the rest of the write-ahead log, but its later pages have all lines."""
    play_and_kill(tmp_path, 100)
    state = tmp_path / "state"
    flip_bit(state / JOURNAL, (state / JOURNAL).stat().st_size // 3)
    saved, aside = salvage(state)
    assert (len(saved.rows), saved.shown, saved.lost) == (101, 101, 0)
    assert aside == state / "replaced/0001"
    assert (aside / JOURNAL).exists()
    assert read_record(state) == read_record(tmp_path / "playing")
    with Log(state) as log:
        log.append([{"event": "bell"}])


def test_emptied_log_with_journal(tmp_path: Path) -> None:
    """All lines are saved from the write-ahead log, without a backup and without a witness."""
    play_and_kill(tmp_path, 20, 30)
    state = tmp_path / "state"
    (state / LOG).write_bytes(b"")
    (state / "log.witness").unlink()
    saved, _ = salvage(state)
    assert (len(saved.rows), saved.shown) == (52, 0)
    assert read_lines(state / LOG) == read_lines(tmp_path / "playing" / LOG)


def test_log_and_backup_are_combined(tmp_path: Path) -> None:
    """The log has lost its beginning and the backup lacks the end; together they have all lines."""
    play_and_kill(tmp_path, 40, 80, backup_at=50)
    state = tmp_path / "state"
    with Log(state):
        pass  # merges the write-ahead log
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
    assert read_lines(state / LOG) == read_lines(tmp_path / "playing" / LOG)


def test_a_game_is_saved_up_to_its_hole(tmp_path: Path) -> None:
    """Lines after a lost event would be scored wrongly, so they are not saved; other games are complete."""
    play_and_kill(tmp_path, 10, 20, 10)
    state = tmp_path / "state"
    change_log(
        state, "DELETE FROM line WHERE game = 2 AND seq = 7", "DELETE FROM seal WHERE game = 2 AND seq = 7"
    )
    saved, _ = salvage(state)
    assert saved.lost == 14
    assert [len(read_record(state, game)) for game in (1, 2, 3)] == [11, 7, 11]


def test_changed_line_is_not_saved(tmp_path: Path) -> None:
    """A die that was changed in the file is not saved; with a backup the true line is."""
    for backup_at, count in ((-1, 6), (15, 21)):
        folder = tmp_path / str(backup_at)
        folder.mkdir()
        play_and_kill(folder, 20, backup_at=backup_at)
        change_log(folder / "state", "UPDATE line SET body = replace(body, '5', '6') WHERE seq = 6")
        salvage(folder / "state")
        saved = read_record(folder / "state")
        assert saved == read_record(folder / "playing")[:count]


def test_lines_without_seals_are_saved(
    tmp_path: Path,
) -> None:
    """Lines without seals are saved if the witness covers them."""
    play_and_kill(tmp_path, 20)
    change_log(tmp_path / "state", "DELETE FROM seal WHERE seq > 11")
    saved, _ = salvage(tmp_path / "state")
    assert saved.lost == 0


def test_log_of_first_version_is_saved(tmp_path: Path) -> None:
    """A log without seals is saved up to its first missing line."""
    make_log(tmp_path)
    append(tmp_path, 1, 0, ['{"record": "bunco/1"}', '{"event": "bell"}', '{"event": "x:a"}'])
    append(tmp_path, 1, 4, ['{"event": "x:b"}'])
    saved, _ = salvage(tmp_path)
    assert [row.seq for row in saved.rows] == [0, 1, 2]


def overwrite_log(state: Path) -> None:
    for name in (LOG, JOURNAL):
        (state / name).write_bytes(b"\0" * 9000)


def remove_log(state: Path) -> None:
    for name in (LOG, JOURNAL):
        (state / name).unlink()


@pytest.mark.parametrize("lose", [overwrite_log, remove_log])
def test_salvage_of_nothing_changes_nothing(tmp_path: Path, lose: Callable[[Path], None]) -> None:
    """If nothing can be saved, the files stay unchanged, and a table does not start a new log."""
    play_and_kill(tmp_path, 20)
    state = tmp_path / "state"
    lose(state)
    before = {file.name: file.read_bytes() for file in state.glob("log.*")}
    with pytest.raises(BackupTrouble, match="Nothing of the log in"):
        salvage(state)
    assert {file.name: file.read_bytes() for file in state.glob("log.*")} == before
    with pytest.raises(LogTrouble, match="Nothing of it can be saved here"):
        Log(state)


def test_foreign_log_is_not_saved(tmp_path: Path) -> None:
    """If a backup shows the table's history, another table's log is not saved."""
    play_and_kill(tmp_path, 30, backup_at=20)
    state = tmp_path / "state"
    (tmp_path / "other").mkdir()
    play_and_kill(tmp_path / "other", 3, 50)
    (state / JOURNAL).unlink()
    shutil.copy(tmp_path / "other/state" / LOG, state / LOG)
    shutil.copy(tmp_path / "other/state" / JOURNAL, state / JOURNAL)
    saved, _ = salvage(state)
    assert len(saved.rows) == 21
    assert read_record(state) == read_record(tmp_path / "playing")[:21]


def test_salvage_without_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a read-only system the state directory is used; on a full disk the error has a simple remedy."""
    play_and_kill(tmp_path, 20)
    state = tmp_path / "state"
    (state / LOG).write_bytes(b"")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(LogTrouble, match="21 of 21 lines"):
        read_record(state)

    def raise_disk_full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryDirectory", raise_disk_full)
    with pytest.raises(LogTrouble, match="Put a backup in its place: pi-bunco restore"):
        Log(state)
