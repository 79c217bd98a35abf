"""Who sends nothing, slowly, too much or reads nothing is in nobody's way; honest requests are answered."""

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
from tests.web.conftest import FakePageService
from tests.web.wire.callers import PATIENCE, Stream, as_guests, connect, get, read_rest, tap

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = (
    b"POST /api/table/1/ring HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n"
)
LARGE = bytes(range(256)) * 5500
"""A picture that no system takes at once for a browser that does not read."""


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    with serve(app, "127.0.0.1", 0) as server:
        yield server


def answers(caller: socket.socket, number: int) -> list[bytes]:
    """Read so many answers, and return their status lines."""
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


def test_while_hundreds_are_hostile_the_others_are_served(app: Flask, service: FakePageService) -> None:
    """300 connections from two addresses, all kept open: pages, taps and streams of a third go on."""
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
                except ConnectionError:  # it had to make way already
                    continue
        assert get(server.port, "/", "127.0.0.4")[0] == 200
        assert tap(server.port, "ring", {}, "127.0.0.4") == 200
        assert service.commands == [RingBell()]
        stream = Stream(server.port, "127.0.0.4")
        assert stream.wait_for("snapshot")
        stream.close()


def test_one_address_has_no_more_than_its_share(app: Flask) -> None:
    """The oldest of its connections makes way for its next one, and no other address's."""
    with serve(app, "127.0.0.1", 0, identify=as_guests, per_address=2) as server:
        pages = []
        for source in ("127.0.0.2", "127.0.0.2", "127.0.0.3"):
            pages.append(Stream(server.port, source))
            pages[-1].wait_for("beat")  # so it was counted before the next
        assert get(server.port, "/", "127.0.0.2")[0] == 200
        assert pages[0].wait_for("retry") == 4000
        for page in pages[1:]:
            page.wait_for("beat")
        for page in pages:
            page.close()


@pytest.mark.parametrize("begun", [b"GET / HT", POST % 60_000 + b"\r\n{", b"GET / HTTP/1.1\r\nX: y"])
def test_a_request_that_drips_in_is_refused(app: Flask, begun: bytes) -> None:
    """One deadline for all of a request: another byte does not prolong it."""
    with serve(app, "127.0.0.1", 0, timeouts=Timeouts(request=0.5)) as server:
        slow = connect(server.port)
        slow.sendall(begun)
        slow.settimeout(0.05)
        heard, closed = b"", False
        while not closed:
            try:
                slow.sendall(b"a")
                heard += slow.recv(1 << 16)
            except TimeoutError:
                continue
            except ConnectionError:
                closed = True
        assert heard.startswith(b"HTTP/1.1 408 ")
        slow.close()


def test_a_silent_connection_is_closed(app: Flask) -> None:
    """A connection without a request ends without an answer, sooner than one that has asked before."""
    with serve(app, "127.0.0.1", 0, timeouts=Timeouts(silent=0.2, idle=0.4)) as server:
        silent, asked = connect(server.port), connect(server.port)
        asked.sendall(GET)
        assert answers(asked, 1) == [b"HTTP/1.1 200 OK"]
        assert read_rest(silent) == b""
        assert read_rest(asked) == b""


def test_a_request_may_come_in_pieces(server: Server, service: FakePageService) -> None:
    """A slow network cuts where it likes; nothing is lost, and the connection is kept for the next."""
    caller = connect(server.port)
    for piece in (b"PO", (POST % 2)[2:], b"\r\n", b"{", b"}", GET[:10], GET[10:]):
        caller.sendall(piece)
        get(server.port, "/healthz")  # so it was read
    assert answers(caller, 2) == [b"HTTP/1.1 200 OK", b"HTTP/1.1 200 OK"]
    assert service.commands == [RingBell()]
    caller.close()


def test_requests_that_come_together_are_answered_in_order(server: Server) -> None:
    """Three in one packet bring three answers."""
    caller = connect(server.port)
    caller.sendall(GET + GET.replace(b"/healthz", b"/nothing") + GET)
    assert [line[9:12] for line in answers(caller, 3)] == [b"200", b"404", b"200"]
    caller.close()


def test_a_client_that_waits_for_continue_gets_it(server: Server, service: FakePageService) -> None:
    """``Expect: 100-continue``: the word comes before the body is sent, and once."""
    caller = connect(server.port)
    caller.sendall(POST % 2 + b"Expect: 100-continue\r\n\r\n")
    assert caller.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
    caller.sendall(b"{}")
    assert answers(caller, 1) == [b"HTTP/1.1 200 OK"]
    assert service.commands == [RingBell()]
    caller.close()


def test_too_large_a_body_is_refused_in_words(server: Server, service: FakePageService) -> None:
    """The answer comes though the body is on its way, and is not broken off."""
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
    """Each with its status, and the connection is closed; the next one is served."""
    caller = connect(server.port)
    caller.sendall(request_)
    assert read_rest(caller)[9:12] == status
    assert get(server.port, "/healthz")[0] == 200


def test_a_client_that_does_not_read_occupies_no_worker(server: Server, service: FakePageService) -> None:
    """More than there are workers take nothing of large answers; all others are served, then they."""
    service.picture = LARGE
    slow = [connect(server.port, buffer=1 << 16) for _ in range(20)]
    for one in slow:
        one.sendall(b"GET /camera.jpg HTTP/1.0\r\nHost: localhost\r\n\r\n")
    assert get(server.port, "/")[0] == 200
    assert read_rest(slow[0]).endswith(b"\r\n\r\n" + LARGE)
    for one in slow[1:]:
        one.close()
    assert get(server.port, "/camera.jpg")[1] == LARGE


def test_an_answer_that_is_not_read_is_dropped(app: Flask, service: FakePageService) -> None:
    """It gets what was underway, and its place is free."""
    service.picture = LARGE
    with serve(
        app, "127.0.0.1", 0, timeouts=Timeouts(stall=0.3), identify=as_guests, per_address=1
    ) as server:
        deaf = connect(server.port, "127.0.0.2", buffer=4096)
        deaf.sendall(b"GET /camera.jpg HTTP/1.1\r\nHost: localhost\r\n\r\n")
        closed = threading.Event()
        heard = deaf.recv(10)
        while not closed.is_set():  # the kernel tells it to who sends
            try:
                deaf.sendall(b" ")
            except ConnectionError:
                closed.set()
        assert heard == b"HTTP/1.1 2"
        deaf.close()


def test_what_slow_readers_are_owed_has_a_limit(
    app: Flask, service: FakePageService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When too much waits to be taken, it is taken from the address that has most of it."""
    service.picture = 4 * LARGE
    monkeypatch.setattr(limits, "UNSENT_BYTES", 3 * len(service.picture))
    with serve(app, "127.0.0.1", 0, identify=as_guests) as server:
        honest = connect(server.port, "127.0.0.3", buffer=1 << 16)
        greedy = [connect(server.port, "127.0.0.2", buffer=1 << 16) for _ in range(6)]
        for one in (honest, *greedy):
            one.sendall(b"GET /camera.jpg HTTP/1.0\r\nHost: localhost\r\n\r\n")
            assert one.recv(1)
        assert get(server.port, "/healthz", "127.0.0.2")[0] == 200
        assert read_rest(honest).endswith(service.picture)
        assert sum(read_rest(one).endswith(service.picture) for one in greedy) == 2


def test_a_slow_network_gets_all(server: Server) -> None:
    """A phone that takes a little at a time gets every byte, and may ask again."""
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
    assert answers(caller, 1) == [b"HTTP/1.1 200 OK"]
    caller.close()


def test_a_client_that_leaves_disturbs_no_other(server: Server, capfd: pytest.CaptureFixture[str]) -> None:
    """Before, within and after a request, with and without a farewell; nothing is complained of."""
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


class Full(socket.socket):
    """A port at which the system has no more files to give, twice."""

    refusals = 2

    def accept(self) -> tuple[socket.socket, tuple[str, int]]:
        if self.refusals:
            self.refusals -= 1
            raise OSError(errno.EMFILE, "Too many open files")
        return super().accept()


def test_without_free_files_newcomers_wait(service: FakePageService) -> None:
    """A process that may open no further file does not spin, and lets in who waited once it can."""
    listener = Full(fileno=socket.create_server(("127.0.0.1", 0)).detach())
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
    """``::`` is for IPv6 and IPv4."""
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError as error:
        pytest.skip(f"no IPv6 here ({error})")
    with serve(app, "::", 0) as server:
        assert get(server.port, "/healthz")[0] == 200
        six = socket.create_connection(("::1", server.port), PATIENCE)
        six.sendall(b"GET /healthz HTTP/1.0\r\nHost: [::1]\r\n\r\n")
        assert read_rest(six).startswith(b"HTTP/1.1 200 ")
