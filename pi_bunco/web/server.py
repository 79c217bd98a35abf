"""Puts the pages on a port. When it stops, it gives everything back in well under a second."""

import errno
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from types import TracebackType
from typing import Self

from flask import Flask

from pi_bunco import limits
from pi_bunco.errors import Trouble
from pi_bunco.threads import start_thread
from pi_bunco.web.context import streams
from pi_bunco.web.visitors import COOKIE, door
from pi_bunco.web.wire.attendant import Patience
from pi_bunco.web.wire.caller import Caller, identify_caller
from pi_bunco.web.wire.connection import Connection
from pi_bunco.web.wire.crowd import ConnectionLimits
from pi_bunco.web.wire.exchange import Exchange, Http
from pi_bunco.web.wire.first import mark_first
from pi_bunco.web.wire.gate import Gate
from pi_bunco.web.wire.workers import FairQueue, Workers

_WORKERS = 16
_OF_ONE = 4  # requests of one address that are worked on at once; browsers send at most six
_RATE = 1.5  # answers a second for one address in the long run, for each connection that it may have
_BURST = 6  # answers at once before that, likewise; a browser opens a page with twelve requests
_HIGHEST = 65535
_WAITING = 1024  # connections that the system holds until they are accepted; others wait a second
_LOST_MS = 10_000  # milliseconds until a page that has lost its Wi-Fi gives its place back
_UNDERWAY = (
    256 * 1024
)  # bytes of an answer that the system may hold; the rest waits in the gate, which counts it
_TURN = 0.001  # seconds that one thread computes while others wait; the gate needs little time, but often
_FAREWELL = 0.5  # seconds in which a worker may end


class PortTrouble(Trouble, OSError):
    """The pages cannot use this address or port."""


class Server:
    """A running server. Stop it with :meth:`stop`, or use it in a ``with``.

    Parameters
    ----------
    port
        The port that it uses, also if 0 was asked for.
    taken
        What it has to give back.
    """

    def __init__(self, port: int, taken: ExitStack) -> None:
        self.port = port
        self._taken = taken

    def stop(self) -> None:
        """End all streams and give the port back. It may be called twice."""
        self._taken.close()

    def __enter__(self) -> Self:
        """Return the server."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop it."""
        self.stop()


def serve(  # noqa: PLR0913 - each a setting of its own
    app: Flask,
    host: str = "127.0.0.1",
    port: int = 8080,
    *,
    of_one: int = limits.CONNECTIONS_OF_ONE,
    patience: Patience | None = None,
    callers: Callable[[str, str], Caller] = identify_caller,
) -> Server:
    """Put the pages on a port, and return at once.

    Parameters
    ----------
    app
        The application from :func:`~pi_bunco.web.application.create_app`.
    host
        ``127.0.0.1`` for this machine only, ``0.0.0.0`` for all of its addresses.
    port
        0 to 65535; 0 takes a free one.
    of_one
        How many connections one address may have at once.
    patience
        How long to wait for clients; ``None``: the default.
    callers
        Returns who calls, from the addresses of both ends of a connection.

    Raises
    ------
    PortTrouble
        If the port is in use or reserved, or the host is not this machine.
    pi_bunco.threads.ThreadTrouble
        If the system starts no more threads. Then everything is given back.
    """
    patience = patience or Patience()
    with ExitStack() as taken:
        taken.callback(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(_TURN)
        listener = taken.enter_context(_listener(host, port))
        feed = streams(app)
        crowd = ConnectionLimits(of_one=of_one, most=limits.CONNECTIONS, streams=feed.most)
        gate = Gate(listener, crowd, feed, patience, callers)
        taken.callback(gate.close)
        address = listener.getsockname()[:2]
        http = Http(app, address, round(patience.idle))
        workers = Workers(
            _WORKERS, FairQueue(_OF_ONE, _RATE * of_one, _BURST * of_one), partial(_answer, http, gate)
        )
        taken.callback(workers.close, _FAREWELL)
        comes_first = door(app).has_priority

        def work(connection: Connection) -> None:
            mark_first(connection, COOKIE, comes_first)
            workers.put(connection)

        gate.serve_with(work)
        thread = threading.Thread(target=gate.run, name="pages", daemon=True)
        start_thread(thread)
        taken.callback(thread.join)
        taken.callback(gate.stop)
        feed.start(gate.wake)
        taken.callback(feed.close)
        return Server(address[1], taken.pop_all())


def _answer(http: Http, gate: Gate, connection: Connection) -> None:
    """Answer a request in a worker's thread, and send as much as the network takes at once."""
    try:
        if connection.exchange is None:
            connection.exchange = Exchange(http, connection.peer, connection.local)
        assert connection.request is not None  # noqa: S101 - that is why a worker has it
        answer = connection.exchange.answer(connection.request)
        connection.keep, connection.stream = answer.keep, answer.stream
        connection.unsent = memoryview(answer.data)
        connection.push()
    except OSError:
        connection.gone = True
    except BaseException:
        connection.gone = True
        raise
    finally:
        connection.request = None
        gate.take_back(connection)


def _listener(host: str, port: int) -> socket.socket:
    """Open the listening socket."""
    if not 0 <= port <= _HIGHEST:
        raise PortTrouble(f"There is no port {port}.", "Choose one from 1024 to 65535 with --port.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    try:
        listener = socket.create_server((host, port), family=family, backlog=_WAITING, dualstack_ipv6=both)
    except OSError as error:
        raise _why(error, host, port) from error
    # Connections inherit these.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNDERWAY)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _LOST_MS)
    return listener


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
