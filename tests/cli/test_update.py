"""`pi-bunco update`: never during a game, only where install.sh put it, and by its installer."""

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
    """Return a state folder with a game whose first bell was rung."""
    with Log(tmp_path) as log:
        log.copy([HEADER, BELL])
    return tmp_path


def test_game_that_is_played_is_not_interrupted(call: Call, state: Path) -> None:
    """While a table has it open the answer is no, what to do, and status 3; nothing was begun."""
    with Log(state):
        status, out, err = call("update", "--check", "--state-dir", state)
        assert (status, out) == (3, "")
        assert err.startswith("pi-bunco: A game is being played at this table: Boxed")
        assert "beginning a new one on the page" in err
        status, _, err = call("update", "/nowhere", "--state-dir", state)
        assert (status, "A game is being played" in err) == (2, True)


def test_game_without_a_table_stops_nobody(call: Call, state: Path) -> None:
    """A game left in the middle goes on after the update, so a table that does not run may be mended."""
    assert call("update", "--check", "--state-dir", state)[0] == 0


def test_game_before_its_first_bell_is_not_played(call: Call, state: Path) -> None:
    """A new game on the page is enough to let an update begin."""
    with Log(state) as log:
        log.copy([HEADER])
        assert call("update", "--check", "--state-dir", state)[0] == 0


def test_no_game_at_all(call: Call, tmp_path: Path) -> None:
    """A folder without a log, and one that is not there, have no game."""
    assert call("update", "--check", "--state-dir", tmp_path)[0] == 0
    assert call("update", "--check", "--state-dir", tmp_path / "none")[0] == 0


def test_checkout_is_not_updated_this_way(call: Call, tmp_path: Path) -> None:
    """A program that install.sh did not put there says so, and how it is updated."""
    status, _, err = call("update", tmp_path, "--state-dir", tmp_path)
    assert status == 2
    assert "was not installed by install.sh" in err
    assert "make run" in err


@pytest.mark.parametrize("words", [[], ["x", "--back"], ["--back", "--check"]])
def test_one_thing_is_asked(call: Call, words: list[str]) -> None:
    """A source, back, or check: exactly one of them."""
    status, _, err = call("update", *words)
    assert (status, "Name a SOURCE, or --back, or --check." in err) == (2, True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gets as far as the installer")
@pytest.mark.parametrize(
    ("words", "then"),
    [
        (["/x/y.whl", "--wheels", "/w"], ["--from", "/x/y.whl", "--wheels", "/w"]),
        (["--back"], ["--back"]),
    ],
)
def test_installer_takes_over(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], then: list[str]
) -> None:
    """The installer that came with this version is started with what was asked, instead of this program."""
    monkeypatch.setattr(updating, "HOME", tmp_path)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "1-0.1.0"))
    started: list[tuple[str, list[str]]] = []

    def instead(program: str, arguments: list[str]) -> None:
        started.append((program, arguments))
        raise SystemExit(0)

    monkeypatch.setattr(os, "execv", instead)
    assert call("update", *words, "--state-dir", tmp_path)[0] == 0
    ((program, (_, installer, *rest)),) = started
    assert program == "/bin/bash"
    assert Path(installer).name == "install.sh"
    assert rest == then
