"""The doctor inside a running table, which uses the pictures and the bell that the table has open."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pi_bunco.app.doctor.table_doctor import TableDoctor
from pi_bunco.config import Settings
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import CameraTrouble, Stage
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding, Mark
from pi_bunco.frames import Frame, Reading, Status
from pi_bunco.game.commands import DiceSettled, NewGame
from pi_bunco.game.keeper import Keeper
from pi_bunco.stations.loop import LoopConfig
from pi_bunco.stations.speed import Speed
from pi_bunco.stations.station import Station
from pi_bunco.stations.supervisor import CameraSupervisor
from pi_bunco.store import Log, Photos, list_backups
from pi_bunco.views.devices import BellButton, CameraStatus, DiceMotion
from pi_bunco.views.table import TableView
from pi_bunco.vision.frozen import FROZEN
from pi_bunco.vision.watch import Watcher
from tests.web.states import playing


class Wall:
    """A camera that looks at a grey wall, and may repeat one picture."""

    name, live = "wall camera", True

    def __init__(self, *, frozen: bool = False) -> None:
        self.closed, self.frozen = False, frozen

    def frames(self) -> Iterator[Frame]:
        index = 0
        while not self.closed:
            level = 140 + (0 if self.frozen else index % 2)
            yield Frame(np.full((48, 64, 3), level, np.uint8), index, time.monotonic())
            index += 1
            time.sleep(0.01)

    def close(self) -> None:
        self.closed = True


class Blind:
    """Reads nothing."""

    def read(self, *_: object, **__: object) -> Reading:
        return Reading(Status.EMPTY)


class Hall:
    """A page service that keeps the camera status of the supervisor."""

    def __init__(self) -> None:
        self.camera = CameraStatus("starting", "wall camera starting", mock=False)

    def send(self, message: DiceSettled | CameraStatus | DiceMotion) -> None:
        if isinstance(message, CameraStatus):
            self.camera = message

    def view(self) -> TableView:
        return replace(playing(), camera=self.camera)


def make_room(view: Callable[[int], TableView], lost_photos: Trouble | None = None) -> Any:
    """Return a room with these views."""
    return SimpleNamespace(view=view, explain_lost_photos=lambda: lost_photos)


@contextmanager
def start_supervisor(hall: Any, camera: Wall | None) -> Iterator[CameraSupervisor]:
    """Start a supervisor with this camera, or with one that cannot be opened."""

    def open_camera() -> Wall:
        if camera is None:
            raise CameraTrouble("There is no camera at /dev/video0.", "Plug it in.")
        return camera

    supervisor = CameraSupervisor(LoopConfig(open_camera, lambda: Watcher(Blind()), hall))
    supervisor.start()
    try:
        yield supervisor
    finally:
        supervisor.close()


def examine(
    folder: Path, hall: Hall, supervisor: CameraSupervisor | None, **settings: object
) -> dict[str, Finding]:
    """Return the findings about camera, light and bell by their checks."""
    doctor = TableDoctor(
        Settings.model_validate({"camera": "none", "state_dir": folder} | settings),
        make_room(lambda _: hall.view()),
        MockBell(),
        lambda: None,
        {1: Station(supervisor)},
    )
    return {finding.check: finding for finding in doctor.examine(("camera", "light", "bell"))}


def test_doctor_uses_the_pictures_of_the_supervisor(tmp_path: Path) -> None:
    """The doctor judges the supervisor's pictures, and does not open the camera itself."""
    hall = Hall()
    with start_supervisor(hall, Wall()) as supervisor:
        found = examine(tmp_path, hall, supervisor, camera="/dev/video99")
    assert found["camera"].mark is Mark.GOOD
    assert found["camera"].found.startswith("Wall camera gives pictures of 64 x 48, ")
    assert re.search(r"A look took \d+\.\d s at most\.$", found["camera"].found)
    assert found["light"].mark is Mark.GOOD


def test_doctor_measures_a_slow_camera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rate is the table's own measurement, since few pictures come while the doctor waits."""
    monkeypatch.setattr(CameraSupervisor, "measure_speed", lambda _: Speed(0.4, 0.4, 0.1))
    hall = Hall()
    with start_supervisor(hall, Wall()) as supervisor:
        found = examine(tmp_path, hall, supervisor, camera="http://10.0.0.7/video")
    assert found["camera"].found.startswith("Wall camera gives pictures of 64 x 48, 1 in 2.5 s. That is slow")
    assert "Wi-Fi" in found["camera"].remedy


@pytest.mark.parametrize(("camera", "word"), [("usb", "cable"), ("rtsp://10.0.0.7/a", "same network")])
def test_camera_that_stays_silent_has_advice_for_its_kind(
    camera: str, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a live camera gives no new picture, a network camera is looked for in the network."""
    monkeypatch.setattr("pi_bunco.app.doctor.table_doctor._PICTURES_SECONDS", 0.05)
    hall: Any = Hall()
    hall.camera = CameraStatus("live", "wall camera live", mock=False)
    idle = CameraSupervisor(LoopConfig(Wall, lambda: Watcher(Blind()), hall))  # never started
    assert word in examine(tmp_path, hall, idle, camera=camera)["camera"].remedy


def test_doctor_reports_a_camera_that_repeats_one_picture(tmp_path: Path) -> None:
    """A camera whose pictures come but never change is bad, and the page says why."""
    hall = Hall()
    with start_supervisor(hall, Wall(frozen=True)) as supervisor:
        deadline = time.monotonic() + 60
        while hall.camera.status != "trouble" and time.monotonic() < deadline:
            time.sleep(0.01)
        found = examine(tmp_path, hall, supervisor, camera="/dev/video99")
    assert hall.camera.says == FROZEN.text
    assert found["camera"].mark is Mark.BAD
    assert FROZEN.text in found["camera"].found
    assert found["camera"].remedy == FROZEN.remedy


def test_doctor_reports_a_camera_without_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If there are no pictures, the finding is the trouble that the table's page shows."""
    monkeypatch.setattr("pi_bunco.app.doctor.table_doctor._PICTURES_SECONDS", 0.2)
    hall = Hall()
    with start_supervisor(hall, None) as supervisor:
        deadline = time.monotonic() + 60
        while hall.camera.status == "starting" and time.monotonic() < deadline:
            time.sleep(0.01)
        found = examine(tmp_path, hall, supervisor, camera="/dev/video0")
    assert found["camera"].mark is Mark.BAD
    assert "There is no camera at /dev/video0." in found["camera"].found
    assert found["camera"].remedy


def test_doctor_makes_a_backup(tmp_path: Path) -> None:
    """The backup contains the game that was played; without new lines the same file is returned again."""
    with Log(tmp_path) as log:
        Keeper(log, Photos(tmp_path)).handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
    doctor = TableDoctor(
        Settings(camera="none", state_dir=tmp_path),
        make_room(lambda _: playing()),
        MockBell(),
        lambda: None,
        {},
    )

    path = doctor.back_up()
    assert doctor.back_up() == path
    assert list_backups(path.parent)[0].games == 1


def test_doctor_of_a_table_without_a_camera(tmp_path: Path) -> None:
    """At a table without a camera the check of the camera is good."""
    assert examine(tmp_path, Hall(), None)["camera"].mark is Mark.GOOD


def test_doctor_of_a_room_names_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Findings name the tables with cameras; a table without one, or not in this game, has none."""
    monkeypatch.setattr("pi_bunco.app.doctor.table_doctor._PICTURES_SECONDS", 2.0)
    hall, lost = Hall(), Hall()
    named = {2: "/dev/video98", 3: "none", 4: "usb", 9: "/dev/video97"}
    settings = Settings(camera="/dev/video99", stations=named, state_dir=tmp_path)
    with (
        start_supervisor(hall, Wall()) as first,
        start_supervisor(lost, None) as second,
        start_supervisor(hall, Wall()) as fourth,
    ):
        deadline = time.monotonic() + 60
        while lost.camera.status == "starting" and time.monotonic() < deadline:
            time.sleep(0.01)
        stations = {1: Station(first), 2: Station(second), 3: Station(), 4: Station(fourth)}
        views = {1: hall, 2: lost, 3: hall, 4: hall}
        doctor = TableDoctor(
            settings, make_room(lambda table: views[table].view()), MockBell(), lambda: None, stations
        )
        found = doctor.examine(("camera", "cameras"))
    assert [(finding.check, finding.mark) for finding in found] == [
        ("camera", Mark.GOOD),
        ("camera 2", Mark.BAD),
        ("camera 4", Mark.GOOD),
        ("cameras", found[-1].mark),
    ]
    assert found[0].found.startswith("Table 1: Wall camera gives pictures of 64 x 48")
    assert found[1].found.startswith("Table 2: There is no camera at /dev/video0.")
    assert found[2].found.startswith("Table 4: Wall camera gives pictures")
    assert "the settings name 3." in found[3].found


def test_doctor_waits_for_all_cameras_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three cameras without pictures do not take longer than a page waits for an answer."""
    hall: Any = Hall()
    now = [0.0]
    monkeypatch.setattr("pi_bunco.app.doctor.table_doctor.time.monotonic", lambda: now[0])
    monkeypatch.setattr(
        "pi_bunco.app.doctor.table_doctor.time.sleep", lambda seconds: now.__setitem__(0, now[0] + seconds)
    )
    settings = Settings(camera="usb", stations={2: "0", 3: "1"}, state_dir=tmp_path)
    idle = CameraSupervisor(LoopConfig(Wall, lambda: Watcher(Blind()), hall))  # never started
    doctor = TableDoctor(
        settings,
        make_room(lambda _: hall.view()),
        MockBell(),
        lambda: None,
        dict.fromkeys((1, 2, 3), Station(idle)),
    )
    found = doctor.examine(("camera", "light"))
    assert [each.check for each in found] == ["camera", "camera 2", "camera 3", "light", "light 2", "light 3"]
    assert {each.mark for each in found} == {Mark.BAD, Mark.LOOK}
    assert now[0] < 6


def test_doctor_reports_the_last_press_of_the_button(tmp_path: Path) -> None:
    """The finding about the button states when it was last pressed, or that it is stuck."""
    bell = MockBell()
    pressed: list[float] = []
    bell.on_press(lambda _: pressed.append(time.monotonic()))
    settings = Settings(camera="none", bell="gpio:generic", state_dir=tmp_path)
    doctor = TableDoctor(
        settings,
        make_room(lambda _: Hall().view()),
        bell,
        lambda: time.monotonic() - pressed[0] if pressed else None,
        {},
    )
    assert "To try it, press it" in doctor.examine(("button",))[0].found
    bell.press()
    assert "It was last pressed 0 seconds ago, on GPIO 17" in doctor.examine(("button",))[0].found
    bell.hold(Stage.STUCK)
    stuck, buzzer = doctor.examine(("button", "buzzer"))
    assert (stuck.mark, buzzer.mark) == (Mark.BAD, Mark.GOOD)


def test_doctor_says_that_photos_are_not_kept(tmp_path: Path) -> None:
    """The running table knows since when its photos are not kept."""
    lost = Trouble("No photo of a throw has been kept since 20:14: the disk is full.", "Make room.")
    room = make_room(lambda _: playing(), lost)
    (found,) = TableDoctor(Settings(state_dir=tmp_path), room, MockBell(), lambda: None, {}).examine(
        ("photos",)
    )
    assert (found.mark, found.found, found.remedy) == (Mark.LOOK, lost.text, lost.remedy)


def test_doctor_refuses_an_unknown_check(tmp_path: Path) -> None:
    """A misspelt check is refused."""
    doctor = TableDoctor(
        Settings(state_dir=tmp_path), make_room(lambda _: Hall().view()), MockBell(), lambda: None, {}
    )
    with pytest.raises(Trouble, match="camra"):
        doctor.examine(("camra",))


def test_doctor_reports_a_missing_bell(tmp_path: Path) -> None:
    """If the bell could not be opened at the start, button and buzzer are bad, with the page's message."""
    missing = BellButton("missing", "GPIO 17 is in use already.", "Stop what uses it.")
    settings = Settings(camera="none", bell="gpio:generic", state_dir=tmp_path)
    doctor = TableDoctor(
        settings, make_room(lambda _: replace(playing(), button=missing)), MockBell(), lambda: None, {}
    )
    for found in doctor.examine(("button", "buzzer")):
        assert (found.mark, found.found, found.remedy) == (Mark.BAD, missing.text, missing.remedy)
