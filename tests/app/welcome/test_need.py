"""When the program asks for the first game: on a table of people without a game and without names."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.app.service import StopRequest
from pi_bunco.app.welcome.file import FILE as ANSWERS
from pi_bunco.app.welcome.file import save_answers
from pi_bunco.app.welcome.mode import Welcome
from pi_bunco.app.welcome.need import has_game, may_need_welcome
from pi_bunco.settings.config import Settings, load
from pi_bunco.store import Log
from pi_bunco.store.database import FILE
from pi_bunco.store.deleted import DELETED_LINE
from pi_bunco.web.welcome_state import WelcomeState

HEADER = {"record": "bunco/1", "rules": "boxed", "tables": [["Xi", "Yo"]]}


@pytest.mark.parametrize(
    ("options", "asks"),
    [
        ({"camera": "none"}, True),
        ({"camera": "usb", "rules": "boxed"}, True),
        ({"camera": "none", "players": "Ann,Bob"}, False),
        ({"camera": "mock"}, False),
        ({}, False),
        ({"welcome": True}, True),
        ({"camera": "none", "players": "Ann,Bob", "welcome": True}, True),
    ],
)
def test_it_asks_where_nobody_has_named_players(
    tmp_path: Path, options: Mapping[str, Any], *, asks: bool
) -> None:
    """The mock camera plays by itself, and names are an answer."""
    assert may_need_welcome(load(None, {**options, "state_dir": tmp_path})) is asks


def test_names_in_a_file_are_an_answer(tmp_path: Path) -> None:
    """A table that was set up by its file begins as before."""
    file = tmp_path / "table.toml"
    file.write_text(f'camera = "none"\nplayers = ["Ann", "Bob"]\nstate_dir = "{tmp_path}"\n')
    assert not may_need_welcome(load(file, {}))


def test_a_game_is_not_asked_for_again(tmp_path: Path) -> None:
    """The log has one. An empty log, a damaged one and one whose last evening was deleted have none."""
    assert not has_game(tmp_path)
    with Log(tmp_path) as log:
        assert not has_game(tmp_path)
        log.start(HEADER)
        assert has_game(tmp_path)
        assert not may_need_welcome(Settings(camera="none", state_dir=tmp_path))
        log._database.execute("INSERT INTO line VALUES (9, 0, ?)", (DELETED_LINE,))
        assert not has_game(tmp_path)
    (tmp_path / FILE).write_bytes(b"")
    assert not has_game(tmp_path)


def test_an_unfinished_game_goes_on(tmp_path: Path) -> None:
    """``--welcome`` ends none. The welcome only opens the log, and hands over."""
    with Log(tmp_path) as log:
        log.start(HEADER)
    settings = Settings(welcome=True, state_dir=tmp_path)
    save_answers(WelcomeState(typed="Xi, Yo"), tmp_path)
    welcomed = Welcome(settings, StopRequest(), lambda _: None).run()
    assert welcomed is not None
    assert welcomed.settings == settings
    assert welcomed.handover is None
    assert not (tmp_path / ANSWERS).exists(), "a power cut had left them after the game had begun"


def test_it_can_be_stopped(tmp_path: Path) -> None:
    """Then there is still no game, and no port is in use."""
    stop = StopRequest()
    shown: list[int] = []
    stop.ask()
    settings = Settings(camera="none", state_dir=tmp_path, port=0, host="127.0.0.1")
    assert Welcome(settings, stop, lambda its: shown.append(its.port)).run() is None
    assert shown[0] > 0
    assert not has_game(tmp_path)
