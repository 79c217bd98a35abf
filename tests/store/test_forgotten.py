"""Backups of before a deletion go, wherever they are found, and no other ones."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.store import BackupTrouble, Log, LogTrouble, back_up, list_backups, read_record, restore
from pi_bunco.store.deleted import DELETED_LINE
from pi_bunco.store.forgotten import remove_forgotten, renew_backups
from pi_bunco.store.forgotten_note import ForgottenNote, load_note, save_note
from pi_bunco.store.package import read_deletions
from pi_bunco.store.rewrite import read_games, rewrite_log

TIMES = {1: "2026-01-05T20:15:00.001+00:00", 2: "2026-02-05T20:15:00.002+00:00"}


def make_header(time: str, *names: str) -> dict[str, Any]:
    return {"record": "bunco/1", "rules": "classic", "tables": [[*names]], "time": time}


@pytest.fixture
def state(tmp_path: Path) -> Path:
    with Log(tmp_path / "state") as log:
        for time in TIMES.values():
            log.start(make_header(time, "Ann", "Bob"))
            log.append([{"event": "bell"}])
    return tmp_path / "state"


def delete_first(state: Path) -> None:
    rewrite_log(state, read_games(state) | {1: [DELETED_LINE]})
    save_note(ForgottenNote(1, TIMES), state)


def test_a_stick_is_cleaned_when_it_comes(state: Path, tmp_path: Path) -> None:
    """Older backups of this log go after a new one is there; those of another log and other files stay."""
    stick = tmp_path / "stick"
    back_up(state, stick)
    with Log(tmp_path / "other") as log:
        log.start(make_header("2026-01-05T20:15:00.777+00:00", "Ann"))
    foreign = back_up(tmp_path / "other", stick)
    (stick / "letter.zip").write_text("to Ann")
    delete_first(state)
    renew_backups(state, stick)
    assert foreign
    assert [path.path.name[9:13] for path in list_backups(stick)] == ["0003", "0002"]
    assert foreign.path.exists()
    assert (stick / "letter.zip").exists()
    assert read_deletions(list_backups(stick)[0].path) == 1
    assert remove_forgotten(state, stick) == 0


def test_an_older_backup_of_fewer_games_is_known(state: Path, tmp_path: Path) -> None:
    """A backup that has only the evening that was deleted goes too."""
    with Log(tmp_path / "young") as log:
        log.start(make_header(TIMES[1], "Ann", "Bob"))
    back_up(tmp_path / "young", tmp_path / "stick")
    delete_first(state)
    assert remove_forgotten(state, tmp_path / "stick") == 1


def test_what_cannot_be_read_stays(state: Path, tmp_path: Path) -> None:
    """A damaged file with a backup's name may be anybody's, and is no reason to stop."""
    stick = tmp_path / "stick"
    new = back_up(state, stick)
    assert new
    (stick / "pi-bunco-0007-2026-01-01.zip").write_bytes(b"PK rubbish")
    delete_first(state)
    assert remove_forgotten(state, stick) == 1
    assert [path.name for path in stick.iterdir()] == ["pi-bunco-0007-2026-01-01.zip"]


def test_nothing_goes_without_a_deletion(state: Path, tmp_path: Path) -> None:
    """Without a note, and with a damaged one, all backups stay."""
    back_up(state, tmp_path / "stick")
    assert remove_forgotten(state, tmp_path / "stick") == 0
    (state / "forgotten.json").write_text("{")
    assert load_note(state) == ForgottenNote()
    assert remove_forgotten(state, tmp_path / "stick") == 0


def test_old_backups_stay_if_the_new_one_fails(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new backup comes first, so there is always one."""
    back_up(state, state / "backups")
    delete_first(state)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pi_bunco.store.backup._copy", fail)
    with pytest.raises(BackupTrouble):
        renew_backups(state, state / "backups")
    assert len(list_backups(state / "backups")) == 1


def test_a_table_that_plays_is_not_rewritten(state: Path) -> None:
    """The log of a running table stays as it is."""
    games = read_games(state)
    with Log(state), pytest.raises(LogTrouble, match="Another pi-bunco"):
        rewrite_log(state, games | {1: [DELETED_LINE]})
    assert read_games(state) == games


def test_a_log_with_unmerged_lines_is_rewritten(state: Path, tmp_path: Path) -> None:
    """Lines that a power cut has left in the write-ahead log are in the new log too."""
    log = Log(state)
    log.append([{"event": "x:y", "late": True}])
    cut = Path(shutil.copytree(state, tmp_path / "cut"))
    log.close()
    assert (cut / "log.sqlite3-wal").stat().st_size
    rewrite_log(cut, read_games(cut) | {1: [DELETED_LINE]})
    assert read_record(cut, 2)[-1] == '{"event": "x:y", "late": true}'
    with Log(cut) as again:
        assert again.warning is None


def test_a_deleted_game_is_named(state: Path) -> None:
    """Who asks for it reads that it was deleted, and the newest game is the last that is there."""
    rewrite_log(state, read_games(state) | {2: [DELETED_LINE]})
    with pytest.raises(LogTrouble, match="Game 2 was deleted"):
        read_record(state, 2)
    assert '"Ann"' in read_record(state)[0]


def test_a_deletion_that_changes_no_line_of_the_log_leaves_a_backup(state: Path, tmp_path: Path) -> None:
    """A guest of imported evenings alone was deleted: a new backup comes before the old one goes."""
    stick = tmp_path / "stick"
    back_up(state, stick)
    save_note(ForgottenNote(1, TIMES), state)
    renew_backups(state, stick)
    assert [read_deletions(each.path) for each in list_backups(stick)] == [1]
    assert back_up(state, stick) is None


def test_a_restored_log_counts_on(state: Path, tmp_path: Path) -> None:
    """On a new card the next deletion removes the backups on the stick, also the one that was restored."""
    stick, new = tmp_path / "stick", tmp_path / "new"
    delete_first(state)
    back_up(state, stick)
    restore(list_backups(stick)[0].path, new)
    assert load_note(new) == ForgottenNote(1)
    assert remove_forgotten(new, stick) == 0
    rewrite_log(new, read_games(new) | {2: [DELETED_LINE]})
    save_note(ForgottenNote(load_note(new).deletions + 1, TIMES), new)
    renew_backups(new, stick)
    assert [read_deletions(each.path) for each in list_backups(stick)] == [2]


def test_a_restore_never_counts_back(state: Path, tmp_path: Path) -> None:
    """A backup of before the deletion brings back what is in it, and the next one replaces it."""
    old = back_up(state, tmp_path / "stick")
    delete_first(state)
    assert old
    restore(old.path, state)
    assert load_note(state) == ForgottenNote(1, TIMES)
