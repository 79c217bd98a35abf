"""cheroot turns a whole request in memory into a whole answer."""

from typing import Any

import pytest
from flask import Flask, Response, request
from structlog.testing import capture_logs

from pi_bunco.web.wire.exchange import Exchange, HttpServer
from pi_bunco.web.wire.request_buffer import Request

PEER, LOCAL = ("192.168.1.7", 40000), ("192.168.1.2", 8080)


@pytest.fixture
def environ() -> dict[str, Any]:
    return {}


@pytest.fixture
def exchange(environ: dict[str, Any]) -> Exchange:
    app = Flask("told")

    @app.get("/")
    def look() -> Response:
        environ.update(request.environ)
        return Response("seen")

    return Exchange(HttpServer(app, LOCAL, 60), PEER, LOCAL)


def test_the_pages_get_both_addresses(exchange: Exchange, environ: dict[str, Any]) -> None:
    """The pages get the addresses of both ends of the connection."""
    answer = exchange.answer(Request(b"GET / HTTP/1.1\r\nHost: bunco\r\n\r\n"))
    assert answer.data.startswith(b"HTTP/1.1 200 OK\r\n")
    assert answer.data.endswith(b"\r\n\r\nseen")
    assert (answer.keep_alive, answer.stream) == (True, None)
    assert (environ["REMOTE_ADDR"], environ["REMOTE_PORT"]) == ("192.168.1.7", "40000")
    assert (environ["SERVER_NAME"], environ["SERVER_PORT"]) == ("192.168.1.2", "8080")


def test_an_ipv4_address_is_written_as_ipv4(environ: dict[str, Any], exchange: Exchange) -> None:
    """A server for IPv6 and IPv4 gets IPv4 addresses in the form of IPv6."""
    mapped = Exchange(exchange.server, ("::ffff:10.0.0.7", 1), ("::ffff:10.0.0.2", 80))
    mapped.answer(Request(b"GET / HTTP/1.1\r\nHost: bunco\r\n\r\n"))
    assert (environ["REMOTE_ADDR"], environ["SERVER_NAME"]) == ("10.0.0.7", "10.0.0.2")


def test_a_header_cannot_pretend_to_be_another(exchange: Exchange, environ: dict[str, Any]) -> None:
    """``Sec_Fetch_Site`` would look like ``Sec-Fetch-Site``, which only browsers can send."""
    exchange.answer(
        Request(
            b"GET / HTTP/1.1\r\nHost: bunco\r\nSec-Fetch-Site: cross-site\r\nSec_Fetch_Site: none\r\n\r\n"
        )
    )
    assert environ["HTTP_SEC_FETCH_SITE"] == "cross-site"


@pytest.mark.parametrize(
    ("head", "keep"),
    [
        (b"GET / HTTP/1.1\r\nHost: bunco\r\n\r\n", True),
        (b"GET / HTTP/1.1\r\nHost: bunco\r\nConnection: close\r\n\r\n", False),
        (b"GET / HTTP/1.0\r\nHost: bunco\r\n\r\n", False),
        (b"GET / HTTP/1.0\r\nHost: bunco\r\nConnection: Keep-Alive\r\n\r\n", True),
        (b"GET / HTTP/1.1\nHost: bunco\n\n", False),
    ],
)
def test_whether_another_request_may_follow(exchange: Exchange, head: bytes, *, keep: bool) -> None:
    """HTTP decides it. After a request that could not be understood none may follow."""
    assert exchange.answer(Request(head)).keep_alive is keep


def test_a_connection_can_have_many_requests(exchange: Exchange) -> None:
    """Equal requests get equal answers: nothing of one is left for the next."""
    request_ = Request(b"GET / HTTP/1.1\r\nHost: bunco\r\n\r\n")
    lengths = {len(exchange.answer(request_).data) for _ in range(5)}
    assert len(lengths) == 1


def test_an_unexpected_error_is_answered(capfd: pytest.CaptureFixture[str]) -> None:
    """An error below the pages is status 500, and is logged with its traceback."""

    def broken(*_: Any) -> Any:
        raise ValueError("below the pages")

    app = Flask("broken")
    app.wsgi_app = broken  # type: ignore[assignment,method-assign] # Flask's own way
    with capture_logs() as logged:
        answer = Exchange(HttpServer(app, LOCAL, 60), PEER, LOCAL).answer(
            Request(b"GET / HTTP/1.1\r\nHost: b\r\n\r\n")
        )
    assert answer.data.startswith(b"HTTP/1.1 500 ")
    assert not answer.keep_alive
    assert [(entry["event"], entry["exc_info"]) for entry in logged] == [("http", True)]
    assert capfd.readouterr().err == ""
