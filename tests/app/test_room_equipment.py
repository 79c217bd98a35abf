"""Each table of a room has its own camera, reader and calibration."""

import json
import time
import urllib.error
import urllib.request
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.app.play import play
from pi_bunco.app.room_equipment import EquipmentConfig, RoomEquipment
from pi_bunco.devices.board import find_board, read_health
from pi_bunco.devices.camera.cooling import Cooling
from pi_bunco.game.refused import Refused
from pi_bunco.settings.config import MOCK, NO_CAMERA, Settings
from pi_bunco.views.table import TableView
from tests.web.states import playing

MAT = [[220, 160], [740, 160], [740, 560], [220, 560]]


class Client:
    """An HTTP client of a running table."""

    def __init__(self, port: int) -> None:
        self._root = f"http://127.0.0.1:{port}"

    def get(self, path: str) -> tuple[int, bytes]:
        try:
            with urllib.request.urlopen(f"{self._root}{path}", timeout=30) as response:
                return response.status, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def post_form(self, path: str, fields: str) -> int:
        request = urllib.request.Request(f"{self._root}{path}", fields.encode())
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return int(response.status)
        except urllib.error.HTTPError as error:
            return error.code

    def json(self, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self._root}{path}", data, {"Content-Type": "application/json", "Accept": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.load(response)


def test_calibrating_table_2_writes_only_its_file(tmp_path: Path) -> None:
    """Calibrating the second of three tables on its page writes only its file, which is used again."""
    settings = Settings(
        state_dir=tmp_path,
        port=0,
        players=tuple(f"P{n}" for n in range(12)),
        camera=NO_CAMERA,
        stations={2: MOCK},
    )
    with play(settings) as room:
        client = Client(room.server.port)
        deadline = time.monotonic() + 60
        while client.get("/table/2/camera.jpg")[0] != 200 and time.monotonic() < deadline:
            time.sleep(0.1)
        assert client.get("/table/2/camera.jpg")[1].startswith(b"\xff\xd8")
        for table in (1, 3):
            assert client.get(f"/table/{table}/camera.jpg")[0] == 404
            assert f"Table {table} has no camera".encode() in client.get(f"/table/{table}/camera")[1]
        for step, body in (("corners", {"corners": MAT}), ("learn", {}), ("save", {})):
            bench = client.json(f"/api/table/2/calibrate/{step}", {"anyway": True} | body)
        assert bench["saved"]
        downloaded = client.get("/table/2/calibration.zip")[1]
        assert client.json("/api/table/2/camera")["size"] == bench["picture"]
    assert [path.name for path in tmp_path.glob("*.zip")] == ["calibration-2.zip"]
    assert (tmp_path / "calibration-2.zip").read_bytes() == downloaded
    with play(settings) as again:
        assert not again.calibrated  # which is about table 1
        assert Client(again.server.port).json("/api/table/2/calibrate")["saved"]


class Room:
    """A room of three tables."""

    def view(self, table: int) -> TableView:
        if table > 3:
            raise Refused(f"There is no table {table} now.", "The last is table 3.")
        return replace(playing(), table=table)


def test_table_without_equipment_has_no_picture() -> None:
    """A table that joined later has no picture, but its page's camera status; an unknown table is refused."""
    config = EquipmentConfig(settings=Settings(), cameras={}, stations={}, count_shown=lambda _: 0)
    equipment = RoomEquipment(config, Room(), Cooling(30, read_health), find_board())  # type: ignore[arg-type] # a stand-in
    assert equipment.fetch_picture(3) is None
    assert equipment.view_camera(3).size is None
    assert equipment.view_camera(3).says == playing().camera.says
    assert (equipment.calibrators, equipment.stations) == ({}, {})
    with pytest.raises(Refused, match="There is no table 4"):
        equipment.view_camera(4)


def wait_for_camera(client: Client, table: int, status: str) -> dict[str, Any]:
    """Wait until a table's camera has a status."""
    deadline = time.monotonic() + 60
    while (camera := client.json(f"/api/table/{table}")["camera"])["status"] != status:
        assert time.monotonic() < deadline, camera
        time.sleep(0.1)
    return camera  # type: ignore[no-any-return] # JSON


def test_cameras_change_while_the_room_plays(tmp_path: Path) -> None:
    """A table gets a camera, loses it to another table, and gets it back with its own calibration."""
    settings = Settings(state_dir=tmp_path, port=0, players=tuple("ABCDEFGH"), camera=NO_CAMERA, roles="off")
    (tmp_path / "cameras.json").write_text('{"added": ["http://127.0.0.1:9/video"]}')
    with play(settings) as room:
        client = Client(room.server.port)
        (added,) = client.json("/api/cameras")["cameras"]
        assert (added["table"], added["place"]) == (None, "http://127.0.0.1:9/video")
        give = f"do=give&camera={added['id']}&table="
        assert client.post_form("/cameras", f"{give}2") == 200
        assert "127.0.0.1:9" in wait_for_camera(client, 2, "trouble")["says"]
        (tmp_path / "calibration-2.zip").write_bytes(b"of this camera")
        assert client.post_form("/cameras", f"{give}1") == 200
        wait_for_camera(client, 1, "trouble")
        assert client.json("/api/table/2")["camera"]["status"] == "none"
        assert not (tmp_path / "calibration-2.zip").exists()
        assert client.get("/table/2/camera")[1].count(b"Table 2 has no camera") == 1
        assert client.post_form("/cameras", f"{give}2") == 200
        assert (tmp_path / "calibration-2.zip").read_bytes() == b"of this camera"
        assert client.post_form("/cameras", f"{give}3") == 409


def test_new_game_with_more_tables_starts_their_cameras(tmp_path: Path) -> None:
    """Cameras of tables that did not play run when a game with more tables begins."""
    names = list("ABCDEFGH")
    settings = Settings(state_dir=tmp_path, port=0, players=tuple(names[:4]), camera=NO_CAMERA, roles="off")
    with play(settings):
        pass
    with play(settings.model_copy(update={"stations": {2: MOCK}})) as room:
        client = Client(room.server.port)
        client.json("/api/game", {"rules": "classic", "players": names, "end": True})
        assert wait_for_camera(client, 2, "live")["mock"]
