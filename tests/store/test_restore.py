"""A restore checks first, sets aside what was there, and survives a power cut at any of its steps."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.store import Backup, BackupTrouble, Log, LogTrouble, back_up, read_record, restore
from tests.store.numbers import number

HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}
OTHER = HEADER | {"rules": "boxed"}


def played(folder: Path, header: dict[str, Any], events: int) -> list[str]:
    """Log a game of so many events, with a photo, and give its record."""
    with Log(folder) as log:
        log.start(header)
        log.append([{"event": "bell", "number": number} for number in range(events)])
    (folder / "photos").mkdir(exist_ok=True)
    (folder / "photos/1-1.jpg").write_text(str(header["rules"]))
    return read_record(folder)


@pytest.fixture
def backup(tmp_path: Path) -> Backup:
    played(tmp_path / "old", HEADER, 40)
    made = back_up(tmp_path / "old", tmp_path / "stick")
    assert made
    return made


def test_restore_sets_the_log_aside_with_its_photos(backup: Backup, tmp_path: Path) -> None:
    """The log that was there is whole in a folder of its own; photos of other games show nowhere."""
    state = tmp_path / "state"
    before = played(state, OTHER, 7)
    done = restore(backup.path, state)
    assert read_record(state) == read_record(tmp_path / "old")
    assert done.aside == state / "replaced/0001"
    assert read_record(done.aside) == before
    assert (done.aside / "photos/1-1.jpg").read_text() == "boxed"
    assert not (state / "photos").exists()
    second = restore(backup.path, state)
    assert second.aside == state / "replaced/0002"
    assert read_record(second.aside) == read_record(tmp_path / "old")


def test_restore_keeps_what_only_the_write_ahead_log_has(backup: Backup, tmp_path: Path) -> None:
    """A table that was killed leaves its last events in the write-ahead log: they are set aside too."""
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


def test_restore_takes_the_place_of_a_damaged_log(backup: Backup, tmp_path: Path) -> None:
    """That is what it is for; even the damaged one is kept, with its journal."""
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


def test_restore_writes_over_nothing(backup: Backup, tmp_path: Path) -> None:
    """A calibration that is there stays, and it is said that the backup has another."""
    (tmp_path / "old/calibration.zip").write_bytes(b"old mat")
    made = back_up(tmp_path / "old", tmp_path / "stick")
    assert made
    assert number(made) == number(backup) + 1
    state = tmp_path / "state"
    state.mkdir()
    (state / "calibration.zip").write_bytes(b"new mat")
    done = restore(made.path, state)
    assert (done.beside, done.left) == ((), ("calibration.zip",))
    assert (state / "calibration.zip").read_bytes() == b"new mat"
    (state / "calibration.zip").write_bytes(b"old mat")
    assert restore(made.path, state).left == ()


def test_restore_of_a_damaged_backup_changes_nothing(backup: Backup, tmp_path: Path) -> None:
    """It is refused before anything is touched."""
    state = tmp_path / "state"
    before = played(state, OTHER, 7)
    backup.path.write_bytes(backup.path.read_bytes()[:-200])
    with pytest.raises(BackupTrouble, match="damaged or no backup"):
        restore(backup.path, state)
    assert read_record(state) == before
    assert not (state / "replaced").exists()
    with pytest.raises(BackupTrouble, match="There is no backup at"):
        restore(tmp_path / "nowhere.zip", state)


def test_restore_waits_for_no_table_that_plays(backup: Backup, tmp_path: Path) -> None:
    """While a table plays there nothing is changed, and it is said to stop it."""
    with Log(tmp_path / "state") as log:
        log.start(OTHER)
        with pytest.raises(LogTrouble, match="Another pi-bunco is playing"):
            restore(backup.path, tmp_path / "state")
        log.append([{"event": "bell"}])
    assert len(read_record(tmp_path / "state")) == 2


class PowerCut(BaseException):
    """The power is gone: nothing below is done any more."""


def test_restore_survives_a_power_cut_at_each_step(
    backup: Backup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it is cut: the old log is in place or the new one, and the old one is never lost."""
    new = read_record(tmp_path / "old")
    steps = ("link", "replace", "rename", "unlink", "fsync", "mkdir")
    seen = set()
    for cut in range(1000):
        state = tmp_path / f"state{cut}"
        old = played(state, OTHER, 7)
        done = 0

        def counted(real: Callable[..., Any]) -> Callable[..., Any]:
            def step(*words: Any, **more: Any) -> Any:
                nonlocal done
                done += 1
                if done > cut:  # noqa: B023 - called within this turn of the loop
                    raise PowerCut
                return real(*words, **more)

            return step

        with monkeypatch.context() as patch:
            for name in steps:
                patch.setattr(os, name, counted(getattr(os, name)))
            try:
                restore(backup.path, state)
            except PowerCut:
                seen.add(done)
        in_place = read_record(state)
        assert in_place in (old, new)
        if in_place == new:
            assert read_record(state / "replaced/0001") == old
        with Log(state) as log:
            assert log.game == 1
        if done <= cut:
            break
    assert len(seen) > 10
    assert in_place == new


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to somebody else")
def test_restore_by_root_gives_the_log_to_whom_the_folder_belongs(backup: Backup, tmp_path: Path) -> None:
    """The service, which is no root, can write on: whatever sudo has made belongs to it."""
    state = tmp_path / "state"
    state.mkdir()
    os.chown(state, 12345, 12345)
    restore(backup.path, state)
    restore(backup.path, state)
    back_up(state, state / "backups")
    owners = {str(file): file.stat().st_uid for file in state.rglob("*")}
    assert owners
    assert set(owners.values()) == {12345}, owners
    with sqlite3.connect(state / "log.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM line").fetchone() == (41,)
    database.close()
