"""Handles each connection from its first byte to its last. All of this runs in the gate's thread."""

import selectors
import socket
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import structlog

from pi_bunco import limits
from pi_bunco.web.streams import RETRY_LATER, Stream
from pi_bunco.web.wire.connection import Connection, ConnectionState
from pi_bunco.web.wire.connection_limits import ConnectionLimits
from pi_bunco.web.wire.handshakes import WOULD_BLOCK, HandshakeShare, speaks_tls
from pi_bunco.web.wire.request_buffer import BadFraming

_log = structlog.get_logger("web")

READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE
READ_BYTES = 64 * 1024
"""Most bytes in one read."""
# Most bytes of events that the system may hold for a page. If a page is slower, it misses events.
_STREAM_BUFFER = 64 * 1024
_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How many seconds to wait.

    Attributes
    ----------
    silent
        For the first byte of a connection. A browser opens some connections in advance.
    handshake
        For a complete handshake of TLS, from the beginning of the connection.
    idle
        For the next request on a connection.
    request
        For a complete request, head and body, from its first byte.
    stall
        Until more bytes of an answer or an event are accepted. A phone with bad Wi-Fi may take seconds for a
        packet.
    answer
        For a complete answer.
    closing
        For the other end to close the connection.
    stop
        For the answers that are being made when the server stops.
    """

    silent: float = 10.0
    handshake: float = 10.0
    idle: float = 60.0
    request: float = 5.0
    stall: float = 10.0
    answer: float = 60.0
    closing: float = 2.0
    stop: float = 1.0


class ConnectionHandler:
    """Moves connections from state to state; see :class:`~pi_bunco.web.wire.connection.ConnectionState`.

    Parameters
    ----------
    selector
        Watches the sockets.
    connections
        All connections.
    timeouts
        How long to wait.
    handshakes
        How many handshakes each address may cause.

    Attributes
    ----------
    on_request
        Called with each connection whose request is complete. When its answer has been made,
        :meth:`send_answer` sends it.
    take_from_queue
        Takes such a connection back if no worker has begun with it, and returns whether it did.
    stopping
        Whether the server stops, so that it answers no more requests.
    keeps_clients
        Whether another server takes the clients then.
    """

    def __init__(
        self,
        selector: selectors.BaseSelector,
        connections: ConnectionLimits,
        timeouts: Timeouts,
        handshakes: HandshakeShare,
    ) -> None:
        self.on_request: Callable[[Connection], None] = lambda _: None
        self.take_from_queue: Callable[[Connection], bool] = lambda _: False
        self.stopping = self.keeps_clients = False
        self._selector = selector
        self._connections = connections
        self._timeouts = timeouts
        self._handshakes = handshakes

    def add(self, connection: Connection) -> None:
        """Start to listen to a new connection."""
        self._connections.add(connection)
        plain = connection.get_context is None
        state = ConnectionState.IDLE if plain else ConnectionState.GREETING
        patience = self._timeouts.silent if plain else self._timeouts.handshake
        connection.change_state(state, connection.since, connection.since + patience)
        self._watch(connection, READ)

    def adopt(self, connection: Connection) -> None:
        """Go on with a connection that another server has released."""
        self._connections.add(connection)
        now = time.monotonic()
        connection.change_state(ConnectionState.IDLE, now, now + self._timeouts.silent)
        self._collect_request(connection)

    def release(self, connection: Connection) -> None:
        """Leave a connection to another server, with the bytes that have come."""
        self._watch(connection, 0)
        self._connections.remove(connection)
        connection.exchange = None

    def run_safely(self, connection: Connection, action: Callable[[Connection], None]) -> None:
        """Run an action for one connection. If it fails, only this connection is closed."""
        if connection.closed:
            return
        try:
            action(connection)
        except OSError:  # the other end has gone
            self.drop(connection)
        except Exception:  # noqa: BLE001 - the other connections go on
            _log.exception("a connection failed", state=connection.state.name)
            self.drop(connection)

    def close_overdue(self, connection: Connection) -> None:
        """Close a connection that took too long."""
        if connection.state is ConnectionState.RECEIVING:
            self._refuse(connection, BadFraming("408 Request Timeout", "This request did not come in time."))
        else:
            self.drop(connection)

    def evict(self, connection: Connection) -> None:
        """Close a connection because another one needs its place. One that a worker has begun with stays."""
        if connection.state in (ConnectionState.QUEUED, ConnectionState.WORKING):
            if self.take_from_queue(connection):
                self.drop(connection)
            return
        if connection.state is ConnectionState.STREAMING and not connection.unsent:
            with suppress(OSError):
                connection.socket.send(RETRY_LATER)
        self.drop(connection)

    def drop(self, connection: Connection) -> None:
        """Close a connection. It may be called twice."""
        if connection.closed:
            return
        self._watch(connection, 0)
        self._connections.remove(connection)
        if connection.state is ConnectionState.STREAMING and connection.stream:
            connection.stream.close()
        connection.socket.close()

    def _watch(self, connection: Connection, mask: int) -> None:
        """Set the events that the selector watches for."""
        if not connection.watched and mask:
            self._selector.register(connection.socket, mask, connection)
        elif connection.watched and not mask:
            self._selector.unregister(connection.socket)
        elif mask != connection.watched:
            self._selector.modify(connection.socket, mask, connection)
        connection.watched = mask

    def handle_ready(self, mask: int, connection: Connection) -> None:
        """Read or send or both, depending on the events in `mask`."""
        if connection.state is ConnectionState.GREETING:
            self._greet(connection)
            return
        if mask & WRITE:
            self._send_more(connection)
        if mask & READ and not connection.closed:
            self._read(connection)

    def _greet(self, connection: Connection) -> None:
        """Begin TLS on a connection, or go on with it. A request without TLS is led to HTTPS later."""
        if not connection.is_secure:
            speaks = speaks_tls(connection.socket)
            if speaks is None or not self._handshakes.take(connection.caller):
                self.drop(connection)
                return
            self._watch(connection, 0)
            if not speaks:
                self._begin_requests(connection)
                return
            connection.begin_tls()
        assert isinstance(connection.socket, ssl.SSLSocket)  # noqa: S101 - since begin_tls
        try:
            connection.socket.do_handshake()
        except ssl.SSLWantReadError:
            self._watch(connection, READ)
        except ssl.SSLWantWriteError:
            self._watch(connection, WRITE)
        else:
            self._begin_requests(connection)

    def _begin_requests(self, connection: Connection) -> None:
        now = time.monotonic()
        connection.change_state(ConnectionState.IDLE, now, now + self._timeouts.silent)
        self._watch(connection, READ)

    def _read(self, connection: Connection) -> None:
        data = connection.receive(READ_BYTES)
        if data is None:
            return
        if not data or connection.state is ConnectionState.STREAMING:
            self.drop(connection)  # a streaming client has nothing more to request
        elif connection.state is ConnectionState.WAITING:
            connection.buffer.add(data)
            self._watch(connection, 0)  # the next request has its turn later
        elif connection.state is not ConnectionState.CLOSING:
            connection.buffer.add(data)
            self._collect_request(connection)

    def _collect_request(self, connection: Connection) -> None:
        """Pass the request to a worker if it is complete. Otherwise wait for its other bytes."""
        now = time.monotonic()
        try:
            connection.request = connection.buffer.take_request()
        except BadFraming as error:
            self._refuse(connection, error)
            return
        if connection.request is not None:
            self.work(connection)
            return
        if connection.buffer.begun and connection.state is not ConnectionState.RECEIVING:
            connection.change_state(ConnectionState.RECEIVING, now, now + self._timeouts.request)
        if connection.buffer.take_continue():
            with suppress(*WOULD_BLOCK):
                connection.socket.send(_CONTINUE)
        self._watch(connection, READ)

    def work(self, connection: Connection) -> None:
        """Pass the request of a connection to a worker."""
        connection.change_state(ConnectionState.QUEUED, time.monotonic(), None)
        self._watch(connection, 0)
        self.on_request(connection)

    def wait(self, connection: Connection) -> None:
        """Keep a connection whose answer needs something that is still being made."""
        connection.change_state(ConnectionState.WAITING, time.monotonic(), None)
        self._watch(connection, READ)  # so that a client that has gone is noticed

    def _refuse(self, connection: Connection, error: BadFraming) -> None:
        """Send one sentence that says why the request is refused. Close the connection afterwards."""
        text = f"{error.text}\n".encode()
        head = (
            f"HTTP/1.1 {error.status}\r\nContent-Type: text/plain; charset=utf-8\r\n"
            f"Content-Length: {len(text)}\r\nConnection: close\r\n\r\n"
        )
        connection.unsent, connection.keep_alive = memoryview(head.encode() + text), False
        connection.send_unsent()
        self.send_answer(connection)

    def send_answer(self, connection: Connection) -> None:
        """Send the rest of an answer. A worker has already sent what the network took at once."""
        if connection.peer_gone:
            self.drop(connection)
            return
        now = time.monotonic()
        connection.change_state(ConnectionState.SENDING, now, now + self._timeouts.stall)
        connection.answer_deadline = now + self._timeouts.answer
        if not connection.unsent:
            self._finish_sending(connection)
            return
        self._watch(connection, WRITE)
        if slowest := self._connections.find_slowest_client(limits.UNSENT_BYTES):
            self.drop(slowest)

    def _send_more(self, connection: Connection) -> None:
        progress = connection.send_unsent()
        if not connection.unsent:
            self._finish_sending(connection)
        elif progress:
            soon = time.monotonic() + self._timeouts.stall
            is_stream = connection.state is ConnectionState.STREAMING
            connection.deadline = soon if is_stream else min(soon, connection.answer_deadline)

    def _finish_sending(self, connection: Connection) -> None:
        """Choose the next state after all bytes were sent."""
        now = time.monotonic()
        if connection.state is ConnectionState.STREAMING:
            connection.deadline = None
            self._watch(connection, READ)
            self.send_news(connection)
        elif connection.stream:
            self._begin_stream(connection, connection.stream)
        elif connection.keep_alive and (self.keeps_clients or not self.stopping):
            connection.change_state(ConnectionState.IDLE, now, now + self._timeouts.idle)
            self._collect_request(connection)
        else:
            # If a connection is closed while something is unread, the system drops its answer too.
            connection.end()
            connection.change_state(ConnectionState.CLOSING, now, now + self._timeouts.closing)
            self._watch(connection, READ)

    def _begin_stream(self, connection: Connection, stream: Stream) -> None:
        connection.change_state(ConnectionState.STREAMING, time.monotonic(), None)
        stream.open()
        connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _STREAM_BUFFER)
        self._watch(connection, READ)
        if evicted := self._connections.begin_stream(connection):
            self.evict(evicted)
        self.send_news(connection)

    def send_news(self, connection: Connection) -> None:
        """Send the next event of a stream. While an older event is not sent completely, nothing is added."""
        if connection.stream is None or connection.unsent:
            return
        now = time.monotonic()
        if event := connection.stream.take_event(now):
            connection.unsent = memoryview(event)
            connection.send_unsent()
            if connection.unsent:
                connection.deadline = now + self._timeouts.stall
                self._watch(connection, READ | WRITE)
