"""The list of devices on the host's page."""

import time
from dataclasses import replace

import pytest
from flask import Flask

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.roles import HOST, Role
from pi_bunco.web import create_app
from pi_bunco.web.pages import KINDS
from pi_bunco.web.pages.host.devices import (
    SHOWN_WAITING,
    SILENT_AFTER,
    DeviceLine,
    list_devices,
    say_alarm,
    say_calm,
    shorten_list,
)
from tests.web.conftest import FakePageService
from tests.web.states import playing
from tests.web.test_needs import list_requests
from tests.web.visitors import open_browser, open_browser_as


class LateClock:
    """A clock that can be late: requests at its time are some time ago."""

    def __init__(self) -> None:
        self.late = 0.0

    def __call__(self) -> float:
        return time.time() - self.late


@pytest.fixture
def late_clock() -> LateClock:
    return LateClock()


@pytest.fixture
def door(late_clock: LateClock) -> Door:
    return Door(DoorConfig(count_tables=lambda: 3, clock=late_clock))


@pytest.fixture
def app(service: FakePageService, door: Door) -> Flask:
    for table in (2, 3):
        service.show(replace(playing(), table=table))
    return create_app(service, door=door)


def list_lines(door: Door) -> tuple[DeviceLine, ...]:
    return list_devices(door, door.identify(None, "127.0.0.1"), {kind.name: kind for kind in KINDS})


def test_a_device_without_requests_is_silent(app: Flask, door: Door, late_clock: LateClock) -> None:
    """The list says for how long, and what it showed. Its next request ends the silence."""
    tablet = open_browser_as(app, Role("table", 3))
    assert [(line.shows, line.silent) for line in list_lines(door)] == [("not seen since the start", True)]
    for late, shows, silent in (
        (0.0, "shows table 3", False),
        (SILENT_AFTER + 1, "silent; showed table 3", True),
        (125.0, "silent for 2 minutes; showed table 3", True),
        (0.0, "shows table 3", False),
    ):
        late_clock.late = late
        tablet.get("/t/3")
        assert [(line.shows, line.silent) for line in list_lines(door)] == [(shows, silent)]


def test_two_devices_of_a_table_are_marked(app: Flask, door: Door) -> None:
    """Devices of other tables are not."""
    for table in (2, 3, 3):
        open_browser_as(app, Role("table", table))
    assert [(line.table, line.twice) for line in list_lines(door)] == [(2, False), (3, True), (3, True)]


def test_a_tables_device_asks_for_another_table(app: Flask, door: Door) -> None:
    """The device may tap for its own table until the host lets it in for the other one."""
    tablet, host = open_browser_as(app, Role("table", 3)), open_browser_as(app, HOST)
    page = tablet.get("/t/2").text
    assert "This device is for table 3." in page
    assert "asks to tap here" not in page
    tablet.post("/api/access/ask", data={"table": 2, "back": "/t/2"})
    assert "asks to tap here" in tablet.get("/t/2").text
    asks = list_lines(door)[0]
    assert (asks.waits, asks.known, asks.role, asks.asks) == (True, True, "table 3", "table 2")
    assert tablet.post("/api/table/3/enter", json={"dice": [1, 1, 4]}).status_code == 200
    assert "table 3 · shows table 2 · asks to be let in as table 2" in host.get("/host").text
    host.post(f"/api/access/devices/{asks.id}", data={"table": 2, "back": "/host"})
    assert tablet.post("/api/table/3/enter", json={"dice": [1, 1, 4]}).status_code == 403
    assert tablet.post("/api/table/2/enter", json={"dice": [1, 1, 4]}).status_code == 200
    assert not any(line.waits for line in list_lines(door))


def test_every_page_has_a_name(app: Flask, door: Door) -> None:
    """The list names the page that a device shows. A dialog over a page does not change this."""
    host = open_browser_as(app, HOST)
    opened = ("/room", "/results", "/rules", "/me", "/host", "/new", "/pin", "/join", "/paper", "/?choose",
              "/table/3/camera", "/t/2")  # fmt: skip
    for address in opened:
        assert host.get(address).status_code == 200
        before = list_lines(door)[0].shows
        assert "_" not in before
        for request in list_requests():
            method, part = request.split()
            if method == "GET" and part.startswith(("/t/3/", "/host/")) and "let-in" not in part:
                host.get(part).close()
        assert list_lines(door)[0].shows == before
    assert before == "shows table 2"


def test_the_host_lets_devices_in_without_scripts(app: Flask) -> None:
    """The list is in the page as it is served. The machine's own screen also has the code for a PIN."""
    open_browser(app).post("/api/access/ask", json={"table": 3})
    machine = open_browser(app, "127.0.0.1")
    page = machine.get("/host").text
    assert "asks to be let in as table 3" in page
    assert 'data-do="let-in"' in page
    code = get_machine_code(app)
    assert code in page
    assert code in machine.get("/pin").text
    assert code not in open_browser_as(app, HOST).get("/host").text
    assert "Every device may tap" not in page


def get_machine_code(app: Flask) -> str:
    answer = open_browser(app, "127.0.0.1").get("/api/access").json
    assert answer is not None
    return str(answer["machine_code"])


def test_the_list_without_devices_says_that_none_has_asked(app: Flask) -> None:
    """An empty list does not say that every device may tap, as no device may."""
    page = open_browser(app, "127.0.0.1").get("/host/devices").text
    assert "No device has asked" in page
    assert "Every device may tap" not in page


def test_the_list_has_a_limit(app: Flask, door: Door) -> None:
    """Of many that wait, those that still show their page come first. The page says how many more wait."""
    for number in range(SHOWN_WAITING + 5):
        door.ask(door.identify(None, f"10.0.3.{number}"), Role("table", 1))
    tablet = door.ask(door.identify(None, "10.0.4.1"), Role("table", 3))
    door.note_request(tablet)
    admitted = door.ask(door.identify(None, "10.0.4.2"), HOST)
    door.let_in(admitted.id, HOST)
    lines, more = shorten_list(list_lines(door))
    assert (len(lines), more) == (SHOWN_WAITING + 1, 6)
    assert (lines[0].id, lines[-1].id) == (tablet.id, admitted.id)
    assert (
        "6 more devices wait. Scan the QR codes that they show."
        in open_browser_as(app, HOST).get("/host").text
    )


def test_a_page_that_was_open_before_a_restart_is_named(app: Flask, door: Door) -> None:
    """Its device loads nothing after the restart; only its stream begins again."""
    tablet = open_browser_as(app, Role("table", 3))
    tablet.get("/api/access")
    assert [line.shows for line in list_lines(door)] == ["shows no page"]
    tablet.get("/events?page=table&table=3").close()
    assert [line.shows for line in list_lines(door)] == ["shows table 3"]


def test_the_list_is_folded_until_a_device_needs_the_host(
    app: Flask, door: Door, late_clock: LateClock
) -> None:
    """A device that waits is named, and a silent one of a table. A host may put their own phone away."""
    host, tablet = open_browser_as(app, HOST), open_browser_as(app, Role("table", 3))
    late_clock.late = SILENT_AFTER + 1
    tablet.get("/t/3")
    assert say_alarm(list_lines(door)) == "table 3 is silent"
    late_clock.late = 0.0
    tablet.get("/t/3")
    assert (say_alarm(list_lines(door)), say_calm(list_lines(door))) == ("", "2 devices")
    assert 'data-alarm=""><summary>' in host.get("/host/devices").text
    tablet.post("/api/access/ask", data={"table": 2, "back": "/t/2"})
    waits = door.devices[-1][0]
    assert say_alarm(list_lines(door)) == f"{waits.code} waits to be let in"
    assert f'data-alarm="{waits.code} waits to be let in" open>' in host.get("/host/devices").text
