"""Devices that the host has let in are served before guests."""

import http.client
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.roles import Role
from pi_bunco.web import create_app, serve
from pi_bunco.web.context import get_parts
from pi_bunco.web.visitors import COOKIE
from pi_bunco.web.wire.request_buffer import Request
from tests.web.conftest import FakePageService
from tests.web.wire.callers import PATIENCE, Stream, as_guests
from tests.web.wire.fake_connections import make_connection

HEAD = b"GET / HTTP/1.1\r\nHost: bunco\r\n"


@pytest.mark.parametrize(
    ("head", "found"),
    [
        (b"Cookie: device=a7.b_-9\r\n", "a7.b_-9"),
        (b"cookie:device=a7.b_-9\r\n", "a7.b_-9"),
        (b"COOKIE: other=1; device=a7.b_-9; more=2\r\nAccept: */*\r\n", "a7.b_-9"),
        (b"Cookie: mydevice=a7\r\n", None),
        (b"X-Cookie: device=a7\r\n", None),
        (b"Accept: cookie: device=a7\r\n", None),
        (b'Cookie: device="a7"\r\n', None),
        (b"Cookie: device=" + b"a" * 300 + b"\r\n", None),
        (b"Cookie: device=\r\n", None),
        (b"", None),
    ],
)
def test_the_cookie_is_found_in_the_head(head: bytes, found: str | None) -> None:
    """The cookie may stand among others. Its name must be the whole name, and its value valid."""
    assert Request(HEAD + head + b"\r\n").find_cookie("device") == found
    assert Request(HEAD + b"\r\n" + head).find_cookie("device") is None


def test_the_newest_request_decides_a_connections_priority() -> None:
    """A browser keeps its connection when its device is let in or removed."""
    connection = make_connection("Ann")
    for value, expected in ((b"good", True), (b"bad", False), (b"good", True), (b"", False)):
        connection.request = Request(HEAD + b"Cookie: device=" + value + b"\r\n\r\n")
        connection.note_priority("device", {"good": True, "bad": False}.__getitem__)
        assert connection.has_priority is expected


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    """Return the pages of a room that keeps three pages up to date."""
    config = DoorConfig(count_tables=lambda: 3)
    return create_app(FakePageService(tmp_path), door=Door(config), heartbeat=0.3, most_streams=3)


@pytest.fixture
def tablet(app: Flask) -> str:
    """Return the cookie of a tablet that is let in."""
    device = get_parts(app).door.ask(get_parts(app).door.identify(None, "127.0.0.2"), Role("table", 1))
    get_parts(app).door.let_in(device.id, Role("table", 1))
    return get_parts(app).door.make_cookie(device)


@pytest.fixture
def port(app: Flask) -> Iterator[int]:
    with serve(app, "127.0.0.1", 0, identify=as_guests) as server:
        yield server.port


def test_guests_do_not_end_the_stream_of_a_tablet(port: int, tablet: str) -> None:
    """Only three streams are allowed. The tablet's is the oldest, but ten guests end only each other's."""
    connected = http.client.HTTPConnection("127.0.0.1", port, PATIENCE, ("127.0.0.2", 0))
    with closing(connected):
        connected.request("GET", "/events", headers={"Cookie": f"x=1; {COOKIE}={tablet}"})
        page = connected.getresponse()
        guests = []
        for number in range(10):
            guests.append(Stream(port, f"127.0.0.{3 + number}"))
            guests[-1].wait_for("beat")  # it now has a stream, so the next one is younger
        for guest in guests[:8]:  # until the server says that it should come back later
            while guest.next_event()[0] != "retry":
                pass
        for _ in range(3):
            while b"event: beat" not in page.readline():
                pass
        for guest in guests:
            guest.close()
