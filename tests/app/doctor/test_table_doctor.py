"""The doctor inside a running table, which asks the table's stations and uses its bell."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pi_bunco.app.doctor.table_doctor import TableDoctor
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import Stage
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding, Mark
from pi_bunco.game.commands import NewGame
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.refused import Refused
from pi_bunco.messages.down import Examine
from pi_bunco.messages.up import CameraHealth, Examined
from pi_bunco.settings.config import Settings
from pi_bunco.store import Log, Photos, list_backups
from pi_bunco.views.devices import BellButton
from pi_bunco.views.table import TableView
from tests.web.states import playing

LIVE = CameraHealth("live", "usb live")


class FakeStation:
    """A station that answers the doctor with these findings, or not at all."""

    def __init__(self, *findings: Finding, health: CameraHealth = LIVE) -> None:
        self.findings, self.health = findings, health

    def ask(self, make_question: Callable[[int], object], seconds: float) -> Examined:
        assert seconds > 5
        assert isinstance(make_question(7), Examine)
        if not self.findings:
            raise Refused("The camera does not answer.", "See what is wrong with it.")
        return Examined(7, self.findings)


def make_room(view: Callable[[int], TableView], lost_photos: Trouble | None = None) -> Any:
    """Return a room with these views."""
    return SimpleNamespace(view=view, explain_lost_photos=lambda: lost_photos)


def examine(folder: Path, stations: Mapping[int, FakeStation], **settings: object) -> dict[str, Finding]:
    """Return the findings about camera, light, mat and bell by their checks."""
    doctor = TableDoctor(
        lambda: Settings.model_validate({"camera": "none", "state_dir": folder} | settings),
        make_room(lambda _: playing()),
        MockBell(),
        lambda: None,
        stations,  # type: ignore[arg-type] # stand-ins
    )
    return {finding.check: finding for finding in doctor.examine(("camera", "light", "mat", "bell"))}


SEEN = tuple(Finding.good(check, f"The {check} is good.") for check in ("camera", "light", "mat"))


def test_doctor_asks_the_station(tmp_path: Path) -> None:
    """The station judges its camera, the light and the mat, since it has the camera open."""
    found = examine(tmp_path, {1: FakeStation(*SEEN)}, camera="/dev/video99")
    assert tuple(found[check] for check in ("camera", "light", "mat")) == SEEN


def test_doctor_reports_a_station_that_does_not_answer(tmp_path: Path) -> None:
    """Without an answer the camera is bad, with the words of the table's page."""
    lost = CameraHealth("trouble", "There is no camera at /dev/video0.", "Plug it in.")
    found = examine(tmp_path, {1: FakeStation(health=lost)}, camera="/dev/video0")
    assert (found["camera"].mark, found["camera"].found) == (Mark.BAD, lost.text)
    assert found["camera"].remedy == lost.remedy
    assert found["light"].mark is found["mat"].mark is Mark.LOOK
    starting = examine(tmp_path, {1: FakeStation(health=CameraHealth("starting", ""))}, camera="/dev/video0")
    assert starting["camera"].found == "The camera is being opened."


def test_doctor_of_a_table_without_a_camera(tmp_path: Path) -> None:
    """At a table without a camera its checks are good."""
    found = examine(tmp_path, {})
    assert {found[check].mark for check in ("camera", "light", "mat")} == {Mark.GOOD}


def test_doctor_of_a_room_names_the_tables(tmp_path: Path) -> None:
    """Findings name the tables with stations; a table without one, or not in this game, has none."""
    stations = {1: FakeStation(*SEEN), 2: FakeStation(), 4: FakeStation(*SEEN)}
    named = {2: "/dev/video98", 3: "none", 4: "usb", 9: "/dev/video97"}
    doctor = TableDoctor(
        lambda: Settings(camera="/dev/video99", stations=named, state_dir=tmp_path),
        make_room(lambda _: playing()),
        MockBell(),
        lambda: None,
        stations,  # type: ignore[arg-type] # stand-ins
    )
    found = doctor.examine(("camera", "cameras"))
    assert [(finding.check, finding.mark) for finding in found] == [
        ("camera", Mark.GOOD),
        ("camera 2", Mark.BAD),
        ("camera 4", Mark.GOOD),
        ("cameras", found[-1].mark),
    ]
    assert found[0].found == "Table 1: The camera is good."
    assert found[2].found == "Table 4: The camera is good."
    assert "the settings name 3." in found[3].found


def test_doctor_asks_all_stations_at_once(tmp_path: Path) -> None:
    """The waits for stations that do not answer do not add up."""
    together = threading.Barrier(3, timeout=60)

    class Waiting(FakeStation):
        def ask(self, make_question: Callable[[int], object], seconds: float) -> Examined:
            together.wait()
            return super().ask(make_question, seconds)

    doctor = TableDoctor(
        lambda: Settings(camera="usb", stations={2: "0", 3: "1"}, state_dir=tmp_path),
        make_room(lambda _: playing()),
        MockBell(),
        lambda: None,
        {table: Waiting() for table in (1, 2, 3)},  # type: ignore[misc] # stand-ins
    )
    assert {found.mark for found in doctor.examine(("camera",))} == {Mark.BAD}


def test_doctor_makes_a_backup(tmp_path: Path) -> None:
    """The backup contains the game that was played; without new lines the same file is returned again."""
    with Log(tmp_path) as log:
        Keeper(log, Photos(tmp_path)).handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
    doctor = TableDoctor(
        lambda: Settings(camera="none", state_dir=tmp_path),
        make_room(lambda _: playing()),
        MockBell(),
        lambda: None,
        {},
    )

    path = doctor.back_up()
    assert doctor.back_up() == path
    assert list_backups(path.parent)[0].games == 1


def test_doctor_reports_the_last_press_of_the_button(tmp_path: Path) -> None:
    """The finding about the button states when it was last pressed, or that it is stuck."""
    bell = MockBell()
    pressed: list[float] = []
    bell.on_press(lambda _: pressed.append(time.monotonic()))
    settings = Settings(camera="none", bell="gpio:generic", state_dir=tmp_path)
    doctor = TableDoctor(
        lambda: settings,
        make_room(lambda _: playing()),
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
    (found,) = TableDoctor(lambda: Settings(state_dir=tmp_path), room, MockBell(), lambda: None, {}).examine(
        ("photos",)
    )
    assert (found.mark, found.found, found.remedy) == (Mark.LOOK, lost.text, lost.remedy)


def test_doctor_refuses_an_unknown_check(tmp_path: Path) -> None:
    """A misspelt check is refused."""
    doctor = TableDoctor(
        lambda: Settings(state_dir=tmp_path), make_room(lambda _: playing()), MockBell(), lambda: None, {}
    )
    with pytest.raises(Trouble, match="camra"):
        doctor.examine(("camra",))


def test_doctor_reports_a_missing_bell(tmp_path: Path) -> None:
    """If the bell could not be opened at the start, button and buzzer are bad, with the page's message."""
    missing = BellButton("missing", "GPIO 17 is in use already.", "Stop what uses it.")
    settings = Settings(camera="none", bell="gpio:generic", state_dir=tmp_path)
    doctor = TableDoctor(
        lambda: settings,
        make_room(lambda _: replace(playing(), button=missing)),
        MockBell(),
        lambda: None,
        {},
    )
    for found in doctor.examine(("button", "buzzer")):
        assert (found.mark, found.found, found.remedy) == (Mark.BAD, missing.text, missing.remedy)
