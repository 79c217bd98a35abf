"""Checks by name, for each table of a room, and beside a table that runs."""

import errno
import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

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
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding, Mark
from pi_bunco.settings.config import Settings
from pi_bunco.station.doctor.table import examine_table
from pi_bunco.station.doctor.unseen import report_no_camera
from pi_bunco.store import Log
from pi_bunco.web import Server, create_app, serve
from tests.app.doctor.stand_ins import FakeMachine, machine, make_context
from tests.station.doctor.cameras import empty
from tests.web.conftest import FakePageService
from tests.web.doctors import NEEDS_LOOK, WELL, FakeDoctor


def examine_empty_mat(settings: Settings, table: int) -> Mapping[str, Finding]:
    """Examine a table whose camera sees an empty mat."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pi_bunco.station.doctor.table.take_state", lambda *_: empty())
        return examine_table(settings, table)


def test_checks_are_selected_by_name() -> None:
    """Checks keep their order; the name of a group selects its checks, and no name selects all."""
    assert select_checks([]) == tuple(CHECKS)
    assert select_checks(["network", "bell", "button"]) == ("button", "buzzer", "lamp", "network")
    assert set(GROUPS["bell"]) <= CHECKS.keys()
    assert CHECKS.keys() >= RUNNING_TABLE_CHECKS


def test_unknown_check_is_refused() -> None:
    """A misspelt check is refused with a list of the known ones."""
    with pytest.raises(Trouble, match=r"no check “camra”.*camera, light, mat"):
        select_checks(["camra"])


def test_each_check_has_one_finding(tmp_path: Path) -> None:
    """Each check gives one finding; a finding that is passed in replaces its check."""
    known = Finding.bad("service", "It hangs.", "Kick it.")
    found = list(examine(make_context(tmp_path, machine(tmp_path)), CHECKS, {"service": known}))
    assert [finding.check for finding in found] == list(CHECKS)
    assert known in found
    for finding in found:
        assert bool(finding.remedy) == (finding.mark is not Mark.GOOD)


def test_check_that_fails_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unexpected error in a check is a bad finding, and the other checks are made."""
    monkeypatch.setitem(CHECKS, "disk", lambda _: 1 / 0)
    found = {each.check: each for each in examine(make_context(tmp_path), ("disk", "card"))}
    assert found["disk"].mark is Mark.BAD
    assert "ZeroDivisionError" in found["disk"].found
    assert found["card"].mark is Mark.GOOD


def test_folder_with_an_open_log_is_played(tmp_path: Path) -> None:
    """A log that a process has open is found in the kernel's list of locks."""
    assert not is_played(tmp_path, FakeMachine())
    with Log(tmp_path):
        assert is_played(tmp_path, FakeMachine())
    assert not is_played(tmp_path, FakeMachine())


def test_table_that_does_not_answer_has_bad_devices(tmp_path: Path) -> None:
    """If a table plays but its page does not answer, its devices are bad, and are not opened."""
    context = make_context(tmp_path, FakeMachine(), port=1)
    assert collect_findings(context, CHECKS) == {}
    with Log(tmp_path):
        found = collect_findings(context, CHECKS)
    assert found.keys() == set(DEVICE_CHECKS)
    assert {each.mark for each in found.values()} == {Mark.BAD}
    assert "does not answer" in found["camera"].found
    served = make_context(tmp_path, FakeMachine(Path("/"), {"systemctl": "ActiveState=active\n"}), port=1)
    assert collect_findings(served, ["camera", "clock"]).keys() == {"camera"}
    assert collect_findings(served, ["clock"]) == {}


def test_files_that_this_user_may_not_read_need_a_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If this user may not read the calibration, the light is judged without it; the remedy is sudo."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    context = make_context(tmp_path, examine_camera=examine_empty_mat, camera="usb")
    monkeypatch.setattr(Path, "stat", refuse)  # because permissions do not stop root
    found = {each.check: each for each in examine(context, ("camera", "light", "mat", "backup"))}
    monkeypatch.undo()
    assert [found["camera"].mark, found["light"].mark] == [Mark.GOOD, Mark.GOOD]
    for check in ("mat", "backup"):
        assert found[check].mark is Mark.LOOK
        assert "sudo pi-bunco doctor" in found[check].remedy


def test_host_guide_lists_each_check() -> None:
    """The table in docs/host.md has exactly the checks that exist, in their order."""
    host = (Path(__file__).parents[3] / "docs/host.md").read_text("utf-8")
    page = host.partition("## Is everything working?")[2].partition("If you ask")[0]
    rows = [line.partition("|")[2].partition("|")[0] for line in page.splitlines() if line.startswith("| `")]
    assert [name for row in rows for name in row.replace("`", "").replace(" ", "").split(",")] == list(CHECKS)


def test_each_table_has_its_own_camera_light_and_mat(tmp_path: Path) -> None:
    """Further tables' findings have their numbers, and their remedies lead to their pages."""
    opened: list[int] = []

    def open_camera(_: Settings, table: int) -> Mapping[str, Finding]:
        opened.append(table)
        mat = Finding.look("mat", f"That of table {table}.", "See /calibrate.")
        return {**report_no_camera(), "mat": mat}

    settings = Settings.model_validate(
        {"state_dir": tmp_path, "camera": "none", "stations": {3: "usb", 2: "mock"}}
    )
    room = replace(make_context(tmp_path, machine(tmp_path)), settings=settings, examine_camera=open_camera)
    found = list(examine(room, ("camera", "light", "mat", "disk")))
    assert [each.check for each in found] == [
        *(f"{name}{number}" for name in ("camera", "light", "mat") for number in ("", " 2", " 3")),
        "disk",
    ]
    assert opened == [1, 2, 3]  # each camera only once for its three checks
    assert [(each.found, each.remedy) for each in found if each.check.startswith("mat")] == [
        ("Table 1: That of table 1.", "See /calibrate."),
        ("Table 2: That of table 2.", "See /calibrate?table=2."),
        ("Table 3: That of table 3.", "See /calibrate?table=3."),
    ]
    known = Finding.bad("mat 2", "It was moved.", "Put it back.")
    assert list(examine(room, ("mat",), {"mat 2": known})) == [known]


def examine_cameras(tmp_path: Path, camera: str, stations: dict[int, str]) -> list[str]:
    """Return the findings about cameras and light of a room with these stations."""
    settings = Settings.model_validate({"state_dir": tmp_path, "camera": camera, "stations": stations})
    room = replace(make_context(tmp_path), settings=settings, examine_camera=examine_empty_mat)

    return [str(finding) for finding in examine(room, ("camera", "light"))]


def test_findings_of_a_single_camera_name_no_table(tmp_path: Path) -> None:
    """If only table 1 has a camera, no finding names its table."""
    light = "good  light: It is bright enough and even."
    camera = "good  camera: Pi camera gives pictures of 960 x 720, 30 a second."
    assert examine_cameras(tmp_path, "picamera2", {}) == [camera, light]
    assert examine_cameras(tmp_path, "picamera2", {2: "none", 3: "guests"}) == [camera, light]


def test_findings_of_four_cameras_name_their_tables(tmp_path: Path) -> None:
    """Findings about several cameras have the numbers of their tables, without the table that has none."""
    found = examine_cameras(
        tmp_path, "picamera2", {5: "usb", 2: "/dev/video2", 3: "none", 4: "http://10.0.0.7/v"}
    )
    assert [line.partition(": ")[2].partition(": ")[0] for line in found] == [
        f"Table {table}" for _ in ("camera", "light") for table in (1, 2, 4, 5)
    ]
    assert found[1] == "good  camera 2: Table 2: Pi camera gives pictures of 960 x 720, 30 a second."


def test_each_table_has_its_own_calibration(tmp_path: Path) -> None:
    """A further table's file that cannot be used is named with that table."""
    (tmp_path / "calibration-3.zip").write_text("no calibration")
    settings = Settings(state_dir=tmp_path, camera="picamera2", stations={2: "usb", 3: "/dev/video2"})
    room = replace(make_context(tmp_path), settings=settings, examine_camera=examine_empty_mat)
    first, second, third = examine(room, ("mat",))
    assert (first.mark, second.mark, third.mark) == (Mark.LOOK, Mark.LOOK, Mark.BAD)
    assert third.found.startswith("Table 3: ")
    assert "calibration-3.zip" in third.found
    assert third.remedy == "Calibrate again: on the page /calibrate?table=3."


def test_cameras_of_a_room_that_does_not_answer_are_not_opened(tmp_path: Path) -> None:
    """If a room plays but its page does not answer, the doctor opens no camera of it."""

    def fail_if_opened(*_: object) -> Mapping[str, Finding]:
        raise AssertionError("it was opened")

    settings = Settings(state_dir=tmp_path, camera="picamera2", stations={2: "usb"}, port=1)
    context = replace(make_context(tmp_path, FakeMachine()), settings=settings, examine_camera=fail_if_opened)
    with Log(tmp_path):
        found = list(examine(context, ("camera", "mat"), collect_findings(context, ("camera", "mat"))))
    assert [each.check for each in found] == ["camera", "mat"]
    assert all("does not answer" in each.found for each in found)


@pytest.fixture
def doctor() -> FakeDoctor:
    return FakeDoctor(*NEEDS_LOOK)


@pytest.fixture
def server(tmp_path: Path, doctor: FakeDoctor) -> Iterator[Server]:
    with serve(create_app(FakePageService(tmp_path), examiner=doctor), "127.0.0.1", 0) as server:
        yield server


def test_running_table_makes_the_checks_of_its_devices(
    tmp_path: Path, server: Server, doctor: FakeDoctor
) -> None:
    """The running table makes the checks of its devices, and its findings are used unchanged."""
    context = make_context(tmp_path, machine(tmp_path), port=server.port)
    found = collect_findings(context, ("camera", "light", "clock"))
    assert doctor.requested == [("camera", "light")]
    assert found == {"camera": WELL[0], "light": WELL[1]}

    assert [each.found for each in examine(context, ("camera", "light"), found)] == [
        each.found for each in WELL[:2]
    ]


def test_command_makes_the_other_checks(tmp_path: Path, server: Server) -> None:
    """The command itself makes the checks that the running table does not make."""
    context = make_context(tmp_path, machine(tmp_path), port=server.port)
    found = [each.check for each in examine(context, CHECKS, collect_findings(context, CHECKS))]
    assert found == list(CHECKS)


def test_running_table_is_not_asked_for_other_checks(
    tmp_path: Path, server: Server, doctor: FakeDoctor
) -> None:
    """For checks that do not concern its devices, the running table gets no request."""
    context = make_context(tmp_path, machine(tmp_path), port=server.port)
    assert collect_findings(context, ("clock", "network")) == {}
    assert doctor.requested == []


def test_program_without_a_doctor_at_the_port_is_ignored(tmp_path: Path) -> None:
    """If another program or an older table answers at the port, the command makes all checks itself."""
    with serve(create_app(FakePageService(tmp_path)), "127.0.0.1", 0) as stranger:
        assert collect_findings(make_context(tmp_path, machine(tmp_path), port=stranger.port), CHECKS) == {}


def test_real_running_table_makes_its_checks(tmp_path: Path) -> None:
    """A real running table makes all the checks that belong to it."""
    settings = Settings(camera="none", host="127.0.0.1", port=0, state_dir=tmp_path)
    with play(settings) as playing:
        root = machine(tmp_path / "root")
        context = make_context(tmp_path, root, host="127.0.0.1", port=playing.server.port)
        found = collect_findings(context, CHECKS)
    assert found.keys() == RUNNING_TABLE_CHECKS
    assert found["camera"].found == "There is none, as the settings say: people tap the dice in."
    assert found["button"].found == "The button on the page is the bell."
    assert found["backup"].found.startswith("Nothing was played yet")
    assert {each.mark for each in found.values()} <= {Mark.GOOD, Mark.LOOK}
