"""``pi-bunco backup`` and ``restore``: their output, their question, and what they refuse."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from pi_bunco.settings import config
from pi_bunco.store import Log, read_record
from tests.cli.conftest import Call

HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}


@pytest.fixture
def state(tmp_path: Path) -> Path:
    state = tmp_path / "state"
    with Log(state) as log:
        log.start(HEADER)
        log.append([{"time": "2026-01-05T20:15:00.000+00:00", "event": "bell"}])
    return state


def get_only_file(folder: Path) -> Path:
    (file,) = folder.iterdir()
    return file


def test_backup_prints_its_path_and_contents(call: Call, state: Path) -> None:
    """The line has the file's path and contents; a second backup reports that there is nothing new."""
    status, out, err = call("backup", "--state-dir", state)
    file = get_only_file(state / "backups")
    assert (status, out, err) == (0, f"{file}: 1 game, 2 lines, until 2026-01-05 20:15.\n", "")
    assert call("backup", "--state-dir", state) == (0, f"Nothing new since {file}.\n", "")


def test_backup_on_the_same_card_is_warned_of(call: Call, state: Path, tmp_path: Path) -> None:
    """Standard error has a warning if the folder is on the same card as the games."""
    status, _, err = call("backup", "--state-dir", state, "--to", tmp_path / "stick")
    assert status == 0
    assert "stick is on the same card as the games" in err


def test_backup_onto_a_missing_stick_is_refused(
    call: Call, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a mounted USB stick the backup is refused, as it would be on the card."""
    stick = tmp_path / "media" / "pi-bunco"
    for module in ("pi_bunco.settings.config.STICK", "pi_bunco.cli.backup.STICK"):
        monkeypatch.setattr(module, stick)
    status, out, err = call("backup", "--state-dir", state, "--to", stick)
    assert (status, out) == (2, "")
    assert f"No USB stick is at {stick.parent}. Plug one in" in err
    assert not stick.exists()
    monkeypatch.setattr(Path, "is_mount", lambda path: path == stick.parent)
    assert call("backup", "--state-dir", state, "--to", stick)[0] == 0


def test_backup_uses_the_folder_of_the_service(
    call: Call, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without --state-dir the service's folder is used, if there is one that may be written."""
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr(config, "SERVICE_STATE", state)
    assert call("backup")[1].startswith(str(state / "backups"))
    monkeypatch.setattr(config, "SERVICE_STATE", tmp_path / "not there")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert call("backup")[2].endswith("Give the right folder with --state-dir.\n")


def test_restore_lists_the_backups(call: Call, state: Path) -> None:
    """Without a file, ``restore`` only lists the backups and prints the command that restores one."""
    status, out, err = call("restore", "--state-dir", state)
    assert (status, out) == (2, "")
    assert "There are no backups in" in err
    call("backup", "--state-dir", state)
    status, out, _ = call("restore", "--state-dir", state)
    assert status == 0
    assert out.splitlines() == [
        f"{state}/backups:",
        f"  {get_only_file(state / 'backups').name}  1 game, 2 lines, until 2026-01-05 20:15",
        "Put one in place with: pi-bunco restore FILE",
    ]


def test_restore_on_a_new_card_asks_nothing(call: Call, state: Path, tmp_path: Path) -> None:
    """If there are no games yet, ``restore`` asks nothing; the restored record is the same."""
    call("backup", "--state-dir", state)
    status, out, _ = call("restore", get_only_file(state / "backups"), "--state-dir", tmp_path / "new")
    assert status == 0
    assert f"It is in place in {tmp_path / 'new'}." in out
    assert read_record(tmp_path / "new") == read_record(state)


def test_restore_by_a_script_needs_yes(call: Call, state: Path) -> None:
    """Without a terminal nothing is changed unless --yes is given; a backup's file name is enough."""
    call("backup", "--state-dir", state)
    name = get_only_file(state / "backups").name
    with Log(state) as log:
        log.start(HEADER)
    status, _, err = call("restore", name, "--state-dir", state)
    assert status == 2
    assert f"{state} contains a log of 2 games. Add --yes" in err
    status, out, _ = call("restore", name, "--state-dir", state, "--yes")
    assert status == 0
    assert f"What was there is in {state}/replaced/0001." in out


@pytest.mark.parametrize(("answer", "status", "games"), [("n", 2, 2), ("y", 0, 1)])
def test_restore_asks_a_person(call: Call, state: Path, answer: str, status: int, games: int) -> None:
    """In a terminal ``restore`` asks, and the answer no changes nothing."""
    call("backup", "--state-dir", state)
    file = get_only_file(state / "backups")
    with Log(state) as log:
        log.start(HEADER)
    master, terminal = pty.openpty()
    os.write(master, f"{answer}\n".encode())
    program = str(Path(sys.executable).with_name("pi-bunco"))
    command = [program, "restore", str(file), "--state-dir", str(state)]
    done = subprocess.run(command, stdin=terminal, capture_output=True, text=True, check=False)
    os.close(terminal)
    os.close(master)
    assert done.returncode == status, done.stderr
    assert "Set it aside and put the backup there? [y/N]" in done.stdout
    with Log(state) as log:
        assert log.game == games


def test_restore_salvages_a_damaged_log_and_says_how_much(call: Call, state: Path) -> None:
    """The log has lost its last event: the others are saved, and the damaged log is set aside."""
    call("backup", "--state-dir", state)
    before = (state / "log.sqlite3").read_bytes()
    with Log(state) as log:
        log.append([{"event": "x:later"}])
    (state / "log.sqlite3").write_bytes(before)
    refused = call("record", "--state-dir", state)
    assert refused[0] == 2
    assert "the pages showed event 2 of game 1" in refused[2]
    assert f"2 of 3 lines: pi-bunco restore --salvage --state-dir {state}" in refused[2]
    status, out, err = call("restore", "--salvage", "--state-dir", state)
    assert (status, err) == (0, "")
    assert "2 lines are saved, 1 is lost." in out
    assert "Event 1 of game 1 is the last one: look whether the tally is right." in out
    assert str(state / "replaced/0001") in out
    assert len(read_record(state)) == 2


def test_restore_salvages_all_or_takes_one_backup(call: Call, state: Path) -> None:
    """A file beside --salvage is refused; if nothing is lost, that is printed."""
    status, _, err = call("restore", "some.zip", "--salvage", "--state-dir", state)
    assert status == 2
    assert "--salvage takes no FILE" in err
    status, out, _ = call("restore", "--salvage", "--state-dir", state)
    assert status == 0
    assert "2 lines are saved; as far as is known, that is all." in out
