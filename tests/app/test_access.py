"""What guests and hosts may do at a running table."""

import http.client
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.access.file import AccessFile
from pi_bunco.app.play import RunningTable, play
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import Ring, Stage
from pi_bunco.equipment.bell import UP
from pi_bunco.settings.config import NO_CAMERA, Settings

EIGHT = tuple("ABCDEFGH")


def ask(playing: RunningTable, path: str, body: object = None, host: str = "127.0.0.2") -> tuple[int, Any]:
    """Send a request from 127.0.0.2, which counts as a guest's device, or from another address."""
    connection = http.client.HTTPConnection("127.0.0.1", playing.server.port, 60, source_address=(host, 0))
    with closing(connection):
        if body is None:
            connection.request("GET", path)
        else:
            connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        response = connection.getresponse()
        return response.status, json.load(response)


def settings(folder: Path, **more: Any) -> Settings:
    return Settings(camera=NO_CAMERA, state_dir=folder, port=0, host="0.0.0.0", **more)


def test_guest_of_a_room_may_only_watch(tmp_path: Path) -> None:
    """With two tables roles are on: 127.0.0.1 may do everything, and another address may only watch."""
    with play(settings(tmp_path, players=EIGHT)) as playing:
        assert ask(playing, "/api/table/2")[0] == 200
        status, answer = ask(playing, "/api/table/1/ring", {})
        assert (status, answer["needs"]) == (403, {"role": "table", "number": 1, "table": 1})
        assert ask(playing, "/api/table/1/ring", {}, "127.0.0.1")[0] == 200
        code = ask(playing, "/api/access", host="127.0.0.1")[1]["machine_code"]
        assert playing.find_code() == code
        assert ask(playing, "/api/access")[1]["machine_code"] is None


@pytest.mark.parametrize("more", [{}, {"roles": "off", "players": EIGHT}, {"camera": "mock"}])
def test_every_device_is_a_host_without_roles(tmp_path: Path, more: dict[str, Any]) -> None:
    """Every device is a host at a single table, without roles, and at a mock table; there is no code."""
    with play(settings(tmp_path).model_copy(update=more)) as playing:
        assert ask(playing, "/api/access")[1]["role"] == "host"
        assert playing.find_code() is None


def test_settings_turn_roles_on(tmp_path: Path) -> None:
    """With ``roles="on"``, a device is a guest even at a single table with a mock camera."""
    with play(settings(tmp_path, roles="on").model_copy(update={"camera": "mock"})) as playing:
        assert ask(playing, "/api/access")[1]["role"] == "guest"


def test_damaged_access_file_is_reported_at_the_start(tmp_path: Path) -> None:
    """With a damaged access file the table plays, a note has the remedy, and only 127.0.0.1 may ring."""
    AccessFile(tmp_path).path.write_bytes(b"damaged")
    with play(settings(tmp_path)) as playing:
        assert any("access.json is damaged" in note and "pin --reset" in note for note in playing.notes)
        assert ask(playing, "/api/table/1/ring", {})[0] == 403
        assert ask(playing, "/api/table/1/ring", {}, "127.0.0.1")[0] == 200


def test_button_held_through_the_start_forgets_the_pin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the button was held through the start, the PIN's file is gone, and every device is a host."""
    bell = MockBell()
    monkeypatch.setattr("pi_bunco.app.played_room.open_table_bell", lambda _: (bell, UP))
    with play(settings(tmp_path)) as playing:
        ask(playing, "/api/access/pin/set", {"pin": "2580"}, "127.0.0.1")
        assert ask(playing, "/api/access")[1]["role"] == "guest"
        bell.press(Stage.STUCK, since_start=True)
        assert ask(playing, "/api/access")[1]["role"] == "guest"
        bell.press(Stage.OFF, since_start=True)
        assert ask(playing, "/api/access")[1]["role"] == "host"
        assert bell.sounded[-1] is Ring.FORGOT
    assert not AccessFile(tmp_path).path.exists()


ROOM = {"rules": "classic", "players": EIGHT, "end": True}


def begin_room(playing: RunningTable, host: str) -> str:
    """Begin a room of two tables from an address. Return the cookie of its device, ``""`` if it got none."""
    connection = http.client.HTTPConnection("127.0.0.1", playing.server.port, 60, source_address=(host, 0))
    with closing(connection):
        connection.request("POST", "/api/game", json.dumps(ROOM), {"Content-Type": "application/json"})
        response = connection.getresponse()
        assert response.status == 200
        return (response.headers["Set-Cookie"] or "").split(";")[0]


def ask_role(playing: RunningTable, cookie: str) -> str:
    """Return the role of the device with this cookie."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", playing.server.port, 60, source_address=("127.0.0.2", 0)
    )
    with closing(connection):
        connection.request("GET", "/api/access", headers={"Cookie": cookie})
        return str(json.load(connection.getresponse())["role"])


def test_the_device_that_begins_the_first_room_is_the_hosts(tmp_path: Path) -> None:
    """It stays so after a restart. All other devices are guests, and the code is wanted from then on."""
    with play(settings(tmp_path)) as playing:
        assert playing.find_code() is None
        cookie = begin_room(playing, "127.0.0.2")
        assert ask_role(playing, cookie) == "host"
        assert ask_role(playing, "") == "guest"
        code = playing.find_code()
        assert code == ask(playing, "/api/access", host="127.0.0.1")[1]["machine_code"]
    with play(settings(tmp_path)) as playing:
        assert ask_role(playing, cookie) == "host"
        assert ask_role(playing, "") == "guest"
        ask(playing, "/api/access/pin/set", {"pin": "2580"}, "127.0.0.1")
        assert ask_role(playing, cookie) == "guest", "nobody has entered the PIN on it"
        assert playing.find_code() is None


def test_the_machine_that_begins_a_room_is_no_device(tmp_path: Path) -> None:
    """The machine itself is the host in any case."""
    with play(settings(tmp_path)) as playing:
        assert begin_room(playing, "127.0.0.1") == ""
        assert ask(playing, "/api/access/devices", host="127.0.0.1")[1] == {"devices": []}


def test_in_a_room_a_new_game_makes_nobody_a_host(tmp_path: Path) -> None:
    """A room is the host's already, so only a host can begin another one, and gets no other role."""
    with play(settings(tmp_path, players=EIGHT)) as playing:
        assert ask(playing, "/api/game", ROOM)[0] == 403
        assert ask(playing, "/api/access/devices", host="127.0.0.1")[1] == {"devices": []}
        assert begin_room(playing, "127.0.0.1") == ""


def test_a_late_guest_who_needs_a_second_table_does_not_lock_the_host_out(tmp_path: Path) -> None:
    """Guests who come can bring roles into use, too."""
    with play(settings(tmp_path)) as playing:
        status, seats = ask(playing, "/api/room/guests", {"come": ["Eve", "Fay", "Gus", "Hal"]})
        assert (status, len(seats["tables"])) == (200, 2)
        devices = ask(playing, "/api/access/devices", host="127.0.0.1")[1]["devices"]
        assert [(device["role"], device["address"]) for device in devices] == [("host", "127.0.0.2")]


def test_new_game_at_one_table_ends_the_roles_of_a_room(tmp_path: Path) -> None:
    """After a room, a new game at a single table makes every device a host, as no PIN is set."""
    with play(settings(tmp_path, players=EIGHT)) as playing:
        assert ask(playing, "/api/access")[1]["role"] == "guest"
        game = {"rules": "classic", "players": ["Ann", "Bob", "Cy", "Di"], "end": True}
        assert ask(playing, "/api/game", game)[0] == 403
        assert ask(playing, "/api/game", game, "127.0.0.1")[0] == 200
        assert ask(playing, "/api/access")[1]["role"] == "host"
