"""One connection's HTTP conversation, made by cheroot: a complete request becomes a complete answer."""

import contextlib
import io
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import structlog
from cheroot import wsgi
from cheroot.server import HeaderReader, HTTPConnection, HTTPRequest

from pi_bunco.web.secure_port import NEEDS_TLS
from pi_bunco.web.slow_work import PARK, WAITED
from pi_bunco.web.streams import STREAM, Stream
from pi_bunco.web.wire.caller import parse_address
from pi_bunco.web.wire.request_buffer import Request

if TYPE_CHECKING:  # this module has only types
    from _typeshed.wsgi import WSGIApplication

_log = structlog.get_logger("web")


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a request.

    Attributes
    ----------
    data
        The answer's bytes.
    keep_alive
        Whether another request may follow on the same connection.
    stream
        The stream that follows the answer; ``None``: the answer is complete.
    waits_for
        What has to be done before there is an answer; ``None``: this is the answer.
    """

    data: bytes
    keep_alive: bool = False
    stream: Stream | None = None
    waits_for: "Future[Any] | None" = None


class HttpServer(wsgi.Server):
    """The server that cheroot expects. It has no socket and no threads, because the gate has them.

    Parameters
    ----------
    app
        Answers the requests.
    local
        The address and port of the server.
    idle
        Seconds that a connection may wait for its next request. Answers to HTTP/1.0 clients contain it.
    """

    can_add_keepalive_connection = True  # the gate limits the connections

    def __init__(self, app: "WSGIApplication", local: tuple[str, int], idle: int) -> None:
        super().__init__(local, app, server_name="pi-bunco", timeout=idle)
        self.gateway = _Gateway

    def error_log(self, msg: str = "", level: int = 20, traceback: bool = False) -> None:  # noqa: FBT001, FBT002 - cheroot's signature
        """Write errors to the table's log, not to standard error."""
        _log.log(level, "http", says=msg, exc_info=traceback)


class _Headers(HeaderReader):
    """Removes headers that could be mistaken for others, and ``Expect``, which the gate has answered."""

    def __call__(self, rfile: Any, hdict: dict[bytes, bytes] | None = None) -> dict[bytes, bytes]:
        headers: dict[bytes, bytes] = super().__call__(rfile, hdict)
        headers.pop(b"Expect", None)  # the gate has sent "100 Continue"
        for name in [name for name in headers if b"_" in name]:  # HTTP_A_B must mean the header A-B
            del headers[name]
        return headers


class _Request(HTTPRequest):
    header_reader = _Headers()


class _Gateway(wsgi.Gateway_10):
    """Passes the server's address to the application, and finds out which answer continues as a stream."""

    def get_environ(self) -> dict[str, Any]:  # type: ignore[override] # cheroot's types are wrong
        environ: dict[str, Any] = super().get_environ()  # type: ignore[no-untyped-call]
        environ["SERVER_NAME"], environ["SERVER_PORT"] = self.req.conn.local
        environ["wsgi.url_scheme"] = "https" if self.req.conn.is_secure else "http"
        if self.req.conn.needs_tls:
            environ[NEEDS_TLS] = True
        environ[PARK], environ[WAITED] = self.req.conn.park, self.req.conn.waited
        return environ

    def start_response(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        stream = self.env.get(STREAM)
        if stream is not None and status.startswith("200") and self.req.method == b"GET":
            self.req.conn.stream = stream
            # The answer has no end. Cheroot would send it in chunks, and the last chunk would end it.
            self.req.response_protocol = "HTTP/1.0"
            headers = [*headers, ("Connection", "close")]
        return super().start_response(status, headers, exc_info)


class Exchange(HTTPConnection):
    """A conversation with one browser. One worker at a time answers a request in it.

    Parameters
    ----------
    http
        The server.
    peer, local
        The addresses and ports of both ends.
    is_secure
        Whether it is encrypted.
    needs_tls
        Whether it came to the port for HTTPS and is not encrypted.
    """

    RequestHandlerClass = _Request

    def __init__(
        self,
        http: HttpServer,
        peer: tuple[str, int],
        local: tuple[str, int],
        *,
        is_secure: bool = False,
        needs_tls: bool = False,
    ) -> None:
        super().__init__(http, None, lambda *_: io.BytesIO())
        self.remote_addr, self.remote_port = str(parse_address(peer[0])), peer[1]
        self.local = str(parse_address(local[0])), str(local[1])
        self.is_secure, self.needs_tls = is_secure, needs_tls
        self.stream: Stream | None = None
        self.waited: Future[Any] | None = None
        self.parked: Future[Any] | None = None

    def park(self, future: "Future[Any]") -> None:
        """Note that the request has no answer until a future is done."""
        self.parked = future

    def answer(self, request: Request, waited: "Future[Any] | None" = None) -> Reply:
        """Answer a request. This never fails, because an error is an answer too.

        Parameters
        ----------
        request
            The request.
        waited
            The future for which it has waited; ``None``: it was not answered before.
        """
        self.rfile, self.wfile, self.stream = io.BytesIO(request.data), io.BytesIO(), None
        self.waited, self.parked = waited, None
        keep_alive = False
        with contextlib.suppress(ConnectionError):  # a page may raise this without any socket
            keep_alive = self.communicate()  # type: ignore[no-untyped-call]
        return Reply(self.wfile.getvalue(), keep_alive and not request.last, self.stream, self.parked)
