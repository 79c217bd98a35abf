"""All checks by name, and a table that runs."""

import errno
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from pi_bunco.app.doctor.camera import CameraState
from pi_bunco.app.doctor.examine import (
    CHECKS,
    DEVICE_CHECKS,
    GROUPS,
    RUNNING_TABLE_CHECKS,
    collect_findings,
    examine,
    is_played,
    select_checks,
)
from pi_bunco.app.play import play
from pi_bunco.config import Settings
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding, Mark
from pi_bunco.store import Log
from pi_bunco.web import Server, create_app, serve
from tests.app.doctor.cameras import empty
from tests.app.doctor.made import Made, machine, make_context
from tests.web.conftest import FakePageService
from tests.web.doctors import LOOKS, WELL, FakeDoctor


def test_names() -> None:
    """Checks come in their own order, a group's name stands for its parts, no name for all."""
    assert select_checks([]) == tuple(CHECKS)
    assert select_checks(["network", "bell", "button"]) == ("button", "buzzer", "lamp", "network")
    assert set(GROUPS["bell"]) <= CHECKS.keys()
    assert CHECKS.keys() >= RUNNING_TABLE_CHECKS


def test_a_check_that_nobody_knows() -> None:
    """A misspelt check is refused, with those that there are."""
    with pytest.raises(Trouble, match=r"no check “camra”.*camera, light, mat"):
        select_checks(["camra"])


def test_each_in_turn(tmp_path: Path) -> None:
    """A made table gets one finding for each check, and nothing is examined twice."""
    known = Finding.bad("service", "It hangs.", "Kick it.")
    found = list(examine(make_context(tmp_path, machine(tmp_path)), CHECKS, {"service": known}))
    assert [one.check for one in found] == list(CHECKS)
    assert known in found
    for one in found:
        assert bool(one.remedy) == (one.mark is not Mark.GOOD)


def test_a_check_that_breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in one check is a finding of its own, and the others are reported."""
    monkeypatch.setitem(CHECKS, "disk", lambda _: 1 / 0)
    found = {one.check: one for one in examine(make_context(tmp_path), ("disk", "card"))}
    assert found["disk"].mark is Mark.BAD
    assert "ZeroDivisionError" in found["disk"].found
    assert found["card"].mark is Mark.GOOD


def test_who_plays_in_a_folder(tmp_path: Path) -> None:
    """A log that some process writes is seen in the kernel's list of locks, and nobody is in its way."""
    assert not is_played(tmp_path, Made())
    with Log(tmp_path):
        assert is_played(tmp_path, Made())
    assert not is_played(tmp_path, Made())


def test_a_table_that_does_not_answer(tmp_path: Path) -> None:
    """What a table holds whose page is mute is called bad; nobody opens it behind its back."""
    asked = make_context(tmp_path, Made(), port=1)
    assert collect_findings(asked, CHECKS) == {}
    with Log(tmp_path):
        found = collect_findings(asked, CHECKS)
    assert found.keys() == set(DEVICE_CHECKS)
    assert {one.mark for one in found.values()} == {Mark.BAD}
    assert "does not answer" in found["camera"].found
    served = make_context(tmp_path, Made(Path("/"), {"systemctl": "ActiveState=active\n"}), port=1)
    assert collect_findings(served, ["camera", "clock"]).keys() == {"camera"}
    assert collect_findings(served, ["clock"]) == {}


def test_a_user_who_may_not_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A calibration of somebody else's is no fault: the light is judged without it, and sudo is named."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    asked = make_context(tmp_path, camera_state=empty())
    monkeypatch.setattr(Path, "stat", refuse)  # root may look everywhere, so it is refused here
    found = {one.check: one for one in examine(asked, ("camera", "light", "mat", "backup"))}
    monkeypatch.undo()
    assert [found["camera"].mark, found["light"].mark] == [Mark.GOOD, Mark.GOOD]
    for check in ("mat", "backup"):
        assert found[check].mark is Mark.LOOK
        assert "sudo pi-bunco doctor" in found[check].remedy


def test_hosts_are_told_of_each_check() -> None:
    """The host's page has a row for each check, and names none that there is not."""
    host = (Path(__file__).parents[3] / "docs/host.md").read_text("utf-8")
    page = host.partition("## Is everything working?")[2].partition("If you ask")[0]
    rows = [line.partition("|")[2].partition("|")[0] for line in page.splitlines() if line.startswith("| `")]
    assert [name for row in rows for name in row.replace("`", "").replace(" ", "").split(",")] == list(CHECKS)


def test_each_table_has_its_own_camera_light_and_mat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Further tables' findings have their numbers, and their remedies lead to their pages."""
    asked: list[int] = []
    judged = lambda context: Finding.look("mat", f"That of table {context.table}.", "See /calibrate.")  # noqa: E731
    monkeypatch.setitem(CHECKS, "mat", judged)

    def look(*named: object) -> CameraState:
        asked.append(cast("int", named[-1]))
        return empty()

    settings = Settings.model_validate(
        {"state_dir": tmp_path, "camera": "none", "stations": {3: "usb", 2: "mock"}}
    )
    room = replace(make_context(tmp_path, machine(tmp_path)), settings=settings, get_camera_state=look)
    found = list(examine(room, ("camera", "light", "mat", "disk")))
    assert [one.check for one in found] == [
        *(f"{name}{number}" for name in ("camera", "light", "mat") for number in ("", " 2", " 3")),
        "disk",
    ]
    assert asked == [1, 2, 3]  # each once: another look would open its camera again
    assert [(one.found, one.remedy) for one in found if one.check.startswith("mat")] == [
        ("Table 1: That of table 1.", "See /calibrate."),
        ("Table 2: That of table 2.", "See /calibrate?table=2."),
        ("Table 3: That of table 3.", "See /calibrate?table=3."),
    ]
    known = Finding.bad("mat 2", "It was moved.", "Put it back.")
    assert list(examine(room, ("mat",), {"mat 2": known})) == [known]


def seen_in(tmp_path: Path, camera: str, stations: dict[int, str]) -> list[str]:
    """Return the checks of cameras in such a room."""
    settings = Settings.model_validate({"state_dir": tmp_path, "camera": camera, "stations": stations})
    room = replace(make_context(tmp_path, camera_state=empty()), settings=settings)
    return [str(one) for one in examine(room, ("camera", "light"))]


def test_the_words_of_one_table_stay(tmp_path: Path) -> None:
    """If only table 1 has a camera, no finding names its table."""
    light = "good  light: It is bright enough and even."
    camera = "good  camera: Pi camera gives pictures of 960 x 720, 30 a second."
    assert seen_in(tmp_path, "picamera2", {}) == [camera, light]
    assert seen_in(tmp_path, "picamera2", {2: "none", 3: "guests"}) == [camera, light]


def test_four_tables_with_cameras(tmp_path: Path) -> None:
    """Each is named with its number; the table that taps is left out."""
    found = seen_in(tmp_path, "picamera2", {5: "usb", 2: "/dev/video2", 3: "none", 4: "http://10.0.0.7/v"})
    assert [one.partition(": ")[2].partition(": ")[0] for one in found] == [
        f"Table {table}" for _ in ("camera", "light") for table in (1, 2, 4, 5)
    ]
    assert found[1] == "good  camera 2: Table 2: Pi camera gives pictures of 960 x 720, 30 a second."


def test_each_table_has_its_own_calibration(tmp_path: Path) -> None:
    """A further table's file that cannot be used is named with that table."""
    (tmp_path / "calibration-3.zip").write_text("no calibration")
    settings = Settings(state_dir=tmp_path, camera="picamera2", stations={2: "usb", 3: "/dev/video2"})
    room = replace(make_context(tmp_path, camera_state=empty()), settings=settings)
    first, second, third = examine(room, ("mat",))
    assert (first.mark, second.mark, third.mark) == (Mark.LOOK, Mark.LOOK, Mark.BAD)
    assert third.found.startswith("Table 3: ")
    assert "calibration-3.zip" in third.found
    assert third.remedy == "Calibrate again: on the page /calibrate?table=3."


def test_a_room_that_does_not_answer_keeps_its_cameras(tmp_path: Path) -> None:
    """No table's camera is opened behind the back of a room that is mute."""

    def look(*_: object) -> CameraState:
        raise AssertionError("it was opened")

    settings = Settings(state_dir=tmp_path, camera="picamera2", stations={2: "usb"}, port=1)
    asked = replace(make_context(tmp_path, Made()), settings=settings, get_camera_state=look)
    with Log(tmp_path):
        found = list(examine(asked, ("camera", "mat"), collect_findings(asked, ("camera", "mat"))))
    assert [one.check for one in found] == ["camera", "mat"]
    assert all("does not answer" in one.found for one in found)


@pytest.fixture
def doctor() -> FakeDoctor:
    return FakeDoctor(*LOOKS)


@pytest.fixture
def server(tmp_path: Path, doctor: FakeDoctor) -> Iterator[Server]:
    with serve(create_app(FakePageService(tmp_path), examiner=doctor), "127.0.0.1", 0) as server:
        yield server


def test_it_tells_what_it_alone_knows(tmp_path: Path, server: Server, doctor: FakeDoctor) -> None:
    """It is asked for its own checks; what it says is taken over, word by word."""
    asked = make_context(tmp_path, machine(tmp_path), port=server.port)
    found = collect_findings(asked, ("camera", "light", "clock"))
    assert doctor.asked == [("camera", "light")]
    assert found == {"camera": WELL[0], "light": WELL[1]}
    assert [one.found for one in examine(asked, ("camera", "light"), found)] == [
        one.found for one in WELL[:2]
    ]


def test_the_others_are_looked_at_here(tmp_path: Path, server: Server) -> None:
    """The command itself examines what the running table does not report."""
    asked = make_context(tmp_path, machine(tmp_path), port=server.port)
    found = [one.check for one in examine(asked, CHECKS, collect_findings(asked, CHECKS))]
    assert found == list(CHECKS)


def test_nobody_is_asked_for_nothing(tmp_path: Path, server: Server, doctor: FakeDoctor) -> None:
    """A check that has nothing to do with the table does not ask it."""
    assert (
        collect_findings(make_context(tmp_path, machine(tmp_path), port=server.port), ("clock", "network"))
        == {}
    )
    assert doctor.asked == []


def test_another_program_at_the_port(tmp_path: Path) -> None:
    """Where something else answers, or an older table, and no table plays, everything is looked at here."""
    with serve(create_app(FakePageService(tmp_path)), "127.0.0.1", 0) as stranger:
        assert collect_findings(make_context(tmp_path, machine(tmp_path), port=stranger.port), CHECKS) == {}


def test_a_real_one(tmp_path: Path) -> None:
    """A table as it is played answers for itself, from its own folder."""
    settings = Settings(camera="none", host="127.0.0.1", port=0, state_dir=tmp_path)
    with play(settings) as playing:
        asked = make_context(tmp_path, machine(tmp_path / "root"), host="127.0.0.1", port=playing.server.port)
        found = collect_findings(asked, CHECKS)
    assert found.keys() == RUNNING_TABLE_CHECKS
    assert found["camera"].found == "There is none, as the settings say: people tap the dice in."
    assert found["button"].found == "The key on the page is the bell."
    assert found["backup"].found.startswith("Nothing was played yet")
    assert {one.mark for one in found.values()} <= {Mark.GOOD, Mark.LOOK}
