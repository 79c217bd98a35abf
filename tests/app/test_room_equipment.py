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
from pi_bunco.app.room_equipment import RoomEquipment
from pi_bunco.devices.board import read_health
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
    equipment = RoomEquipment({}, {}, Room(), Cooling(30, read_health), Settings())  # type: ignore[arg-type] # a stand-in
    assert equipment.fetch_picture(3) is None
    assert equipment.view_camera(3).size is None
    assert equipment.view_camera(3).says == playing().camera.says
    assert (equipment.calibrators, equipment.stations) == ({}, {})
    with pytest.raises(Refused, match="There is no table 4"):
        equipment.view_camera(4)
