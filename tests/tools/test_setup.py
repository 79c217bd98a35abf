"""``make run`` and ``make test`` set up ``.venv``, also after they were stopped in the middle of it."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_PYTHON = """#!/bin/sh
case "$*" in
*"-m venv"*) mkdir -p .venv/bin && cp "$0" .venv/bin/python && echo venv >>asked ;;
*"-m pip"*)
    echo pip >>asked
    : >.venv/half
    case "$HAPPENS" in killed) kill -9 $PPID ;; refused) exit 1 ;; esac ;;
esac
"""
"""Writes which of its modules was asked for, and does nothing else."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the script, locks, and a Python that installs nothing."""
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools/setup.sh", tmp_path / "tools")
    for name in ("requirements.lock", "pyproject.toml", "asked"):
        (tmp_path / name).write_text("", encoding="utf-8")
    python = tmp_path / "bin/python3"
    python.parent.mkdir()
    python.write_text(_PYTHON, encoding="utf-8")
    python.chmod(0o755)
    for name in ("sh", "cat", "cksum", "tr", "mkdir", "cp", "rm", "sync", "dirname", "id"):
        (python.parent / name).symlink_to(str(shutil.which(name)))
    return tmp_path


def set_up(folder: Path, happens: str = "") -> tuple[int, list[str]]:
    """Run the script, and return its exit status and what was asked of Python."""
    (folder / "asked").write_text("", encoding="utf-8")
    environment = {"PATH": str(folder / "bin"), "HAPPENS": happens}
    command = (str(folder / "bin/sh"), "tools/setup.sh", "run")
    done = subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True)
    return done.returncode, (folder / "asked").read_text(encoding="utf-8").split()


def test_it_is_made_once(folder: Path) -> None:
    """The first run makes it. The next one has nothing to do, until the lock changes."""
    assert set_up(folder) == (0, ["venv", "pip", "pip"])
    assert set_up(folder) == (0, [])
    (folder / "requirements.lock").write_text("flask==3", encoding="utf-8")
    assert set_up(folder) == (0, ["pip", "pip"])


def test_what_was_cut_off_is_made_anew(folder: Path) -> None:
    """After a power cut pip cannot go on with what is there, so the next run begins with nothing."""
    assert set_up(folder, "killed") == (-9, ["venv", "pip"])
    (folder / ".venv/damaged").touch()
    assert set_up(folder) == (0, ["venv", "pip", "pip"])
    assert not (folder / ".venv/damaged").exists()
    assert set_up(folder) == (0, [])


def test_without_a_network_it_stays(folder: Path) -> None:
    """If pip refuses, what is there stays, and the next run goes on with it."""
    assert set_up(folder)[0] == 0
    (folder / "requirements.lock").write_text("flask==3", encoding="utf-8")
    assert set_up(folder, "refused") == (1, ["pip"])
    assert set_up(folder) == (0, ["pip", "pip"])
