"""The event streams, and the server that sends them."""

import json
import socket
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.roles import GUEST, HOST, Role
from pi_bunco.views.results import Results
from pi_bunco.web import Server, create_app, serve
from pi_bunco.web.context import get_parts
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.host.kind import HOST_PAGE
from pi_bunco.web.pages.results.page import RESULTS
from pi_bunco.web.pages.room.kind import ROOM_PAGE
from pi_bunco.web.pages.table.kind import TABLE
from pi_bunco.web.serve_pages import make_topic
from pi_bunco.web.server import PortTrouble
from pi_bunco.web.visitors import COOKIE, find_page_role, make_role_check
from pi_bunco.web.wire.connection_handler import Timeouts
from tests.web.conftest import FakePageService
from tests.web.states import playing, roomful
from tests.web.wire.callers import Stream, as_guests, connect, get, read_rest


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    with serve(app, "127.0.0.1", 0) as server:
        yield server


def test_a_stream_begins_with_the_current_view(server: Server) -> None:
    """A page that connects gets it at once."""
    stream = Stream(server.port)
    assert stream.response.headers["Content-Type"].startswith("text/event-stream")
    assert stream.response.headers["Cache-Control"] == "no-store"
    assert stream.next_event()[0] == "hello"
    name, data = stream.next_event()
    assert (name, data["sides"][0]["score"]) == ("snapshot", 14)
    stream.close()


def test_a_stream_sends_each_change(server: Server, service: FakePageService) -> None:
    """Every open page gets it."""
    pages = [Stream(server.port), Stream(server.port)]
    for page in pages:
        page.wait_for("snapshot")
    service.show(replace(playing(), told="The mock host rang the bell."))
    for page in pages:
        assert page.wait_for("snapshot")["told"] == "The mock host rang the bell."
        page.close()


def test_a_stream_is_about_one_table(server: Server, service: FakePageService) -> None:
    """A change at table 2 is sent only to its pages. Each topic has its own change numbers."""
    service.show(replace(playing(), table=2))
    one, two = Stream(server.port), Stream(server.port, about="?table=2")
    assert [page.wait_for("snapshot")["table"] for page in (one, two)] == [1, 2]
    before = one.wait_for("beat")["change"]
    service.show(replace(playing(), table=2, told="at table 2"))
    two.wait_for_text("at table 2")
    for _ in range(2):
        assert one.next_event() == ("beat", {"change": before, "age": 0})
    assert two.wait_for("beat")["change"] > before
    service.show(replace(playing(), told="at table 1"))
    one.wait_for_text("at table 1")
    assert two.next_event()[0] == "beat"
    one.close()
    two.close()


def test_the_results_are_a_topic(server: Server, service: FakePageService) -> None:
    """Its pages get the results even in a round, after a change at any table."""
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


def test_a_removed_table_says_so(server: Server, service: FakePageService) -> None:
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


def test_only_views_of_open_pages_are_made(server: Server, service: FakePageService) -> None:
    """When the last page of a topic has left, its view is made no more."""
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


def test_a_stream_beats_while_nothing_happens(server: Server) -> None:
    """So a page knows that its connection works."""
    stream = Stream(server.port)
    stream.wait_for("snapshot")
    assert stream.next_event()[0] == "beat"
    assert stream.next_event()[0] == "beat"
    stream.close()


def test_a_page_that_was_away_gets_the_newest_view(server: Server, service: FakePageService) -> None:
    """A page that was away gets the newest view when it connects again."""
    first = Stream(server.port)
    first.wait_for("snapshot")
    first.close()
    service.show(replace(playing(), told="while you were away"))
    again = Stream(server.port)
    assert again.wait_for("snapshot")["told"] == "while you were away"
    again.close()


def test_at_the_limit_the_address_with_most_streams_loses_one(app: Flask, service: FakePageService) -> None:
    """The oldest stream of this address is closed. Its page waits longer before it tries again."""
    with serve(app, "127.0.0.1", 0, identify=as_guests) as server:
        pages = []
        for source in ("127.0.0.3", "127.0.0.2", "127.0.0.2"):
            pages.append(Stream(server.port, source))
            pages[-1].wait_for("beat")  # so that it is counted before the next one
        one, *two = pages
        late = Stream(server.port, "127.0.0.4")
        assert two[0].wait_for("retry") == 4000
        assert two[0].next_event()[0] == "end"
        service.show(replace(playing(), told="to the open pages"))
        for page in (one, two[1], late):
            page.wait_for_text("to the open pages")
        assert get_parts(app).streams.open_count == 3
        for page in (one, *two, late):
            page.close()


def test_the_machine_itself_has_no_limit(server: Server, service: FakePageService) -> None:
    """Its streams are not counted."""
    pages = [Stream(server.port) for _ in range(5)]
    service.show(replace(playing(), told="all of you"))
    for page in pages:
        page.wait_for_text("all of you")
        page.close()


def test_a_page_that_left_is_noticed(server: Server) -> None:
    """When its connection is closed, the number of streams in ``/healthz`` is smaller."""
    stays, goes = Stream(server.port), Stream(server.port)
    goes.wait_for("snapshot")
    goes.close()
    while json.loads(get(server.port, "/healthz")[1])["streams"] != 1:
        assert stays.wait_for("beat")
    stays.close()


def test_a_slow_client_skips_changes(app: Flask, service: FakePageService) -> None:
    """A client that reads late misses some changes, but gets the newest one, and delays no other page."""
    # On a busy machine, the usual timeout could close the slow client before it reads.
    with serve(app, "127.0.0.1", 0, timeouts=Timeouts(stall=600.0)) as server:
        slow = connect(server.port, buffer=4096)
        slow.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        fast = Stream(server.port)
        fast.wait_for("snapshot")
        changes = 200
        for number in range(changes):
            service.show(replace(playing(), told=f"change {number} " + 4000 * "."))
            fast.wait_for_text(f"change {number} " + 4000 * ".")
        received = b""
        while f"change {changes - 1} ".encode() not in received:
            chunk = slow.recv(1 << 16)
            assert chunk, "the server has closed the slow client's stream"
            received += chunk
        assert received.count(b"event: snapshot") < changes
        slow.close()
        fast.close()


def test_a_stream_that_is_not_read_is_closed(app: Flask, service: FakePageService) -> None:
    """A page that reads nothing for a while loses its place, although it has not left."""
    with serve(app, "127.0.0.1", 0, timeouts=Timeouts(stall=0.3)) as server:
        silent = connect(server.port, buffer=4096)
        silent.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        live = Stream(server.port)
        while get_parts(app).streams.open_count != 2:
            live.wait_for("beat")
        number = 0
        while get_parts(app).streams.open_count == 2:
            number += 1
            service.show(replace(playing(), told=f"{number} " + 4000 * "."))
            live.wait_for_text(f"{number} " + 4000 * ".")
        live.close()
        silent.close()


def test_an_old_browser_has_a_stream_too(server: Server) -> None:
    """A browser with HTTP/1.0 gets no chunks and no length. The data end with the connection."""
    old = connect(server.port)
    old.sendall(b"GET /events HTTP/1.0\r\nHost: localhost\r\n\r\n")
    received = b""
    while b"event: beat" not in received:
        received += old.recv(1 << 16)
    head = received.partition(b"\r\n\r\n")[0].lower()
    assert b"chunked" not in head
    assert b"content-length" not in head
    assert b"connection: close" in head
    old.close()


def test_a_head_request_gets_only_the_head(server: Server, app: Flask) -> None:
    """A HEAD request is answered at once and opens no stream."""
    caller = connect(server.port)
    caller.sendall(b"HEAD /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    answer = read_rest(caller)
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    assert answer.endswith(b"\r\n\r\n")
    assert get_parts(app).streams.open_count == 0


def test_the_application_sends_only_the_first_events(app: Flask) -> None:
    """Without the server nothing keeps a stream open."""
    with app.test_client() as client:
        answer = client.get("/events")
    assert answer.text.startswith("retry: 1000\nevent: hello\ndata: ")
    assert answer.text.count("event: snapshot") == 1


def test_stop_ends_open_streams_properly(app: Flask) -> None:
    """When the server stops, the streams of open pages end completely and do not break."""
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


def test_the_port_is_free_again_after_a_stop(app: Flask, service: FakePageService) -> None:
    """The next server gets the same port."""
    from pi_bunco.web import create_app  # noqa: PLC0415 - a second application beside the fixture's

    with serve(app, "127.0.0.1", 0) as first:
        port = first.port
    with serve(create_app(service), "127.0.0.1", port) as second:
        assert second.port == port


def test_a_busy_port_is_reported_with_a_remedy(app: Flask, server: Server) -> None:
    """The error names the port, and offers another one."""
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
def test_a_wrong_address_is_reported(app: Flask, host: str, port: int, says: str) -> None:
    """The error names a port or host that this machine cannot use."""
    with pytest.raises(PortTrouble, match=says):
        serve(app, host, port)


@pytest.mark.parametrize(("kind", "role", "waits"), [
    (TABLE, GUEST, True), (RESULTS, GUEST, True), (TABLE, Role("table", 1), False), (TABLE, HOST, False),
    (ROOM_PAGE, GUEST, False), (RESULTS, HOST, False),
])  # fmt: skip
def test_changes_for_guests_are_sent_together(
    app: Flask, service: FakePageService, kind: PageKind, role: Role, *, waits: bool
) -> None:
    """They get at most four events a second. Tables, host and the room's screen get each change at once."""
    shown = make_topic(kind, 1, role)
    with app.test_request_context():
        stream, _ = get_parts(app).streams.begin_stream(shown, "")
        assert stream.take_event(100.0) is None
        for text in ("one", "two"):
            service.show(replace(playing(), told=text, rounds=()))
            service.show_room(replace(roomful(1), title=text))
            get_parts(app).streams.find_feed(shown).refresh()
        at_once, later = stream.take_event(100.1), stream.take_event(100.3)
    assert (at_once is None) == waits
    assert (later is None) != waits


@pytest.mark.parametrize(("kind", "role"), [(HOST_PAGE, HOST), (TABLE, Role("table", 1))])
def test_a_device_that_was_put_out_gets_nothing_more(
    service: FakePageService, kind: PageKind, role: Role
) -> None:
    """Its stream says once that it is over, and sends no change after that."""
    door = Door(DoorConfig(roles="on"))
    app = create_app(service, door=door)
    streams = get_parts(app).streams
    device = door.ask(door.identify(None, "10.0.0.7"), role)
    door.let_in(device.id, role)
    cookie = f"{COOKIE}={door.make_cookie(device)}"
    with app.test_request_context("/", environ_base={"REMOTE_ADDR": "10.0.0.7"}, headers={"Cookie": cookie}):
        topic = make_topic(kind, 1, find_page_role(kind, 1))
        assert topic.role == role
        check = make_role_check(topic.role)
        stream, _ = streams.begin_stream(topic, "", "", check)
    stream.open()
    assert not streams._end_without_roles()
    door.let_in(device.id, GUEST)
    assert streams._end_without_roles()
    assert not streams._end_without_roles()
    events = []
    for now in (100.0, 200.0, 300.0):
        service.show(replace(playing(), told=str(now)))
        with app.test_request_context():
            streams.find_feed(topic).refresh()
        events.append(stream.take_event(now))
    assert b"event: gone" in (events[0] or b"")
    assert events[1:] == [None, None]
