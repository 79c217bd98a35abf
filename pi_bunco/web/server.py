"""Serves the pages on a port. When it stops, it releases everything in well under a second."""

import errno
import socket
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from typing import TYPE_CHECKING

from flask import Flask

from pi_bunco import limits
from pi_bunco.errors import Trouble
from pi_bunco.machine.threads import start_thread
from pi_bunco.sentences import say
from pi_bunco.web.context import get_parts
from pi_bunco.web.front_door import FrontDoor
from pi_bunco.web.visitors import COOKIE, SECURE_COOKIE
from pi_bunco.web.wire.caller import Caller, identify_caller
from pi_bunco.web.wire.connection import Connection
from pi_bunco.web.wire.connection_handler import Timeouts
from pi_bunco.web.wire.connection_limits import ConnectionLimits
from pi_bunco.web.wire.exchange import Exchange, HttpServer
from pi_bunco.web.wire.gate import Gate
from pi_bunco.web.wire.handover import Handover
from pi_bunco.web.wire.handshakes import GetContext, HandshakeShare
from pi_bunco.web.wire.workers import FairQueue, Workers

if TYPE_CHECKING:  # this module has only types
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_WORKERS = 16
_PAGES_AT_ONCE = 4  # of guests; more would slow down others, because Python runs one thread at a time
_TAPS_AT_ONCE = 8  # of devices that are not let in; they wait for the disk
_PER_ADDRESS = 4  # requests of one address that are answered at once; browsers send at most six
_RATE = 1.5  # answers a second for one address in the long run, for each connection that it may have
_BURST = 6  # answers without a pause, for each connection; a browser opens a page with twelve requests
_HIGHEST_PORT = 65535
SECURE_OPTION = "--secure-port"
_BACKLOG = 1024  # connections that the system holds until they are accepted; others wait a second
_LOST_MS = 10_000  # milliseconds until the connection of a page that has lost its Wi-Fi is closed
_SEND_BUFFER = 256 * 1024  # bytes of an answer that the system may hold; the gate counts the rest
_SWITCH_INTERVAL = 0.001  # seconds after which another thread may run; the gate needs little time, but often
_STOP_TIMEOUT = 0.5  # seconds to wait for a worker to end


class PortTrouble(Trouble, OSError):
    """The pages cannot use this address or port."""


class Server(AbstractContextManager["Server"]):
    """A running server. Stop it with :meth:`stop`, or use it in a ``with``.

    Parameters
    ----------
    listener
        Its listening socket.
    host
        The address that it uses.
    gate
        Its connections.
    resources
        What it closes at its end.

    Attributes
    ----------
    port
        The port that it uses, also if `serve` was called with port 0.
    """

    def __init__(self, listener: socket.socket, host: str, gate: Gate, resources: ExitStack) -> None:
        self.port: int = listener.getsockname()[1]
        self._listener, self._host, self._gate, self._resources = listener, host, gate, resources

    def open_secure(self, port: int, get_context: GetContext) -> int:
        """Serve the pages over HTTPS too, on another port, with the same limits. Any thread may call this.

        Parameters
        ----------
        port
            0 to 65535; 0 chooses a free one.
        get_context
            Returns the certificate and the rules for the next connection.

        Returns
        -------
        int
            The port.

        Raises
        ------
        PortTrouble
            If the port is in use or reserved.
        """
        listener = open_listener(self._host, port, SECURE_OPTION)
        opened: int = listener.getsockname()[1]
        self._gate.open_secure(listener, get_context)
        return opened

    def close_secure(self) -> None:
        """Serve nothing over HTTPS any more."""
        self._gate.close_secure()

    def hand_over(self) -> Handover:
        """Stop, but keep the port and the clients that have no answer yet for another server."""
        listener = self._listener.dup()
        self._gate.keep_clients()
        self.stop()
        return Handover(listener, self._gate.kept)

    def stop(self) -> None:
        """End all streams and release the port. It may be called twice."""
        self._resources.close()

    def __exit__(self, *_: object) -> None:
        """Stop it."""
        self.stop()


def serve(  # noqa: PLR0913 - each a setting of its own
    app: Flask,
    host: str = "127.0.0.1",
    port: int = 8080,
    *,
    per_address: int = limits.CONNECTIONS_PER_ADDRESS,
    timeouts: Timeouts | None = None,
    identify: Callable[[str, str], Caller] = identify_caller,
    front_door: FrontDoor | None = None,
    handover: Handover | None = None,
) -> Server:
    """Serve the pages on a port, and return at once.

    Parameters
    ----------
    app
        The application from :func:`~pi_bunco.web.application.create_app`.
    host
        ``127.0.0.1`` for this machine only, ``0.0.0.0`` for all of its addresses.
    port
        0 to 65535; 0 chooses a free one.
    per_address
        How many connections one address may have at once.
    timeouts
        How long to wait for clients; ``None``: the default.
    identify
        Returns the caller of a connection, from the addresses of its two ends.
    front_door
        Answers another port too, which shares all limits; ``None``: there is none.
    handover
        The port and the clients of the server before it, instead of a host and a port.

    Raises
    ------
    PortTrouble
        If the port is in use or reserved, or the host is not this machine.
    pi_bunco.machine.threads.ThreadTrouble
        If the system starts no more threads. Then everything is released.
    """
    timeouts = timeouts or Timeouts()
    with ExitStack() as resources:
        resources.callback(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(_SWITCH_INTERVAL)
        further: list[socket.socket] = []
        if front_door is not None:
            further.append(_prepare(resources.enter_context(front_door.listener)))
        handover = handover or Handover(open_listener(host, port))
        listener = resources.enter_context(handover.listener)
        streams, door = get_parts(app).streams, get_parts(app).door
        connections = ConnectionLimits(per_address=per_address, most=limits.CONNECTIONS, streams=streams.most)
        gate = Gate(
            listener,
            connections,
            streams,
            timeouts,
            identify,
            further=further,
            handshakes=HandshakeShare(per_address),
        )
        resources.callback(gate.close)
        address = listener.getsockname()[:2]
        http = HttpServer(_join(app, front_door, address[1]), address, round(timeouts.idle))
        workers = Workers(
            _WORKERS,
            FairQueue(_PER_ADDRESS, _RATE * per_address, _BURST * per_address, _PAGES_AT_ONCE, _TAPS_AT_ONCE),
            partial(_answer, http, gate),
        )
        resources.callback(workers.close, _STOP_TIMEOUT)

        def work(connection: Connection) -> None:
            connection.note_priority(SECURE_COOKIE if connection.is_secure else COOKIE, door.has_priority)
            if connection.has_priority:
                connections.note_let_in(connection.caller)
            workers.put(connection)

        thread = threading.Thread(
            target=gate.run,
            args=(work, workers.take_from_queue, handover.connections),
            name="pages",
            daemon=True,
        )
        start_thread(thread)
        resources.callback(thread.join)
        resources.callback(gate.stop)
        streams.start(gate.wake)
        resources.callback(streams.close)
        return Server(listener, host, gate, resources.pop_all())


def _join(app: Flask, front_door: FrontDoor | None, page_port: int) -> "WSGIApplication":
    """Return what answers both ports."""
    if front_door is None:
        return app
    door, port = front_door, str(front_door.port)

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if environ["SERVER_PORT"] == port:
            return door.answer(environ, start_response, page_port)
        return app(environ, start_response)

    return answer


def _answer(http: HttpServer, gate: Gate, connection: Connection) -> None:
    """Answer a request in a worker's thread, and send as much as the network accepts at once."""
    try:
        if connection.exchange is None:
            connection.exchange = Exchange(
                http,
                connection.peer,
                connection.local,
                is_secure=connection.is_secure,
                needs_tls=connection.needs_tls,
            )
        assert connection.request is not None  # noqa: S101 - the gate passes only complete requests
        request, waited = connection.request, connection.waits_for
        connection.waits_for = None
        answer = connection.exchange.answer(request, waited)
        if answer.waits_for is not None:
            connection.waits_for = answer.waits_for
            return
        connection.request = None
        connection.keep_alive, connection.stream = answer.keep_alive, answer.stream
        connection.unsent = memoryview(answer.data)
        connection.send_unsent()
    except OSError:
        connection.peer_gone = True
    except BaseException:
        connection.peer_gone = True
        raise
    finally:
        gate.take_back(connection)


def open_listener(host: str, port: int, option: str = "--port") -> socket.socket:
    """Open a listening socket for the pages.

    Parameters
    ----------
    host, port
        As for :func:`serve`.
    option
        The option that chooses the port.

    Raises
    ------
    PortTrouble
        If the port is in use or reserved, or the host is not this machine.
    """
    if not 0 <= port <= _HIGHEST_PORT:
        raise PortTrouble(
            say("There is no port {port}.", port=port),
            say("Choose one from 1024 to 65535 with {option}.", option=option),
        )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server(
            (host, port),
            family=family,
            backlog=_BACKLOG,
            dualstack_ipv6=host == "::" and socket.has_dualstack_ipv6(),
        )
    except OSError as error:
        reasons = {
            errno.EADDRINUSE: PortTrouble(
                say("Port {port} is taken by another program.", port=port),
                say("Stop it, or choose another: {option} {other}.", option=option, other=port + 1),
            ),
            errno.EACCES: PortTrouble(
                say("Port {port} is kept for the system.", port=port),
                say("Choose one from 1024 to 65535, such as {option} 8080.", option=option),
            ),
        }
        otherwise = PortTrouble(
            say("The address {host} is not one of this machine's.", host=host),
            say("Choose --host 127.0.0.1 or --host 0.0.0.0."),
        )
        raise reasons.get(error.errno or 0, otherwise) from error
    return _prepare(listener)


def _prepare(listener: socket.socket) -> socket.socket:
    """Set the options of a listening socket, which its connections inherit."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _LOST_MS)
    return listener
