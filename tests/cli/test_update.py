"""``pi-bunco update``: never during a game, only where install.sh installed it, and by install.sh."""

import os
import sys
from pathlib import Path

import pytest

from pi_bunco.app import updating
from pi_bunco.store import Log
from tests.cli.conftest import Call

HEADER = '{"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}'
BELL = '{"time": "2026-01-05T20:15:00.000+00:00", "event": "bell"}'


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Return a state folder with a game whose first bell has rung."""
    with Log(tmp_path) as log:
        log.copy([HEADER, BELL])
    return tmp_path


def test_update_is_refused_during_a_game(call: Call, state: Path) -> None:
    """While a table plays, ``--check`` gives status 3 and an update gives 2, with what to do."""
    with Log(state):
        status, out, err = call("update", "--check", "--state-dir", state)
        assert (status, out) == (3, "")
        assert err.startswith("pi-bunco: A game is being played at this table: Boxed")
        assert "beginning a new one on the page" in err
        status, _, err = call("update", "/nowhere", "--state-dir", state)
        assert (status, "A game is being played" in err) == (2, True)


def test_update_is_allowed_if_no_table_runs(call: Call, state: Path) -> None:
    """An unfinished game without a running table does not stop an update; it goes on afterwards."""
    assert call("update", "--check", "--state-dir", state)[0] == 0


def test_update_is_allowed_before_the_first_bell(call: Call, state: Path) -> None:
    """A new game whose first bell has not rung does not stop an update."""
    with Log(state) as log:
        log.copy([HEADER])
        assert call("update", "--check", "--state-dir", state)[0] == 0


def test_update_is_allowed_without_a_game(call: Call, tmp_path: Path) -> None:
    """A folder without a log, and a missing folder, have no game that stops an update."""
    assert call("update", "--check", "--state-dir", tmp_path)[0] == 0
    assert call("update", "--check", "--state-dir", tmp_path / "none")[0] == 0


def test_update_of_a_checkout_is_refused(call: Call, tmp_path: Path) -> None:
    """If install.sh did not install the program, the message says how to update it."""
    status, _, err = call("update", tmp_path, "--state-dir", tmp_path)
    assert status == 2
    assert "was not installed by install.sh" in err
    assert "make run" in err


@pytest.mark.parametrize("words", [[], ["x", "--back"], ["--back", "--check"]])
def test_update_needs_exactly_one_choice(call: Call, words: list[str]) -> None:
    """Exactly one of SOURCE, --back and --check must be given."""
    status, _, err = call("update", *words)
    assert (status, "Name a SOURCE, or --back, or --check." in err) == (2, True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gets as far as the installer")
@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        (["/x/y.whl", "--wheels", "/w"], ["--from", "/x/y.whl", "--wheels", "/w"]),
        (["--back"], ["--back"]),
    ],
)
def test_update_starts_the_installer(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], arguments: list[str]
) -> None:
    """The installer of this version replaces this process, with the same arguments."""
    monkeypatch.setattr(updating, "HOME", tmp_path)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "1-0.1.0"))
    started: list[tuple[str, list[str]]] = []

    def record_start(program: str, arguments: list[str]) -> None:
        started.append((program, arguments))
        raise SystemExit(0)

    monkeypatch.setattr(os, "execv", record_start)
    assert call("update", *words, "--state-dir", tmp_path)[0] == 0
    ((program, (_, installer, *rest)),) = started
    assert program == "/bin/bash"
    assert Path(installer).name == "install.sh"
    assert rest == arguments
