"""The event stream and the server that carries it."""

import http.client
import json
import socket
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from pi_bunco.web import Server, serve
from pi_bunco.web.context import streams
from pi_bunco.web.server import PortTrouble
from tests.web.conftest import FakeDesk
from tests.web.states import playing


class Stream:
    """One open page, as a socket."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        self.connection.request("GET", "/events")
        self.response = self.connection.getresponse()

    def event(self) -> tuple[str, Any]:
        """Wait for the next event."""
        name = ""
        while line := self.response.readline().decode():
            if line.startswith("event: "):
                name = line[7:].strip()
            elif line.startswith("data: "):
                return name, json.loads(line[6:])
        return "end", None

    def until(self, wanted: str) -> Any:
        """Pass over other events."""
        while (event := self.event())[0] != wanted:
            assert event[0] != "end"
        return event[1]

    def close(self) -> None:
        self.response.close()
        self.connection.close()


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    with serve(app, "127.0.0.1", 0) as server:
        yield server


def test_stream_begins_with_the_table_as_it_is(server: Server) -> None:
    """A page that connects gets the snapshot at once."""
    stream = Stream(server.port)
    assert stream.response.headers["Content-Type"].startswith("text/event-stream")
    assert stream.response.headers["Cache-Control"] == "no-store"
    assert stream.event()[0] == "hello"
    name, data = stream.event()
    assert (name, data["sides"][0]["score"]) == ("snapshot", 14)
    stream.close()


def test_stream_tells_each_change(server: Server, desk: FakeDesk) -> None:
    """What the table publishes arrives at every open page."""
    pages = [Stream(server.port), Stream(server.port)]
    for page in pages:
        page.until("snapshot")
    desk.show(replace(playing(), told="The mock host rang the bell."))
    for page in pages:
        assert page.until("snapshot")["told"] == "The mock host rang the bell."
        page.close()


def test_stream_beats_while_nothing_happens(server: Server) -> None:
    """A page knows that it is live although nobody throws."""
    stream = Stream(server.port)
    stream.until("snapshot")
    assert stream.event()[0] == "beat"
    assert stream.event()[0] == "beat"
    stream.close()


def test_stream_catches_up_after_a_gap(server: Server, desk: FakeDesk) -> None:
    """A page that was away gets the newest snapshot when it connects again."""
    first = Stream(server.port)
    first.until("snapshot")
    first.close()
    desk.show(replace(playing(), told="while you were away"))
    again = Stream(server.port)
    assert again.until("snapshot")["told"] == "while you were away"
    again.close()


def test_too_many_streams_are_told_to_wait(server: Server, app: Flask) -> None:
    """Above the cap: 503 with Retry-After; other pages still answer; a page that leaves makes room."""
    pages = [Stream(server.port) for _ in range(3)]
    for page in pages:
        page.until("snapshot")
    refused = Stream(server.port)
    assert refused.response.status == 503
    assert refused.response.headers["Retry-After"] == "5"
    refused.close()
    probe = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    probe.request("GET", "/healthz")
    assert probe.getresponse().status == 200
    probe.close()
    pages[0].close()
    pages[1].until("beat")
    while streams(app).open == 3:  # its place comes back with the next beat that cannot be delivered
        pages[1].until("beat")
    late = Stream(server.port)
    assert late.response.status == 200
    for page in (*pages[1:], late):
        page.close()


def test_stop_ends_open_streams_in_order(app: Flask) -> None:
    """A stopping server says goodbye to open pages: the streams end complete, not broken off."""
    server = serve(app, "127.0.0.1", 0)
    pages = [Stream(server.port) for _ in range(3)]
    for page in pages:
        page.until("snapshot")
    server.stop()
    for page in pages:
        while page.event()[0] != "end":
            pass
        assert page.response.read() == b""  # a stream that broke off would raise IncompleteRead
        page.close()
    server.stop()  # twice is harmless
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", server.port), timeout=5)


def test_port_is_free_again_after_stop(app: Flask, desk: FakeDesk) -> None:
    """The next start gets the same port."""
    from pi_bunco.web import create_app  # noqa: PLC0415 - a second application beside the fixture's

    with serve(app, "127.0.0.1", 0) as first:
        port = first.port
    with serve(create_app(desk), "127.0.0.1", port) as second:
        assert second.port == port


def test_busy_port_is_said_with_a_remedy(app: Flask, server: Server) -> None:
    """A port that another program has is named, and another one offered."""
    with pytest.raises(PortTrouble, match=f"Port {server.port} is taken.*--port {server.port + 1}"):
        serve(app, "127.0.0.1", server.port)


@pytest.mark.parametrize(
    ("host", "port", "says"),
    [
        ("127.0.0.1", 70000, "There is no port 70000"),
        ("203.0.113.7", 8080, "The address 203.0.113.7 is not one of this machine"),
        ("no.such.host.invalid", 8080, "The address no.such.host.invalid is not one"),
    ],
)
def test_where_there_is_no_place_is_said(app: Flask, host: str, port: int, says: str) -> None:
    """A port or host that cannot be is named with a remedy."""
    with pytest.raises(PortTrouble, match=says):
        serve(app, host, port)
