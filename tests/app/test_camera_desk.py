"""The desk that gives cameras to tables."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

import pytest

from pi_bunco.app import camera_desk
from pi_bunco.app.camera_desk import DeskConfig, TableCameras, make_id, open_planning_desk
from pi_bunco.devices.camera.found import FoundCamera
from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.equipment.camera_station import CameraStation
from pi_bunco.equipment.cameras import use_chosen
from pi_bunco.equipment.connected_cameras import ConnectedCameras
from pi_bunco.equipment.peeks import CameraPeeks
from pi_bunco.errors import Trouble
from pi_bunco.game.refused import Refused
from pi_bunco.messages.up import CameraHealth, Picture
from pi_bunco.settings.chosen_cameras import load_chosen
from pi_bunco.settings.config import NO_CAMERA, Settings

PI = FoundCamera("picamera2:0", "ribbon", "imx708")
PORT = "/dev/v4l/by-path/platform-fd50-usb-0:1.2:1.0-video-index0"
USB = FoundCamera(PORT, "usb", "HD Pro Webcam C920", "/dev/video0")
PHONE = "http://ann:s3cret@10.0.0.7:8080/video"


class Peeks:
    """Looks at cameras; remembers which were ended."""

    def __init__(self) -> None:
        self.ended: list[str] = []

    def get_health(self, camera: str) -> CameraHealth | None:
        return CameraHealth("trouble", "It sends a web page.") if camera == PHONE else None

    def fetch_picture(self, camera: str) -> bytes | None:
        return f"peek at {camera}".encode()

    def end(self, camera: str) -> None:
        self.ended.append(camera)

    def close(self) -> None:
        pass


class Station:
    """The station of a table, which shows its number."""

    def __init__(self, table: int) -> None:
        self.health, self._table = CameraHealth("live", ""), table

    def ask(self, make_question: Callable[[int], Any], seconds: float) -> Picture:
        assert seconds > 0
        return Picture(make_question(1).id, f"table {self._table}".encode())


class Room:
    """A room of three tables with a desk."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.settings, self.folder = settings, folder
        self.changes: list[Mapping[int, str]] = []
        self.connected: tuple[FoundCamera, ...] = (PI, USB)
        self.ribbon: tuple[FoundCamera, ...] | None = ()
        self.peeks = Peeks()
        self.desk = TableCameras(
            DeskConfig(
                folder=folder,
                list_tables=lambda: range(1, 4),
                get_settings=lambda: self.settings,
                change_cameras=self.change,
                offers_mocks=settings.mock,
                find_station=lambda table: cast("CameraStation", Station(table)),
            ),
            ConnectedCameras(lambda: self.ribbon, lambda: self.connected),
            cast("CameraPeeks", self.peeks),
        )

    def change(self, cameras: Mapping[int, str]) -> None:
        self.changes.append(cameras)
        self.settings = self.settings.give_cameras(
            {1: self.settings.camera, **self.settings.stations, **cameras}
        )

    def list(self) -> list[tuple[str, int | None]]:
        return [(camera.title, camera.table) for camera in self.desk.list_cameras()]

    def restart(self) -> "Room":
        notes: list[str] = []
        settings = use_chosen(Settings(camera="none", state_dir=self.folder), notes.append)
        assert not notes
        return Room(self.folder, settings)


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path, Settings(camera="none", state_dir=tmp_path))


def test_found_cameras_are_given_by_a_tap(room: Room) -> None:
    """A found camera is listed with its model, given to a table, and has it after a restart too."""
    assert room.list() == [("Pi camera imx708", None), ("USB camera HD Pro Webcam C920", None)]
    room.desk.give(2, make_id(PORT))
    assert room.changes == [{2: PORT}]
    assert room.peeks.ended == [PORT], "one camera can only be open once"
    assert room.restart().list() == [("USB camera HD Pro Webcam C920", 2), ("Pi camera imx708", None)]


def test_camera_of_another_table_moves(room: Room) -> None:
    """Two tables never have one camera: the first loses it."""
    room.desk.give(2, make_id(PORT))
    room.desk.give(3, make_id(PORT))
    assert room.changes[-1] == {2: NO_CAMERA, 3: PORT}
    assert room.list()[0] == ("USB camera HD Pro Webcam C920", 3)
    assert room.restart().settings.get_camera(2) == NO_CAMERA


def test_camera_is_taken_away(room: Room) -> None:
    """A table without a camera stays without one after a restart, although the settings name one."""
    room.settings = Settings(camera=PORT, state_dir=room.folder)
    room.desk.give(1, "")
    assert room.settings.camera == NO_CAMERA
    settings = Settings(camera=PORT, state_dir=room.folder)
    assert use_chosen(settings, lambda _: None).camera == NO_CAMERA


def test_all_free_cameras_are_given_in_order(room: Room) -> None:
    """Free cameras go to the tables without one, in order; too few leave tables without one."""
    room.desk.give(1, make_id(PORT))
    room.desk.give_all()
    assert room.changes[-1] == {2: PI.name}
    room.desk.give_all()
    assert len(room.changes) == 2, "no camera is free"


def test_setting_that_means_a_found_camera_is_that_one(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera that the settings call usb is not listed a second time by its port."""
    monkeypatch.setattr(camera_desk, "find_first_usb", lambda: "/dev/video0")
    room.settings = Settings(camera="usb", stations={2: "picamera2"}, state_dir=room.folder)
    assert room.list() == [("USB camera HD Pro Webcam C920", 1), ("Pi camera imx708", 2)]


def test_unplugged_camera_says_so_and_stays_with_its_table(room: Room) -> None:
    """A table's camera stays listed without being connected; a free one is gone."""
    room.desk.give(2, make_id(PORT))
    room.connected = ()
    (left,) = room.desk.list_cameras()
    assert (left.table, left.place) == (2, "USB 1.2")


def test_added_camera_hides_its_password(room: Room) -> None:
    """An added address is listed without its password, says what is wrong with it, and can be forgotten."""
    room.desk.add(f" {PHONE} ")
    phone = room.desk.list_cameras()[-1]
    assert (phone.place, phone.status, phone.says) == (
        "http://10.0.0.7:8080/video",
        "trouble",
        "It sends a web page.",
    )
    assert "s3cret" not in repr(phone)
    room.desk.give(1, phone.id)
    assert room.settings.camera == PHONE
    room.desk.remove(phone.id)
    assert room.settings.camera == NO_CAMERA
    assert len(room.desk.list_cameras()) == 2


def test_network_camera_of_the_settings_is_not_lost(room: Room) -> None:
    """A network camera that a table loses can be given to a table again."""
    room.settings = Settings(camera=PHONE, state_dir=room.folder)
    room.desk.give(1, make_id(PORT))
    assert room.desk.list_cameras()[-1].id == make_id(PHONE)


@pytest.mark.parametrize(
    "address",
    ["", "ftp://10.0.0.7/", "/etc/passwd", "file:///etc/passwd", "http://", "hello <b>x</b>", "usb"],
)
def test_address_that_is_none_is_refused(room: Room, address: str) -> None:
    """Only the address of a network camera can be added: no file of the machine, no other kind."""
    if address == "usb":  # a name without a scheme is an address of http
        room.desk.add(address)
        assert load_chosen(room.folder).added[0].startswith("http://")
        return
    with pytest.raises(CameraTrouble, match="not the address of a camera"):
        room.desk.add(address)
    assert not load_chosen(room.folder).added


def test_unknown_camera_and_table_are_refused(room: Room) -> None:
    """A camera that has gone meanwhile, and a table that does not play, are refused; nothing changes."""
    with pytest.raises(Refused, match="not there any more"):
        room.desk.give(1, "0123456789")
    with pytest.raises(Refused, match="Table 4"):
        room.desk.give(4, make_id(PORT))
    assert not room.changes


def test_full_disk_changes_nothing(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice that the disk does not take is refused, and no camera changes."""

    def fail(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(camera_desk, "save_chosen", fail)
    with pytest.raises(Trouble, match="No space left"):
        room.desk.give(1, make_id(PORT))
    assert not room.changes


def test_picture_comes_from_the_table_or_from_a_look(room: Room) -> None:
    """A table's camera is not opened a second time for its picture."""
    room.desk.give(2, make_id(PORT))
    assert room.desk.fetch_picture(make_id(PORT)) == b"table 2"
    assert room.desk.fetch_picture(make_id(PI.name)) == b"peek at picamera2:0"


def test_phone_is_looked_for_where_it_asks(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone's stream is added by the address from which the phone asks."""
    asked: list[str] = []

    def find(host: str) -> str:
        asked.append(host)
        return f"http://{host}:8080/video"

    monkeypatch.setattr(camera_desk, "find_stream", find)
    room.desk.add_phone("10.0.0.9")
    room.desk.add_phone("fe80::1")
    assert asked == ["10.0.0.9", "[fe80::1]"]
    assert [camera.place for camera in room.desk.list_cameras()[2:]] == [
        "http://10.0.0.9:8080/video",
        "http://[fe80::1]:8080/video",
    ]


def test_mock_table_offers_mock_cameras(tmp_path: Path) -> None:
    """At home, without hardware, mock cameras can be given to tables."""
    room = Room(tmp_path, Settings(camera="mock", state_dir=tmp_path))
    room.connected = ()
    assert [title for title, _ in room.list()] == [
        "Mock camera 1",
        "Mock camera 2",
        "Mock camera 3",
        "Mock camera 4",
    ]


def test_chosen_camera_that_cannot_be_used_is_named_at_the_start(tmp_path: Path) -> None:
    """A camera of a plug-in that was removed leaves its table without one, and says so."""
    room = Room(tmp_path, Settings(camera="none", state_dir=tmp_path))
    room.desk.give(1, make_id(PORT))
    (tmp_path / "cameras.json").write_text('{"cameras": {"1": "drawer:left"}}')
    notes: list[str] = []
    assert use_chosen(Settings(camera="usb", state_dir=tmp_path), notes.append).camera == NO_CAMERA
    assert "Table 1" in notes[0]
    assert "drawer:left" in notes[0]


def test_tables_that_do_not_play_yet_get_cameras(tmp_path: Path) -> None:
    """Before the first game, cameras are given to the tables of the coming one, and kept for it."""
    settings = Settings(camera="mock", state_dir=tmp_path)
    desk = open_planning_desk(settings, lambda: (1, 2))
    try:
        desk.give(1, "")
        desk.give(2, desk.list_cameras()[0].id)
        (given,) = [camera for camera in desk.list_cameras() if camera.table]
        assert given.table == 2
        assert use_chosen(settings, lambda _: None).get_camera(2) == "mock:2"
    finally:
        desk.close()


def test_only_cameras_that_are_certainly_missing_are_dropped(tmp_path: Path) -> None:
    """Where Pi cameras could not be looked for, the table keeps its own; one that is not there is dropped."""
    settings = Settings(camera="picamera2", stations={2: PORT, 3: PHONE}, state_dir=tmp_path)
    unknown, known = Room(tmp_path / "a", settings), Room(tmp_path / "b", settings)
    unknown.connected = known.connected = ()
    unknown.ribbon = None
    unknown.desk.drop_missing()
    known.desk.drop_missing()
    assert unknown.changes == [{2: NO_CAMERA}]
    assert known.changes == [{1: NO_CAMERA, 2: NO_CAMERA}]
    unknown.desk.drop_missing()
    assert len(unknown.changes) == 1


def test_few_phones_are_looked_for_at_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guests cannot hold all workers of the pages; afterwards the next ones are looked for."""

    def find(host: str) -> str:
        if host < "10.0.0.3":  # while this one is looked for, the next one asks
            room.desk.add_phone(f"10.0.0.{int(host[-1]) + 1}")
        return f"http://{host}:8080/video"

    monkeypatch.setattr(camera_desk, "find_stream", find)
    with pytest.raises(Refused, match="Other phones"):
        room.desk.add_phone("10.0.0.1")
    assert room.desk.add_phone("10.0.0.3") == "http://10.0.0.3:8080/video"


def test_a_corrected_password_counts(room: Room) -> None:
    """The same camera with another password replaces the one before, at its table too."""
    wrong = PHONE.replace("s3cret", "wrong")
    room.desk.add(wrong)
    room.desk.add(PHONE)
    assert load_chosen(room.folder).added == (PHONE,)
    room.desk.give(2, make_id(PHONE))
    room.desk.add(wrong)
    assert room.settings.get_camera(2) == wrong
    assert load_chosen(room.folder).added == (wrong,)
    room.desk.add(PHONE)
    assert room.restart().settings.get_camera(2) == PHONE
    assert [camera.table for camera in room.desk.list_cameras() if camera.place.endswith("/video")] == [2]
