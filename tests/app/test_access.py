"""Who may do what at a table that is really started."""

import http.client
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.access.file import AccessFile
from pi_bunco.app.play import RunningTable, play
from pi_bunco.config import NO_CAMERA, Settings
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import Ring, Stage
from pi_bunco.stations.bell import UP

EIGHT = tuple("ABCDEFGH")


def ask(playing: RunningTable, path: str, body: object = None, host: str = "127.0.0.2") -> tuple[int, Any]:
    """Ask for something from the machine's second address, which is a guest's, or from its first."""
    connection = http.client.HTTPConnection("127.0.0.1", playing.server.port, 60, source_address=(host, 0))
    with closing(connection):
        if body is None:
            connection.request("GET", path)
        else:
            connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        got = connection.getresponse()
        return got.status, json.load(got)


def settings(folder: Path, **more: Any) -> Settings:
    return Settings(camera=NO_CAMERA, state_dir=folder, port=0, host="0.0.0.0", **more)


def test_in_a_room_a_guest_watches(tmp_path: Path) -> None:
    """With two tables roles are on: 127.0.0.1 may do all, another address of the machine only watches."""
    with play(settings(tmp_path, players=EIGHT)) as playing:
        assert ask(playing, "/api/table/2")[0] == 200
        status, told = ask(playing, "/api/table/1/ring", {})
        assert (status, told["needs"]) == (403, {"role": "table", "table": 1})
        assert ask(playing, "/api/table/1/ring", {}, "127.0.0.1")[0] == 200
        code = ask(playing, "/api/access", host="127.0.0.1")[1]["machine_code"]
        assert playing.code == code
        assert ask(playing, "/api/access")[1]["machine_code"] is None


@pytest.mark.parametrize("more", [{}, {"roles": "off", "players": EIGHT}, {"camera": "mock"}])
def test_where_all_may_tap(tmp_path: Path, more: dict[str, Any]) -> None:
    """With one table, with roles turned off, and at a mock table; then no code is printed."""
    told = settings(tmp_path).model_copy(update=more)
    with play(told) as playing:
        assert ask(playing, "/api/access")[1]["role"] == "host"
        assert playing.code is None


def test_settings_turn_roles_on(tmp_path: Path) -> None:
    """Also with one table and a mock camera."""
    with play(settings(tmp_path, roles="on").model_copy(update={"camera": "mock"})) as playing:
        assert ask(playing, "/api/access")[1]["role"] == "guest"


def test_a_damaged_file_is_told_at_the_start(tmp_path: Path) -> None:
    """The table plays, the start prints the file's name and the remedy, and only the machine may tap."""
    AccessFile(tmp_path).path.write_bytes(b"damaged")
    with play(settings(tmp_path)) as playing:
        assert any("access.json is damaged" in note and "pin --reset" in note for note in playing.notes)
        assert ask(playing, "/api/table/1/ring", {})[0] == 403
        assert ask(playing, "/api/table/1/ring", {}, "127.0.0.1")[0] == 200


def test_the_button_forgets_the_pin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Held through the start and let go of: the table is open again, and the file is gone."""
    bell = MockBell()
    monkeypatch.setattr("pi_bunco.app.play.open_table_bell", lambda _: (bell, UP))
    with play(settings(tmp_path)) as playing:
        ask(playing, "/api/access/pin/set", {"pin": "2580"}, "127.0.0.1")
        assert ask(playing, "/api/access")[1]["role"] == "guest"
        bell.press(Stage.STUCK, since_start=True)
        assert ask(playing, "/api/access")[1]["role"] == "guest"
        bell.press(Stage.OFF, since_start=True)
        assert ask(playing, "/api/access")[1]["role"] == "host"
        assert bell.sounded[-1] is Ring.FORGOT
    assert not AccessFile(tmp_path).path.exists()


def test_a_new_game_at_one_table_is_open_again(tmp_path: Path) -> None:
    """Roles go by the tables that play: those of a room end with it, and no PIN is set."""
    with play(settings(tmp_path, players=EIGHT)) as playing:
        assert ask(playing, "/api/access")[1]["role"] == "guest"
        game = {"rules": "classic", "players": ["Ann", "Bob", "Cy", "Di"], "end": True}
        assert ask(playing, "/api/game", game)[0] == 403
        assert ask(playing, "/api/game", game, "127.0.0.1")[0] == 200
        assert ask(playing, "/api/access")[1]["role"] == "host"
