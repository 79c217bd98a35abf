"""A whole request in memory becomes a whole answer, by cheroot."""

from typing import Any

import pytest
from flask import Flask, Response, request
from structlog.testing import capture_logs

from pi_bunco.web.wire.exchange import Exchange, HttpServer
from pi_bunco.web.wire.request_buffer import Request

PEER, LOCAL = ("192.168.1.7", 40000), ("192.168.1.2", 8080)


@pytest.fixture
def seen() -> dict[str, Any]:
    return {}


@pytest.fixture
def exchange(seen: dict[str, Any]) -> Exchange:
    app = Flask("told")

    @app.get("/")
    def look() -> Response:
        seen.update(request.environ)
        return Response("seen")

    return Exchange(HttpServer(app, LOCAL, 60), PEER, LOCAL)


def test_the_pages_get_both_addresses(exchange: Exchange, seen: dict[str, Any]) -> None:
    """Both ends of the connection, as the network has them."""
    answer = exchange.answer(Request(b"GET / HTTP/1.1\r\nHost: bunco\r\n\r\n"))
    assert answer.data.startswith(b"HTTP/1.1 200 OK\r\n")
    assert answer.data.endswith(b"\r\n\r\nseen")
    assert (answer.keep_alive, answer.stream) == (True, None)
    assert (seen["REMOTE_ADDR"], seen["REMOTE_PORT"]) == ("192.168.1.7", "40000")
    assert (seen["SERVER_NAME"], seen["SERVER_PORT"]) == ("192.168.1.2", "8080")


def test_an_address_of_both_kinds_is_said_as_it_is_known(seen: dict[str, Any], exchange: Exchange) -> None:
    """A server for IPv6 and IPv4 sees IPv4 addresses written as IPv6; people do not."""
    mapped = Exchange(exchange.server, ("::ffff:10.0.0.7", 1), ("::ffff:10.0.0.2", 80))
    mapped.answer(Request(b"GET / HTTP/1.1\r\nHost: bunco\r\n\r\n"))
    assert (seen["REMOTE_ADDR"], seen["SERVER_NAME"]) == ("10.0.0.7", "10.0.0.2")


def test_no_header_passes_for_another(exchange: Exchange, seen: dict[str, Any]) -> None:
    """To a page ``Sec_Fetch_Site`` would look like ``Sec-Fetch-Site``, which only browsers can send."""
    exchange.answer(
        Request(
            b"GET / HTTP/1.1\r\nHost: bunco\r\nSec-Fetch-Site: cross-site\r\nSec_Fetch_Site: none\r\n\r\n"
        )
    )
    assert seen["HTTP_SEC_FETCH_SITE"] == "cross-site"


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
    """As HTTP says; after what could not be understood nothing follows."""
    assert exchange.answer(Request(head)).keep_alive is keep


def test_one_connection_has_many_requests(exchange: Exchange) -> None:
    """Nothing of one is left for the next."""
    request_ = Request(b"GET / HTTP/1.1\r\nHost: bunco\r\n\r\n")
    lengths = {len(exchange.answer(request_).data) for _ in range(5)}
    assert len(lengths) == 1


def test_what_breaks_is_an_answer_too(capfd: pytest.CaptureFixture[str]) -> None:
    """A fault below the pages is status 500 to who asked, and is in the log with its traceback."""

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
