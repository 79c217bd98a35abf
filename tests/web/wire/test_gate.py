"""Clients that send or read nothing, slowly or too much do not disturb others."""

import errno
import http.client
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from flask import Flask

from pi_bunco import limits
from pi_bunco.game.commands import RingBell
from pi_bunco.web import Server, serve
from pi_bunco.web.streams import Streams
from pi_bunco.web.wire.connection_handler import Timeouts
from pi_bunco.web.wire.connection_limits import ConnectionLimits
from pi_bunco.web.wire.gate import Gate
from tests.at_night import leave_to_night
from tests.web.conftest import FakePageService
from tests.web.wire.callers import PATIENCE, Stream, as_guests, connect, get, read_rest, tap

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = (
    b"POST /api/table/1/ring HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n"
)
LARGE = bytes(range(256)) * 5500
"""A picture that is too large for the system's buffer, if a browser does not read."""


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    with serve(app, "127.0.0.1", 0) as server:
        yield server


def read_answers(caller: socket.socket, number: int) -> list[bytes]:
    """Read this number of answers, and return their status lines."""
    reader, lines = caller.makefile("rb"), []
    for _ in range(number):
        lines.append(reader.readline().strip())
        length = 0
        while (line := reader.readline()) != b"\r\n":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        reader.read(length)
    reader.close()
    return lines


def test_hundreds_of_hostile_connections_do_not_stop_others(app: Flask, service: FakePageService) -> None:
    """Two addresses keep 300 connections open. A third one still gets pages, taps and streams."""
    begun = [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\nHost: local",
        POST % 5 + b"\r\n{",
        b"GET /events HTTP/1.1\r\nHost: a\r\n\r\n",
    ]
    timeouts = Timeouts(silent=600, request=600, idle=600)
    with serve(app, "127.0.0.1", 0, identify=as_guests, timeouts=timeouts) as server, ExitStack() as open_:
        for number in range(300):
            hostile = open_.enter_context(connect(server.port, f"127.0.0.{2 + number % 2}"))
            if begun[number % len(begun)]:
                try:
                    hostile.sendall(begun[number % len(begun)])
                except ConnectionError:  # it is closed already
                    continue
        assert get(server.port, "/", "127.0.0.4")[0] == 200
        assert tap(server.port, "ring", {}, "127.0.0.4") == 200
        assert service.commands == [RingBell()]
        stream = Stream(server.port, "127.0.0.4")
        assert stream.wait_for("snapshot")
        stream.close()


def test_one_address_has_no_more_than_its_share(app: Flask) -> None:
    """The oldest connection of a full address is closed for its next one. Other addresses lose none."""
    with serve(app, "127.0.0.1", 0, identify=as_guests, per_address=2) as server:
        pages = []
        for source in ("127.0.0.2", "127.0.0.2", "127.0.0.3"):
            pages.append(Stream(server.port, source))
            pages[-1].wait_for("beat")  # so that it is counted before the next one
        assert get(server.port, "/", "127.0.0.2")[0] == 200
        assert pages[0].wait_for("retry") == 4000
        for page in pages[1:]:
            page.wait_for("beat")
        for page in pages:
            page.close()


@pytest.mark.parametrize(
    "begun",
    leave_to_night(
        (b"GET / HT", POST % 60_000 + b"\r\n{", b"GET / HTTP/1.1\r\nX: y"), (POST % 60_000 + b"\r\n{",)
    ),
)
def test_a_request_that_comes_too_slowly_is_refused(app: Flask, begun: bytes) -> None:
    """The whole request has one deadline, and more bytes do not extend it."""
    with serve(app, "127.0.0.1", 0, timeouts=Timeouts(request=0.5)) as server:
        slow = connect(server.port)
        slow.sendall(begun)
        slow.settimeout(0.05)
        received, closed = b"", False
        while not closed:
            try:
                slow.sendall(b"a")
                received += slow.recv(1 << 16)
            except TimeoutError:
                continue
            except ConnectionError:
                closed = True
        assert received.startswith(b"HTTP/1.1 408 ")
        slow.close()


def test_a_silent_connection_is_closed(app: Flask) -> None:
    """A silent connection gets no answer, and is closed sooner than one that has sent a request before."""
    with serve(app, "127.0.0.1", 0, timeouts=Timeouts(silent=0.2, idle=0.4)) as server:
        silent, asked = connect(server.port), connect(server.port)
        asked.sendall(GET)
        assert read_answers(asked, 1) == [b"HTTP/1.1 200 OK"]
        assert read_rest(silent) == b""
        assert read_rest(asked) == b""


def test_a_request_may_come_in_pieces(server: Server, service: FakePageService) -> None:
    """A slow network can cut it anywhere. The connection stays open for the next request."""
    caller = connect(server.port)
    for piece in (b"PO", (POST % 2)[2:], b"\r\n", b"{", b"}", GET[:10], GET[10:]):
        caller.sendall(piece)
        get(server.port, "/healthz")  # so that the server has read the piece
    assert read_answers(caller, 2) == [b"HTTP/1.1 200 OK", b"HTTP/1.1 200 OK"]
    assert service.commands == [RingBell()]
    caller.close()


def test_requests_that_come_together_are_answered_in_order(server: Server) -> None:
    """Three requests in one packet get three answers."""
    caller = connect(server.port)
    caller.sendall(GET + GET.replace(b"/healthz", b"/nothing") + GET)
    assert [line[9:12] for line in read_answers(caller, 3)] == [b"200", b"404", b"200"]
    caller.close()


def test_a_client_that_waits_for_continue_gets_it(server: Server, service: FakePageService) -> None:
    """With ``Expect: 100-continue`` the server sends ``100 Continue`` once, before the body comes."""
    caller = connect(server.port)
    caller.sendall(POST % 2 + b"Expect: 100-continue\r\n\r\n")
    assert caller.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
    caller.sendall(b"{}")
    assert read_answers(caller, 1) == [b"HTTP/1.1 200 OK"]
    assert service.commands == [RingBell()]
    caller.close()


def test_too_large_a_body_is_refused_in_words(server: Server, service: FakePageService) -> None:
    """The client can read the answer although it is still sending the body."""
    caller = connect(server.port)
    caller.sendall(POST % 10_000_000 + b"\r\n")
    answer = caller.recv(12)
    assert answer == b"HTTP/1.1 413"
    try:
        for _ in range(100):
            caller.sendall(bytes(1000))
    except ConnectionError:
        pass
    assert b"too much to send" in read_rest(caller)
    assert service.commands == []


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"POST /api/table/1/ring HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", b"411"),
        (POST % 2 + b"Content-Length: 3\r\n\r\n{}", b"400"),
        (b"GET /" + b"x" * 9000, b"414"),
        (GET[:-2] + b"X: " + b"y" * 17_000, b"431"),
        (GET[:-2] + b"X: y\r\n" * 101 + b"\r\n", b"431"),
        (GET.replace(b"\r\n", b"\n"), b"400"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"400"),
        (b"get / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"400"),
        (b"GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n", b"400"),
        (b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", b"505"),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"505"),
    ],
)
def test_bytes_that_are_no_request_are_refused(server: Server, request_: bytes, status: bytes) -> None:
    """Each has its status, and the connection is closed. The next client is served."""
    caller = connect(server.port)
    caller.sendall(request_)
    assert read_rest(caller)[9:12] == status
    assert get(server.port, "/healthz")[0] == 200


def test_a_client_that_does_not_read_occupies_no_worker(server: Server, service: FakePageService) -> None:
    """There are more such clients than workers. All others are served, and these too when they read."""
    service.picture = LARGE
    slow = [connect(server.port, buffer=1 << 16) for _ in range(20)]
    for client in slow:
        client.sendall(b"GET /camera.jpg HTTP/1.0\r\nHost: localhost\r\n\r\n")
    assert get(server.port, "/")[0] == 200
    assert read_rest(slow[0]).endswith(b"\r\n\r\n" + LARGE)
    for client in slow[1:]:
        client.close()
    assert get(server.port, "/camera.jpg")[1] == LARGE


def test_an_answer_that_is_not_read_is_dropped(app: Flask, service: FakePageService) -> None:
    """The connection is closed after a while."""
    service.picture = LARGE
    with serve(
        app, "127.0.0.1", 0, timeouts=Timeouts(stall=0.3), identify=as_guests, per_address=1
    ) as server:
        silent_client = connect(server.port, "127.0.0.2", buffer=4096)
        silent_client.sendall(b"GET /camera.jpg HTTP/1.1\r\nHost: localhost\r\n\r\n")
        closed = threading.Event()
        received = silent_client.recv(10)
        while not closed.is_set():  # a client learns of it only when it sends
            try:
                silent_client.sendall(b" ")
            except ConnectionError:
                closed.set()
        assert received == b"HTTP/1.1 2"
        silent_client.close()


def test_unsent_answers_have_a_limit(
    app: Flask, service: FakePageService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If too much data waits, the address with most of it loses connections."""
    service.picture = 4 * LARGE
    monkeypatch.setattr(limits, "UNSENT_BYTES", 3 * len(service.picture))
    with serve(app, "127.0.0.1", 0, identify=as_guests) as server:
        honest = connect(server.port, "127.0.0.3", buffer=1 << 16)
        greedy = [connect(server.port, "127.0.0.2", buffer=1 << 16) for _ in range(6)]
        for client in (honest, *greedy):
            client.sendall(b"GET /camera.jpg HTTP/1.0\r\nHost: localhost\r\n\r\n")
            assert client.recv(1)
        assert get(server.port, "/healthz", "127.0.0.2")[0] == 200
        assert read_rest(honest).endswith(service.picture)
        assert sum(read_rest(client).endswith(service.picture) for client in greedy) == 2


def test_a_slow_network_gets_all(server: Server) -> None:
    """A telephone that reads a little at a time gets every byte, and may send another request."""
    caller = connect(server.port, buffer=2048)
    page = get(server.port, "/")[1]
    caller.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    answer = http.client.HTTPResponse(caller)
    answer.begin()
    taken = b""
    while piece := answer.read(100):
        taken += piece
    assert len(taken) == len(page)
    caller.sendall(GET)
    assert read_answers(caller, 1) == [b"HTTP/1.1 200 OK"]
    caller.close()


def test_a_client_that_leaves_disturbs_no_other(server: Server, capfd: pytest.CaptureFixture[str]) -> None:
    """A client leaves before, within or after a request, closing properly or not. Nothing is printed."""
    for begun in (
        b"",
        GET[:20],
        GET,
        POST % 9 + b"\r\n{",
        b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ):
        for broken in (False, True):
            caller = connect(server.port)
            caller.sendall(begun)
            if broken:  # RST instead of FIN
                caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            caller.close()
    assert get(server.port, "/")[0] == 200
    assert capfd.readouterr().err == ""


class FullListener(socket.socket):
    """A listening socket for which the system has no more files, twice."""

    refusals = 2

    def accept(self) -> tuple[socket.socket, tuple[str, int]]:
        if self.refusals:
            self.refusals -= 1
            raise OSError(errno.EMFILE, "Too many open files")
        return super().accept()


def test_without_free_files_newcomers_wait(service: FakePageService) -> None:
    """A process that may open no further file does not spin, and lets in who waited once it can."""
    listener = FullListener(fileno=socket.create_server(("127.0.0.1", 0)).detach())
    gate = Gate(
        listener, ConnectionLimits(per_address=9, most=9, streams=9), Streams(service, most=9, heartbeat=1)
    )
    asked = threading.Event()
    thread = threading.Thread(target=gate.run, args=(lambda _: asked.set(),))
    thread.start()
    caller = connect(listener.getsockname()[1])
    caller.sendall(GET)
    assert asked.wait(PATIENCE)
    assert listener.refusals == 0
    gate.stop()
    thread.join()
    gate.close()
    caller.close()


def test_both_kinds_of_addresses_are_served(app: Flask) -> None:
    """A server at ``::`` accepts IPv6 and IPv4."""
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError as error:
        pytest.skip(f"no IPv6 here ({error})")
    with serve(app, "::", 0) as server:
        assert get(server.port, "/healthz")[0] == 200
        six = socket.create_connection(("::1", server.port), PATIENCE)
        six.sendall(b"GET /healthz HTTP/1.0\r\nHost: [::1]\r\n\r\n")
        assert read_rest(six).startswith(b"HTTP/1.1 200 ")
