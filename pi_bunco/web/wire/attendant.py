"""Takes one connection from its first byte to its last. All of this runs in the gate's thread."""

import selectors
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import structlog

from pi_bunco import limits
from pi_bunco.web.streams import FAREWELL, Stream
from pi_bunco.web.wire.connection import Connection, State
from pi_bunco.web.wire.crowd import ConnectionLimits
from pi_bunco.web.wire.gathering import BadFraming

_log = structlog.get_logger("web")

READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE
BITE = 64 * 1024
"""Most bytes in one read."""
_UNDERWAY = 64 * 1024
"""Most bytes of events that the system may hold for a page. Older events are skipped."""
_GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Patience:
    """How many seconds to wait.

    Attributes
    ----------
    silent
        For the first byte of a connection. A browser opens some in case it needs them.
    idle
        For the next request on a connection.
    request
        For a complete request, head and body, from its first byte.
    stall
        For progress with an answer or an event. A phone with bad Wi-Fi may take seconds for a packet.
    answer
        For a complete answer.
    parting
        For the other end to close.
    farewell
        For the answers that are being made when the server stops.
    """

    silent: float = 10.0
    idle: float = 60.0
    request: float = 5.0
    stall: float = 10.0
    answer: float = 60.0
    parting: float = 2.0
    farewell: float = 1.0


class Attendant:
    """Takes connections through their states; see :class:`~pi_bunco.web.wire.connection.State`.

    Parameters
    ----------
    selector
        Watches the sockets.
    crowd
        All connections.
    patience
        How long to wait.

    Attributes
    ----------
    work
        Called with each connection whose request is complete. :meth:`answered` goes on with it.
    stopping
        Whether no more requests are answered.
    """

    def __init__(self, selector: selectors.BaseSelector, crowd: ConnectionLimits, patience: Patience) -> None:
        self.work: Callable[[Connection], None] = lambda _: None
        self.stopping = False
        self._selector = selector
        self._crowd = crowd
        self._patience = patience

    def let_in(self, connection: Connection) -> None:
        """Start to listen to a new connection."""
        self._crowd.add(connection)
        connection.turn(State.IDLE, connection.since, connection.since + self._patience.silent)
        self._watch(connection, READ)

    def run_for(self, connection: Connection, how: Callable[[Connection], None]) -> None:
        """Do something for one connection. If that fails, only this connection is closed."""
        if connection.closed:
            return
        try:
            how(connection)
        except OSError:  # the other end has gone
            self.drop(connection)
        except Exception:  # noqa: BLE001 - the others go on
            _log.exception("a connection failed", state=connection.state.name)
            self.drop(connection)

    def overdue(self, connection: Connection) -> None:
        """Close a connection that took too long."""
        if connection.state is State.ASKING:
            self._refuse(connection, BadFraming("408 Request Timeout", "This request did not come in time."))
        else:
            self.drop(connection)

    def shed(self, connection: Connection) -> None:
        """Close a connection that makes way for another."""
        if connection.state is State.STREAMING and not connection.unsent:
            with suppress(OSError):
                connection.socket.send(FAREWELL)
        self.drop(connection)

    def drop(self, connection: Connection) -> None:
        """Close a connection. It may be called twice."""
        if connection.closed:
            return
        self._watch(connection, 0)
        self._crowd.leave(connection)
        if connection.state is State.STREAMING and connection.stream:
            connection.stream.close()
        connection.socket.close()

    def _watch(self, connection: Connection, mask: int) -> None:
        """Choose what the selector watches for."""
        if not connection.watched and mask:
            self._selector.register(connection.socket, mask, connection)
        elif connection.watched and not mask:
            self._selector.unregister(connection.socket)
        elif mask != connection.watched:
            self._selector.modify(connection.socket, mask, connection)
        connection.watched = mask

    # What one connection does, from its first byte to its last.

    def ready(self, mask: int, connection: Connection) -> None:
        """Read, send, or both, as the selector says."""
        if mask & WRITE:
            self._push(connection)
        if mask & READ and not connection.closed:
            self._read(connection)

    def _read(self, connection: Connection) -> None:
        try:
            data = connection.socket.recv(BITE)
        except BlockingIOError:
            return
        if not data or connection.state is State.STREAMING:  # no request follows an answer without an end
            self.drop(connection)
        elif connection.state is not State.PARTING:
            connection.gathering.add(data)
            self._gather(connection)

    def _gather(self, connection: Connection) -> None:
        """Pass a request to a worker as soon as it is complete."""
        now = time.monotonic()
        try:
            connection.request = connection.gathering.request()
        except BadFraming as misfit:
            self._refuse(connection, misfit)
            return
        if connection.request is not None:
            connection.turn(State.WORKING, now, None)
            self._watch(connection, 0)
            self.work(connection)
            return
        if connection.gathering.begun and connection.state is not State.ASKING:
            connection.turn(State.ASKING, now, now + self._patience.request)
        if connection.gathering.goes_on():
            with suppress(BlockingIOError):
                connection.socket.send(_GO_ON)
        self._watch(connection, READ)

    def _refuse(self, connection: Connection, misfit: BadFraming) -> None:
        """Answer in one sentence why a request is refused, and close the connection afterwards."""
        text = f"{misfit.text}\n".encode()
        head = (
            f"HTTP/1.1 {misfit.status}\r\nContent-Type: text/plain; charset=utf-8\r\n"
            f"Content-Length: {len(text)}\r\nConnection: close\r\n\r\n"
        )
        connection.unsent, connection.keep = memoryview(head.encode() + text), False
        connection.push()
        self.answered(connection)

    def answered(self, connection: Connection) -> None:
        """Send the rest of an answer. A worker has already sent what the network took at once."""
        if connection.gone:
            self.drop(connection)
            return
        now = time.monotonic()
        connection.turn(State.TAKING, now, now + self._patience.stall)
        connection.limit = now + self._patience.answer
        if not connection.unsent:
            self._sent(connection)
            return
        self._watch(connection, WRITE)
        if leaves := self._crowd.find_slowest_reader(limits.UNSENT_BYTES):
            self.drop(leaves)

    def _push(self, connection: Connection) -> None:
        progress = connection.push()
        if not connection.unsent:
            self._sent(connection)
        elif progress:
            soon = time.monotonic() + self._patience.stall
            streams = connection.state is State.STREAMING
            connection.due = soon if streams else min(soon, connection.limit)

    def _sent(self, connection: Connection) -> None:
        """Go on after everything was sent."""
        now = time.monotonic()
        if connection.state is State.STREAMING:
            connection.due = None
            self._watch(connection, READ)
            self.tell(connection)
        elif connection.stream:
            self._begin_stream(connection, connection.stream)
        elif connection.keep and not self.stopping:
            connection.turn(State.IDLE, now, now + self._patience.idle)
            self._gather(connection)
        else:
            # If a connection is closed while something is unread, the system drops its answer too.
            connection.socket.shutdown(socket.SHUT_WR)
            connection.turn(State.PARTING, now, now + self._patience.parting)
            self._watch(connection, READ)

    def _begin_stream(self, connection: Connection, stream: Stream) -> None:
        connection.turn(State.STREAMING, time.monotonic(), None)
        stream.open()
        connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNDERWAY)
        self._watch(connection, READ)
        if leaves := self._crowd.begin_stream(connection):
            self.shed(leaves)
        self.tell(connection)

    def tell(self, connection: Connection) -> None:
        """Send a stream its news. It gets none while older events are on their way."""
        if connection.stream is None or connection.unsent:
            return
        now = time.monotonic()
        if event := connection.stream.next(now):
            connection.unsent = memoryview(event)
            connection.push()
            if connection.unsent:
                connection.due = now + self._patience.stall
                self._watch(connection, READ | WRITE)
