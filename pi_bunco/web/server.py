"""Puts the pages on a port: cheroot, many threads, stopped in well under a second."""

import errno
import socket
import threading
from types import TracebackType
from typing import Self

from cheroot import wsgi
from flask import Flask

from pi_bunco.errors import Trouble
from pi_bunco.web.connection import Connection
from pi_bunco.web.context import streams

_THREADS = 48
_HIGHEST = 65535
_IDLE = 10  # seconds that a connection may say nothing
_LOST_MS = 10_000  # milliseconds until a page that left without a word (Wi-Fi) gives its place back


class PortTrouble(Trouble, OSError):
    """The pages cannot be put where they were asked for."""


class Server:
    """A running server. Give it back with :meth:`stop`, or use it in a ``with``."""

    def __init__(self, app: Flask, http: wsgi.Server) -> None:
        self._app = app
        self._http = http
        self._thread = threading.Thread(target=http.serve, name="pages", daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """The port, also where 0 was asked for."""
        return int(self._http.bind_addr[1])

    def stop(self) -> None:
        """End all streams and give the port back. May be called twice."""
        streams(self._app).close()
        self._http.stop()
        self._thread.join()

    def __enter__(self) -> Self:
        """Give the server."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop it."""
        self.stop()


def serve(app: Flask, host: str = "127.0.0.1", port: int = 8080) -> Server:
    """Put the pages on a port and return at once.

    Parameters
    ----------
    app
        What :func:`~pi_bunco.web.application.create_app` made.
    host
        ``127.0.0.1`` for this machine only, ``0.0.0.0`` for all of its addresses.
    port
        0 to 65535; 0 takes a free one.

    Raises
    ------
    PortTrouble
        If the port is taken or not ours to use, or the host is not this machine.
    """
    _check(host, port)
    http = wsgi.Server((host, port), app, numthreads=_THREADS, timeout=_IDLE, shutdown_timeout=1)
    http.ConnectionClass = Connection
    http.prepare()
    http.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _LOST_MS)
    return Server(app, http)


def _check(host: str, port: int) -> None:
    """Try the port first: cheroot's own error hides why it cannot be had."""
    if not 0 <= port <= _HIGHEST:
        raise PortTrouble(f"There is no port {port}.", "Choose one from 1024 to 65535 with --port.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        raise _why(error, host, port) from error


def _why(error: OSError, host: str, port: int) -> PortTrouble:
    if error.errno == errno.EADDRINUSE:
        return PortTrouble(
            f"Port {port} is taken by another program.", f"Stop it, or choose another: --port {port + 1}."
        )
    if error.errno == errno.EACCES:
        return PortTrouble(
            f"Port {port} is kept for the system.", "Choose one from 1024 to 65535, such as --port 8080."
        )
    return PortTrouble(
        f"The address {host} is not one of this machine's.", "Choose --host 127.0.0.1 or --host 0.0.0.0."
    )
