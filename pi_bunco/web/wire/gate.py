"""The one thread that talks to the network: it accepts connections, reads requests, sends answers and events.

It never waits for a client. :mod:`~pi_bunco.web.wire.connection_handler` handles each connection.
"""

import errno
import selectors
import socket
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

import structlog

from pi_bunco import limits
from pi_bunco.web.streams import Streams
from pi_bunco.web.wire.caller import Caller, identify_caller
from pi_bunco.web.wire.connection import Connection, ConnectionState
from pi_bunco.web.wire.connection_handler import READ, READ_BYTES, ConnectionHandler, Timeouts
from pi_bunco.web.wire.connection_limits import ConnectionLimits, NoConnectionFree
from pi_bunco.web.wire.handshakes import GetContext, HandshakeShare

_log = structlog.get_logger("web")

_MAX_AT_ONCE = 32  # new connections, or streams, before requests and answers have their turn
_CHECK_EVERY = 0.25  # seconds between two checks for connections that are overdue
_HAS_ANSWER = (ConnectionState.QUEUED, ConnectionState.WORKING, ConnectionState.SENDING)
_HAS_NO_REQUEST = (ConnectionState.IDLE, ConnectionState.RECEIVING)
_NO_RESOURCES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Gate:
    """All connections of one server.

    Parameters
    ----------
    listener
        The listening socket, which is closed at the end.
    connections
        All connections, with their limits.
    streams
        The streams that keep the pages up to date.
    timeouts
        How long to wait.
    identify
        Returns the caller of a connection, from the addresses of its two ends.
    further
        Further listening sockets. Their connections share all limits, and they are closed at the end too.
    handshakes
        How many handshakes of TLS each address may cause.
    """

    def __init__(  # noqa: PLR0913 - each of another kind
        self,
        listener: socket.socket,
        connections: ConnectionLimits,
        streams: Streams,
        timeouts: Timeouts | None = None,
        identify: Callable[[str, str], Caller] = identify_caller,
        *,
        further: Sequence[socket.socket] = (),
        handshakes: HandshakeShare | None = None,
    ) -> None:
        self._listeners: dict[socket.socket, GetContext | None] = dict.fromkeys((listener, *further))
        self._connections = connections
        self._streams = streams
        self._timeouts = timeouts or Timeouts()
        self._identify = identify
        self._answered: deque[Connection] = deque()
        self._resumed: deque[Connection] = deque()  # connections whose futures are done
        self._news: deque[Connection] = deque()  # streams that may have something to send
        self._next_check = 0.0
        self._selector = selectors.DefaultSelector()
        self._wake_receiver, self._wake_sender = socket.socketpair()  # a byte wakes the thread
        for end in (self._wake_receiver, self._wake_sender, *self._listeners):
            end.settimeout(0)
        self._selector.register(self._wake_receiver, READ)
        self._handler = ConnectionHandler(
            self._selector,
            connections,
            self._timeouts,
            handshakes or HandshakeShare(limits.CONNECTIONS_PER_ADDRESS),
        )
        self._orders: deque[Callable[[], None]] = deque()  # what other threads ask for
        self._kept: list[Connection] = []  # for another server
        self._listening = False
        self._watch_listeners(on=True)

    def wake(self) -> None:
        """Wake the thread. Any thread may call this."""
        with suppress(OSError):  # the thread has been woken already, or has ended
            self._wake_sender.send(b"!")

    def open_secure(self, listener: socket.socket, get_context: GetContext) -> None:
        """Accept connections on another socket too, which must speak TLS. Any thread may call this."""
        listener.settimeout(0)
        self._orders.append(partial(self._open_secure, listener, get_context))
        self.wake()

    def close_secure(self) -> None:
        """Close the sockets for TLS, and their connections that nobody works on. Any thread may call this."""
        self._orders.append(self._close_secure)
        self.wake()

    def take_back(self, connection: Connection) -> None:
        """Take back a connection whose request was answered. Any thread may call this."""
        self._answered.append(connection)
        self.wake()

    def stop(self) -> None:
        """Ask :meth:`run` to end. Any thread may call this."""
        self._handler.stopping = True
        self.wake()

    def keep_clients(self) -> None:
        """Keep the clients that have no answer yet for another server, after :meth:`stop`."""
        self._handler.keeps_clients = True

    @property
    def kept(self) -> Sequence[Connection]:
        """The connections that it has kept, once :meth:`run` has ended."""
        return self._kept

    def close(self) -> None:
        """Close everything, after :meth:`run` has ended or if it was never called."""
        for connection in self._connections:
            self._handler.drop(connection)
        self._selector.close()
        for end in (self._wake_receiver, self._wake_sender, *self._listeners):
            end.close()

    def run(
        self,
        work: Callable[[Connection], None],
        take_from_queue: Callable[[Connection], bool] = lambda _: False,
        clients: Sequence[Connection] = (),
    ) -> None:
        """Serve until :meth:`stop`. Then finish the answers that have begun, and close the port.

        Parameters
        ----------
        work
            Called with each connection whose request is complete. It must return at once. When the request is
            answered, the connection comes back through :meth:`take_back`.
        take_from_queue
            Takes a connection back with which no worker has begun, and returns whether it did.
        clients
            Connections that another server has kept. Part of their request may have come.
        """
        self._handler.on_request, self._handler.take_from_queue = work, take_from_queue
        for client in clients:
            self._handler.run_safely(client, self._handler.adopt)
        while not self._handler.stopping:
            self._run_once_safely(_CHECK_EVERY)
        end = time.monotonic() + self._timeouts.stop
        self._close_idle()
        while time.monotonic() < end and any(self._connections):
            self._run_once_safely(_CHECK_EVERY / 10)
            self._close_idle()

    def _close_idle(self) -> None:
        """Close the port, and every connection that does not wait for an answer."""
        self._watch_listeners(on=False)
        for listener in self._listeners:
            listener.close()
        for connection in self._connections:
            if self._handler.keeps_clients and connection.state in _HAS_NO_REQUEST:
                self._handler.release(connection)
                self._kept.append(connection)
            elif connection.state not in _HAS_ANSWER:
                self._handler.drop(connection)

    def _run_once_safely(self, timeout: float) -> None:
        try:
            self._run_once(timeout)
        except Exception:  # noqa: BLE001 - one fault must not stop all pages
            _log.exception("the gate failed")
            time.sleep(_CHECK_EVERY)

    def _run_once(self, timeout: float) -> None:
        """Wait until something happens, and handle it. Requests come before streams."""
        newcomers: list[socket.socket] = []
        is_busy = self._news or self._answered or self._resumed
        for key, mask in self._selector.select(0 if is_busy else timeout):
            if isinstance(key.fileobj, socket.socket) and key.fileobj in self._listeners:
                newcomers.append(key.fileobj)
            elif key.fileobj is self._wake_receiver:
                self._wake_receiver.recv(READ_BYTES)
            else:
                self._handler.run_safely(key.data, partial(self._handler.handle_ready, mask))
        self._take_from_threads()
        for listener in newcomers:
            if listener in self._listeners:  # it may have been closed just now
                self._accept(listener)
        if self._streams.changed:
            self._streams.changed = False
            self._news = deque(dict.fromkeys([*self._news, *self._connections.streams]))
        for _ in range(min(_MAX_AT_ONCE, len(self._news))):
            self._handler.run_safely(self._news.popleft(), self._handler.send_news)
        if (now := time.monotonic()) >= self._next_check:
            self._next_check = now + min(_CHECK_EVERY, self._streams.heartbeat / 4)
            self._check_connections(now)

    def _take_from_threads(self) -> None:
        """Take what other threads have left: orders, answers, and requests that need not wait any more."""
        while self._orders:
            self._orders.popleft()()
        while self._answered:
            self._handler.run_safely(self._answered.popleft(), self._send_or_wait)
        while self._resumed:
            self._handler.run_safely(self._resumed.popleft(), self._handler.work)

    def _send_or_wait(self, connection: Connection) -> None:
        """Send the answer of a connection, or wait until there can be one."""
        if connection.waits_for is None:
            self._handler.send_answer(connection)
            return
        self._handler.wait(connection)

        def resume(_: object) -> None:
            self._resumed.append(connection)
            self.wake()

        connection.waits_for.add_done_callback(resume)

    def _check_connections(self, now: float) -> None:
        """Close connections that are overdue, and let all streams look for events such as a ``beat``."""
        self._watch_listeners(on=not self._handler.stopping)
        for connection in self._connections:
            if connection.deadline is not None and now >= connection.deadline:
                self._handler.run_safely(connection, self._handler.close_overdue)
        if not self._news:
            self._news = deque(self._connections.streams)

    def _open_secure(self, listener: socket.socket, get_context: GetContext) -> None:
        if self._handler.stopping:
            listener.close()
            return
        self._listeners[listener] = get_context
        if self._listening:
            self._selector.register(listener, READ)

    def _close_secure(self) -> None:
        for listener in [each for each, get_context in self._listeners.items() if get_context]:
            del self._listeners[listener]
            if self._listening:
                self._selector.unregister(listener)
            listener.close()
        for connection in self._connections:
            if connection.get_context and connection.state not in _HAS_ANSWER:
                self._handler.drop(connection)

    def _watch_listeners(self, *, on: bool) -> None:
        for listener in self._listeners:
            if on and not self._listening:
                self._selector.register(listener, READ)
            elif self._listening and not on:
                self._selector.unregister(listener)
        self._listening = on

    def _accept(self, listener: socket.socket) -> None:
        for _ in range(0 if self._handler.stopping else _MAX_AT_ONCE):
            try:
                accepted, peer = listener.accept()
            except BlockingIOError:
                return
            except OSError as error:
                if error.errno in _NO_RESOURCES:  # accept it later, when others have closed
                    self._watch_listeners(on=False)
                    return
                continue  # the client left before it was accepted
            try:
                self._add(accepted, peer, self._listeners[listener])
            except (OSError, NoConnectionFree):
                accepted.close()

    def _add(self, accepted: socket.socket, peer: tuple[str, int], get_context: GetContext | None) -> None:
        """Add an accepted connection. If too many are open, close another one first."""
        now = time.monotonic()
        local = accepted.getsockname()
        caller = self._identify(peer[0], local[0])
        accepted.settimeout(0)
        if evicted := self._connections.find_to_evict(caller, now):
            self._handler.evict(evicted)
        self._handler.add(Connection(accepted, caller, peer[:2], local[:2], now, get_context=get_context))
