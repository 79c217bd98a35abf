"""A server leaves its port and its clients to the next one, and no client notices."""

import socket

from flask import Flask

from pi_bunco.web import create_app, serve
from tests.web.conftest import FakePageService
from tests.web.wire.callers import Stream, connect, get, read_rest

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
LAST = GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")


def read_status(caller: socket.socket) -> bytes:
    """Read an answer to the end of its body, and return its status line."""
    with caller.makefile("rb") as reader:
        status, length = reader.readline().strip(), 0
        while (line := reader.readline()) != b"\r\n":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        reader.read(length)
    return status


def test_every_client_is_answered(app: Flask, service: FakePageService) -> None:
    """It has sent nothing, half a request, or a request before; or it connects between the two servers."""
    first = serve(app, "127.0.0.1", 0)
    silent, slow, busy = (connect(first.port) for _ in range(3))
    slow.sendall(LAST[:20])
    busy.sendall(GET)
    assert read_status(busy) == b"HTTP/1.1 200 OK"
    handover = first.hand_over()
    between = connect(first.port)
    for caller, request in ((silent, LAST), (slow, LAST[20:]), (busy, LAST), (between, LAST)):
        caller.sendall(request)
    with serve(create_app(service), "127.0.0.1", 0, handover=handover) as second:
        assert second.port == first.port
        for caller in (silent, slow, busy, between):
            assert read_rest(caller).startswith(b"HTTP/1.1 200 OK")
        assert get(second.port, "/healthz")[0] == 200


def test_a_client_that_has_gone_does_no_harm(app: Flask, service: FakePageService) -> None:
    """Its connection was handed over, but it has closed it meanwhile."""
    first = serve(app, "127.0.0.1", 0)
    gone, stays = connect(first.port), connect(first.port)
    handover = first.hand_over()
    gone.close()
    stays.sendall(LAST)
    with serve(create_app(service), "127.0.0.1", 0, handover=handover):
        assert read_rest(stays).startswith(b"HTTP/1.1 200 OK")


def test_streams_end_properly(app: Flask, service: FakePageService) -> None:
    """An open page connects again, so that it shows what the next server has."""
    first = serve(app, "127.0.0.1", 0)
    page = Stream(first.port)
    page.wait_for("snapshot")
    handover = first.hand_over()
    while page.next_event()[0] != "end":
        pass
    assert page.response.read() == b""
    page.close()
    with serve(create_app(service), "127.0.0.1", 0, handover=handover) as second:
        again = Stream(second.port)
        again.wait_for("snapshot")
        again.close()
