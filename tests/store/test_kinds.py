"""What is no file where a file must be is named at once, and never opened: a pipe would wait for ever."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pi_bunco.store import Log, back_up, read_record, salvage
from pi_bunco.store.kinds import MAX_BYTES, check_kinds
from pi_bunco.store.troubles import WrongKind

HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}
PATIENCE = 60
"""Seconds until a program that only has to refuse something counts as hanging."""
FILES = ("log.sqlite3", "log.sqlite3-wal", "log.sqlite3-shm", "log.sqlite3-journal", "log.witness", "lock",
         "photos/1-3.jpg", "kept/images/1.jpg")  # fmt: skip


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_large(path: Path) -> None:
    """Make a sparse file, which takes no room on the disk."""
    path.touch()
    os.truncate(path, MAX_BYTES + 1)


def make_loop(path: Path) -> None:
    path.symlink_to(path.name)


def make_link_to_nothing(path: Path) -> None:
    path.symlink_to("nowhere")


MAKERS: dict[str, Callable[[Path], None]] = {
    "a folder": Path.mkdir,
    "a pipe": make_pipe,
    "a link to itself": make_loop,
    "a link to nothing": make_link_to_nothing,
    "too large": make_large,
}


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Return a state directory with a game."""
    folder = tmp_path / "state"
    with Log(folder) as log:
        log.start(HEADER)
    for name in ("photos", "kept", "kept/images"):
        (folder / name).mkdir(exist_ok=True)
    return folder


def spoil(folder: Path, name: str, make: Callable[[Path], None]) -> None:
    path = folder / name
    path.unlink(missing_ok=True)
    make(path)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        (name, kind)
        for name in FILES
        for kind in MAKERS
        if kind not in {"a folder", "a link to nothing"} or "/" not in name
    ],
)
def test_wrong_kind_is_named(state: Path, name: str, kind: str) -> None:
    """The message names the thing and its kind, and the remedy says what to do with it.

    There may be folders and links to nothing in our folders.
    """
    spoil(state, name, MAKERS[kind])
    with pytest.raises(WrongKind) as refused:
        check_kinds(state)
    assert f"{state / name} is {kind}" in refused.value.text
    assert f"Move it away: sudo mv {state / name}" in refused.value.remedy


@pytest.mark.parametrize("name", ["log.sqlite3-wal", "log.sqlite3-shm", "log.sqlite3-journal"])
def test_files_that_sqlite_does_not_follow_are_named(state: Path, name: str) -> None:
    """SQLite refuses such a link, and its words would blame the rights."""
    (state / "elsewhere").touch()
    (state / name).unlink(missing_ok=True)
    (state / name).symlink_to("elsewhere")
    with pytest.raises(WrongKind, match=f"{name} is a link, and cannot be used"):
        check_kinds(state)


def back_up_here(folder: Path) -> None:
    back_up(folder, folder / "backups")


@pytest.mark.parametrize("use", [Log, read_record, salvage, back_up_here])
def test_nothing_is_opened(state: Path, use: Callable[[Path], object]) -> None:
    """A pipe in place of the witness stops nobody: each use of the folder refuses it first."""
    spoil(state, "log.witness", make_pipe)
    with pytest.raises(WrongKind):
        use(state)


@pytest.mark.parametrize("name", ["backups", "kept", "photos"])
def test_a_file_in_place_of_a_folder_is_named(tmp_path: Path, name: str) -> None:
    """Nothing can be kept in a file, and what the folder would show of the log is lost with it."""
    (tmp_path / name).touch()
    with pytest.raises(WrongKind, match=f"{name} is a file"):
        check_kinds(tmp_path)


def test_other_things_beside_backups_are_no_trouble(state: Path) -> None:
    """Somebody may keep a large film beside the backups, or a link to a stick that is not there."""
    (state / "backups").mkdir()
    make_large(state / "backups" / "film.mp4")
    make_link_to_nothing(state / "backups" / "stick")
    check_kinds(state)


def test_usual_things_are_no_trouble(state: Path) -> None:
    """Links to files and to nothing, and a folder that does not exist, are all right."""
    (state / "log.witness").rename(state / "elsewhere")
    (state / "log.witness").symlink_to("elsewhere")
    (state / "photos" / "1-1.jpg").symlink_to("nowhere")
    check_kinds(state)
    check_kinds(state / "nowhere")
    assert read_record(state)


@pytest.mark.parametrize("name", ["lock", "log.witness", "log.sqlite3-wal"])
def test_program_says_it_at_once(state: Path, name: str) -> None:
    """The table does not hang at its start."""
    spoil(state, name, make_pipe)
    done = subprocess.run(
        [sys.executable, "-m", "pi_bunco", "run", "--state-dir", state, "--camera", "none", "--port", "0"],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode
    assert f"{state / name} is a pipe" in done.stderr
    assert "Traceback" not in done.stderr
