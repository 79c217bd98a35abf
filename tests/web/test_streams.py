"""The event stream and the server that carries it."""

import json
import socket
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from pi_bunco.views.results import Results
from pi_bunco.web import Server, serve
from pi_bunco.web.context import get_parts
from pi_bunco.web.live_pages import make_topic
from pi_bunco.web.server import PortTrouble
from pi_bunco.web.streams import PageRole
from pi_bunco.web.wire.connection_handler import Timeouts
from tests.web.conftest import FakePageService
from tests.web.states import playing, roomful
from tests.web.wire.callers import Stream, as_guests, connect, get, read_rest


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    with serve(app, "127.0.0.1", 0) as server:
        yield server


def test_stream_begins_with_the_table_as_it_is(server: Server) -> None:
    """A page that connects gets the snapshot at once."""
    stream = Stream(server.port)
    assert stream.response.headers["Content-Type"].startswith("text/event-stream")
    assert stream.response.headers["Cache-Control"] == "no-store"
    assert stream.next_event()[0] == "hello"
    name, data = stream.next_event()
    assert (name, data["sides"][0]["score"]) == ("snapshot", 14)
    stream.close()


def test_stream_tells_each_change(server: Server, service: FakePageService) -> None:
    """What the table publishes arrives at every open page."""
    pages = [Stream(server.port), Stream(server.port)]
    for page in pages:
        page.wait_for("snapshot")
    service.show(replace(playing(), told="The mock host rang the bell."))
    for page in pages:
        assert page.wait_for("snapshot")["told"] == "The mock host rang the bell."
        page.close()


def test_a_stream_is_about_one_table(server: Server, service: FakePageService) -> None:
    """What happens at table 2 is sent to its pages alone, and each topic counts its own changes."""
    service.show(replace(playing(), table=2))
    one, two = Stream(server.port), Stream(server.port, about="?table=2")
    assert [page.wait_for("snapshot")["table"] for page in (one, two)] == [1, 2]
    before = one.wait_for("beat")["change"]
    service.show(replace(playing(), table=2, told="at table 2"))
    two.wait_for_text("at table 2")
    for _ in range(2):
        assert one.next_event() == ("beat", {"change": before})
    assert two.wait_for("beat")["change"] > before
    service.show(replace(playing(), told="at table 1"))
    one.wait_for_text("at table 1")
    assert two.next_event()[0] == "beat"
    one.close()
    two.close()


def test_the_results_are_a_topic(server: Server, service: FakePageService) -> None:
    """Its pages are sent the results in a round too, after what happens at any table."""
    service.show(replace(playing(), results=Results(grand_prize="Ann")))
    results, table = Stream(server.port, about="?topic=results"), Stream(server.port)
    assert results.wait_for("snapshot")["results"]["grand_prize"] == "Ann"
    assert table.wait_for("snapshot")["results"]["grand_prize"] is None
    before = results.wait_for("beat")["change"]
    service.show(replace(playing(), table=2))
    assert results.wait_for("snapshot")["results"]["grand_prize"] == "Ann"
    assert results.wait_for("beat")["change"] > before
    results.close()
    table.close()


def test_a_table_that_plays_no_more_says_so(server: Server, service: FakePageService) -> None:
    """Its pages get one ``gone`` event. When it plays again, they continue."""
    service.show(replace(playing(), table=2))
    page = Stream(server.port, about="?table=2")
    page.wait_for("beat")
    service.remove_table(2)
    assert page.wait_for("gone") == {"error": "There is no table 2 now.", "remedy": "The last is table 1."}
    assert page.next_event()[0] == "beat"
    service.show(replace(playing(), table=2, told="again"))
    service.show(replace(playing(), table=2, told="and again"))
    page.wait_for_text("and again")
    page.close()


def test_only_what_is_shown_is_made(server: Server, service: FakePageService) -> None:
    """What no page shows any more is asked for no more."""
    service.show(replace(playing(), table=2))
    stays, goes = Stream(server.port), Stream(server.port, about="?table=2")
    goes.wait_for("beat")
    goes.close()
    while json.loads(get(server.port, "/healthz")[1])["streams"] != 1:
        assert stays.wait_for("beat")
    stays.wait_for("beat")
    service.viewed_tables.clear()
    service.show(replace(playing(), table=2))
    service.show(replace(playing(), told="at table 1"))
    stays.wait_for_text("at table 1")
    assert service.viewed_tables == {1}
    stays.close()


def test_stream_beats_while_nothing_happens(server: Server) -> None:
    """A page knows that it is live although nobody throws."""
    stream = Stream(server.port)
    stream.wait_for("snapshot")
    assert stream.next_event()[0] == "beat"
    assert stream.next_event()[0] == "beat"
    stream.close()


def test_stream_catches_up_after_a_gap(server: Server, service: FakePageService) -> None:
    """A page that was away gets the newest snapshot when it connects again."""
    first = Stream(server.port)
    first.wait_for("snapshot")
    first.close()
    service.show(replace(playing(), told="while you were away"))
    again = Stream(server.port)
    assert again.wait_for("snapshot")["told"] == "while you were away"
    again.close()


def test_at_the_limit_the_address_with_most_streams_loses_one(app: Flask, service: FakePageService) -> None:
    """The oldest stream of the address with most is closed. Its page waits longer before it tries again."""
    with serve(app, "127.0.0.1", 0, identify=as_guests) as server:
        pages = []
        for source in ("127.0.0.3", "127.0.0.2", "127.0.0.2"):
            pages.append(Stream(server.port, source))
            pages[-1].wait_for("beat")  # so it was counted before the next
        one, *two = pages
        late = Stream(server.port, "127.0.0.4")
        assert two[0].wait_for("retry") == 4000
        assert two[0].next_event()[0] == "end"
        service.show(replace(playing(), told="who is left"))
        for page in (one, two[1], late):
            page.wait_for_text("who is left")
        assert get_parts(app).streams.open_count == 3
        for page in (one, *two, late):
            page.close()


def test_the_machine_itself_has_no_limit(server: Server, service: FakePageService) -> None:
    """Its own screen's stream is never in anybody's way, and counts for nobody."""
    pages = [Stream(server.port) for _ in range(5)]
    service.show(replace(playing(), told="all of you"))
    for page in pages:
        page.wait_for_text("all of you")
        page.close()


def test_a_page_that_left_is_noticed(server: Server) -> None:
    """Its place is free as soon as its connection is closed, and ``/healthz`` shows that."""
    stays, goes = Stream(server.port), Stream(server.port)
    goes.wait_for("snapshot")
    goes.close()
    while json.loads(get(server.port, "/healthz")[1])["streams"] != 1:
        assert stays.wait_for("beat")
    stays.close()


def test_a_slow_client_skips_changes(server: Server, service: FakePageService) -> None:
    """A page that does not take what it is sent misses changes, gets the newest, and delays nobody."""
    slow = connect(server.port, buffer=4096)
    slow.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    fast = Stream(server.port)
    fast.wait_for("snapshot")
    changes = 200
    for number in range(changes):
        service.show(replace(playing(), told=f"change {number} " + 4000 * "."))
        fast.wait_for_text(f"change {number} " + 4000 * ".")
    heard = b""
    while f"change {changes - 1} ".encode() not in heard:
        heard += slow.recv(1 << 16)
    assert heard.count(b"event: snapshot") < changes
    slow.close()
    fast.close()


def test_a_stream_that_is_not_read_is_closed(app: Flask, service: FakePageService) -> None:
    """A page that takes nothing for a while loses its place, though it has not left."""
    with serve(app, "127.0.0.1", 0, timeouts=Timeouts(stall=0.3)) as server:
        deaf = connect(server.port, buffer=4096)
        deaf.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        live = Stream(server.port)
        while get_parts(app).streams.open_count != 2:
            live.wait_for("beat")
        number = 0
        while get_parts(app).streams.open_count == 2:
            number += 1
            service.show(replace(playing(), told=f"{number} " + 4000 * "."))
            live.wait_for_text(f"{number} " + 4000 * ".")
        live.close()
        deaf.close()


def test_an_old_browser_has_a_stream_too(server: Server) -> None:
    """What goes out is no matter of HTTP's version: no chunks, no length, until the connection ends."""
    old = connect(server.port)
    old.sendall(b"GET /events HTTP/1.0\r\nHost: localhost\r\n\r\n")
    heard = b""
    while b"event: beat" not in heard:
        heard += old.recv(1 << 16)
    head = heard.partition(b"\r\n\r\n")[0].lower()
    assert b"chunked" not in head
    assert b"content-length" not in head
    assert b"connection: close" in head
    old.close()


def test_a_head_request_gets_only_the_head(server: Server, app: Flask) -> None:
    """``HEAD`` is answered and ends; it is no stream."""
    caller = connect(server.port)
    caller.sendall(b"HEAD /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    answer = read_rest(caller)
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    assert answer.endswith(b"\r\n\r\n")
    assert get_parts(app).streams.open_count == 0


def test_without_a_server_a_stream_is_how_the_table_stands(app: Flask) -> None:
    """The page itself answers with the first events; what keeps it open is the server's."""
    with app.test_client() as client:
        got = client.get("/events")
    assert got.text.startswith("retry: 1000\nevent: hello\ndata: ")
    assert got.text.count("event: snapshot") == 1


def test_stop_ends_open_streams_in_order(app: Flask) -> None:
    """A stopping server says goodbye to open pages: the streams end complete, not broken off."""
    server = serve(app, "127.0.0.1", 0)
    pages = [Stream(server.port) for _ in range(3)]
    for page in pages:
        page.wait_for("snapshot")
    server.stop()
    for page in pages:
        while page.next_event()[0] != "end":
            pass
        assert page.response.read() == b""  # a stream that broke off would raise IncompleteRead
        page.close()
    server.stop()  # twice is harmless
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", server.port), timeout=5)


def test_port_is_free_again_after_stop(app: Flask, service: FakePageService) -> None:
    """The next start gets the same port."""
    from pi_bunco.web import create_app  # noqa: PLC0415 - a second application beside the fixture's

    with serve(app, "127.0.0.1", 0) as first:
        port = first.port
    with serve(create_app(service), "127.0.0.1", port) as second:
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
def test_a_missing_place_is_reported(app: Flask, host: str, port: int, says: str) -> None:
    """A port or host that cannot be is named with a remedy."""
    with pytest.raises(PortTrouble, match=says):
        serve(app, host, port)


@pytest.mark.parametrize(("page", "role", "waits"), [
    ("table", "guest", True), ("results", "guest", True), ("table", "table", False), ("table", "host", False),
    ("room", "guest", False), ("results", "host", False),
])  # fmt: skip
def test_what_guests_are_sent_comes_together(
    app: Flask, service: FakePageService, page: str, role: PageRole, *, waits: bool
) -> None:
    """Four times a second at most; tables, the host and the room's screen are sent each change at once."""
    shown = make_topic(page, 1, role)
    with app.test_request_context():
        stream, _ = get_parts(app).streams.begin_stream(shown, "")
        assert stream.take_event(100.0) is None
        for told in ("one", "two"):
            service.show(replace(playing(), told=told, rounds=()))
            service.show_room(replace(roomful(1), says=told))
            get_parts(app).streams.find_feed(shown).refresh()
        at_once, later = stream.take_event(100.1), stream.take_event(100.3)
    assert (at_once is None) == waits
    assert (later is None) != waits
