"""A restore first checks the backup, moves the old log aside, and survives a power cut at each step."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.store import Backup, BackupTrouble, Log, LogTrouble, back_up, read_record, restore
from pi_bunco.store.package import unpack
from tests.store.numbers import get_number

HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}
OTHER = HEADER | {"rules": "boxed"}


def play_game(folder: Path, header: dict[str, Any], events: int) -> list[str]:
    """Log a game with this number of events and a photo, and return its record."""
    with Log(folder) as log:
        log.start(header)
        log.append([{"event": "bell", "number": number} for number in range(events)])
    (folder / "photos").mkdir(exist_ok=True)
    (folder / "photos/1-1.jpg").write_text(str(header["rules"]))
    return read_record(folder)


@pytest.fixture
def backup(tmp_path: Path) -> Backup:
    play_game(tmp_path / "old", HEADER, 40)
    backup = back_up(tmp_path / "old", tmp_path / "stick")
    assert backup
    return backup


def test_old_log_is_moved_aside(backup: Backup, tmp_path: Path) -> None:
    """The old log is complete in a separate folder, with its photos."""
    state = tmp_path / "state"
    before = play_game(state, OTHER, 7)
    done = restore(backup.path, state)
    assert read_record(state) == read_record(tmp_path / "old")
    assert done.aside == state / "replaced/0001"
    assert read_record(done.aside) == before
    assert (done.aside / "photos/1-1.jpg").read_text() == "boxed"
    assert not (state / "photos").exists()
    second = restore(backup.path, state)
    assert second.aside == state / "replaced/0002"
    assert read_record(second.aside) == read_record(tmp_path / "old")


def test_journal_is_moved_aside(backup: Backup, tmp_path: Path) -> None:
    """The last events of a killed table, which are only in the write-ahead log, are moved aside too."""
    state = tmp_path / "state"
    log = Log(state)
    log.start(OTHER)
    log.append([{"event": "bell"}])
    for name in ("log.sqlite3", "log.sqlite3-wal"):
        (tmp_path / name).write_bytes((state / name).read_bytes())
    log.close()
    killed = tmp_path / "killed"
    killed.mkdir()
    for name in ("log.sqlite3", "log.sqlite3-wal"):
        (tmp_path / name).rename(killed / name)
    assert (killed / "log.sqlite3-wal").stat().st_size
    done = restore(backup.path, killed)
    assert done.aside
    assert read_record(done.aside)[1] == '{"event": "bell"}'
    assert len(read_record(killed)) == 41


def test_restore_replaces_damaged_log(backup: Backup, tmp_path: Path) -> None:
    """Even a damaged log is kept, with its journal."""
    state = tmp_path / "state"
    state.mkdir()
    (state / "log.sqlite3").write_bytes(b"no database any more" * 500)
    (state / "log.sqlite3-wal").write_bytes(b"nor a journal" * 500)
    done = restore(backup.path, state)
    assert done.aside
    assert (done.aside / "log.sqlite3").read_bytes() == b"no database any more" * 500
    assert (done.aside / "log.sqlite3-wal").read_bytes() == b"nor a journal" * 500
    assert not (state / "log.sqlite3-wal").exists()
    assert len(read_record(state)) == 41


def test_restore_does_not_overwrite_calibration(backup: Backup, tmp_path: Path) -> None:
    """An existing calibration stays, and the result lists that the backup has another one."""
    (tmp_path / "old/calibration.zip").write_bytes(b"old mat")
    second = back_up(tmp_path / "old", tmp_path / "stick")
    assert second
    assert get_number(second) == get_number(backup) + 1
    state = tmp_path / "state"
    state.mkdir()
    (state / "calibration.zip").write_bytes(b"new mat")
    done = restore(second.path, state)
    assert (done.restored_files, done.skipped_files) == ((), ("calibration.zip",))
    assert (state / "calibration.zip").read_bytes() == b"new mat"
    (state / "calibration.zip").write_bytes(b"old mat")
    assert restore(second.path, state).skipped_files == ()


def test_damaged_backup_changes_nothing(backup: Backup, tmp_path: Path) -> None:
    """A damaged or missing backup is refused before anything is changed."""
    state = tmp_path / "state"
    before = play_game(state, OTHER, 7)
    backup.path.write_bytes(backup.path.read_bytes()[:-200])
    with pytest.raises(BackupTrouble, match="damaged, or is not a backup"):
        restore(backup.path, state)
    assert read_record(state) == before
    assert not (state / "replaced").exists()
    with pytest.raises(BackupTrouble, match="There is no backup at"):
        restore(tmp_path / "nowhere.zip", state)


def test_restore_while_table_plays_is_refused(backup: Backup, tmp_path: Path) -> None:
    """While a table plays in the folder, the restore is refused and nothing is changed."""
    with Log(tmp_path / "state") as log:
        log.start(OTHER)
        with pytest.raises(LogTrouble, match="Another pi-bunco is playing"):
            restore(backup.path, tmp_path / "state")
        log.append([{"event": "bell"}])
    assert len(read_record(tmp_path / "state")) == 2


class PowerCut(BaseException):
    """The power is gone: no code of the restore runs any more."""


def test_restore_survives_a_power_cut_at_each_step(
    backup: Backup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a cut at any step the old or the new log is in place, and the old log is never lost."""
    module = sys.modules["pi_bunco.store.restore"]
    new = read_record(tmp_path / "old")
    steps = ("link", "replace", "rename", "unlink", "fsync", "mkdir")
    cut_steps = set()
    for cut in range(1000):
        state = tmp_path / f"state{cut}"
        old = play_game(state, OTHER, 7)
        done = 0

        def count_steps(real: Callable[..., Any]) -> Callable[..., Any]:
            def step(*args: Any, **keys: Any) -> Any:
                nonlocal done
                done += 1
                if done > cut:  # noqa: B023 - called in the same turn of the loop
                    raise PowerCut
                return real(*args, **keys)

            return step

        with monkeypatch.context() as patch:
            patch.setattr(module, "unpack_apart", unpack)  # a cut ends both processes
            for name in steps:
                patch.setattr(os, name, count_steps(getattr(os, name)))
            try:
                restore(backup.path, state)
            except PowerCut:
                cut_steps.add(done)
        in_place = read_record(state)
        assert in_place in (old, new)
        if in_place == new:
            assert read_record(state / "replaced/0001") == old
        with Log(state) as log:
            assert log.game == 1
        if done <= cut:
            break
    assert len(cut_steps) > 10
    assert in_place == new
