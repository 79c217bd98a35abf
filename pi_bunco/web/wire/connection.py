"""One connection as the gate keeps it: its caller, its state, and how long it may stay in that state."""

import math
import socket
import ssl
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from pi_bunco.web.streams import Stream
from pi_bunco.web.wire.caller import Caller
from pi_bunco.web.wire.exchange import Exchange
from pi_bunco.web.wire.handshakes import WOULD_BLOCK, GetContext, wrap
from pi_bunco.web.wire.request_buffer import Request, RequestBuffer


class ConnectionState(IntEnum):
    """The state of a connection. If a connection must be closed for another, the lowest state goes first.

    Attributes
    ----------
    CLOSING
        Everything was sent, but the other end has not closed yet.
    GREETING
        It came to the port for HTTPS, and its handshake is not complete.
    IDLE
        No byte of the next request has come yet.
    RECEIVING
        Part of a request has come.
    SENDING
        An answer is being sent.
    WAITING
        Something is being made that the answer needs, and no worker waits for it.
    STREAMING
        A stream keeps a page up to date.
    QUEUED
        A request waits for a worker.
    WORKING
        A worker makes the answer.
    """

    CLOSING = 0
    GREETING = 1
    IDLE = 2
    RECEIVING = 3
    SENDING = 4
    WAITING = 5
    STREAMING = 6
    QUEUED = 7
    WORKING = 8


@dataclass(slots=True, eq=False)
class Connection:
    """One connection. It belongs to the gate. While a worker makes an answer, it belongs to that worker.

    Attributes
    ----------
    socket
        Its socket, which never blocks.
    caller
        The address that it comes from.
    peer, local
        The addresses and ports of both ends.
    since, state
        The time on the steady clock when its state began, and that state.
    deadline
        When it is closed if nothing happens; ``None``: never.
    answer_deadline
        When the client must have accepted the complete answer.
    buffer
        The bytes that have come and are not answered yet.
    unsent
        The bytes to send.
    keep_alive
        Whether another request may follow.
    stream
        The stream that keeps a page up to date, if it has begun.
    request
        The request for a worker.
    waits_for
        The future that the request waits for, or has waited for; ``None``: none.
    peer_gone
        Whether the other end has closed the connection.
    exchange
        Its HTTP conversation in cheroot, once it has begun.
    watched
        The events that the selector watches for.
    has_priority
        Whether it is served before guests, because the host has let its device in.
    get_context
        Returns the certificate for it; ``None``: it came to a port without TLS.
    is_secure
        Whether it speaks TLS.
    """

    socket: socket.socket
    caller: Caller
    peer: tuple[str, int]
    local: tuple[str, int]
    since: float
    state: ConnectionState = ConnectionState.IDLE
    deadline: float | None = None
    answer_deadline: float = math.inf
    buffer: RequestBuffer = field(default_factory=RequestBuffer)
    unsent: memoryview = field(default_factory=lambda: memoryview(b""))
    keep_alive: bool = False
    stream: Stream | None = None
    request: Request | None = None
    waits_for: "Future[Any] | None" = None
    peer_gone: bool = False
    exchange: Exchange | None = None
    watched: int = 0
    has_priority: bool = False
    get_context: GetContext | None = None
    is_secure: bool = False

    @property
    def needs_tls(self) -> bool:
        """Whether it came to the port for HTTPS and does not speak TLS."""
        return self.get_context is not None and not self.is_secure

    def begin_tls(self) -> None:
        """Speak TLS from now on. The selector must not watch its socket meanwhile."""
        assert self.get_context is not None  # noqa: S101 - only connections to the port for HTTPS begin it
        self.socket, self.is_secure = wrap(self.socket, self.get_context()), True

    def note_priority(self, cookie: str, is_let_in: Callable[[str], bool]) -> None:
        """Note whether it is served before guests. This depends on the cookie in its newest request.

        Parameters
        ----------
        cookie
            The name of the cookie that identifies a device.
        is_let_in
            Returns whether the host has let in the device with a cookie. It must return at once.
        """
        value = self.request.find_cookie(cookie) if self.request else None
        self.has_priority = value is not None and is_let_in(value)

    @property
    def closed(self) -> bool:
        """Whether its socket is closed."""
        return self.socket.fileno() < 0

    def change_state(self, state: ConnectionState, now: float, deadline: float | None) -> None:
        """Change to another state. The connection is closed if it is still in that state at `deadline`."""
        self.state, self.since, self.deadline = state, now, deadline

    def receive(self, most: int) -> bytes | None:
        """Return the bytes that have come, at most so many; ``None``: none now, ``b""``: it was closed.

        Raises
        ------
        OSError
            If the other end has gone.
        """
        try:
            return self.socket.recv(most)
        except WOULD_BLOCK:
            return None

    def end(self) -> None:
        """Show the other end that nothing more is sent.

        Raises
        ------
        OSError
            If the other end has gone.
        """
        if isinstance(self.socket, ssl.SSLSocket):
            with suppress(*WOULD_BLOCK):  # the answer to this is not waited for
                self.socket.unwrap()
        self.socket.shutdown(socket.SHUT_WR)

    def send_unsent(self) -> bool:
        """Send as much as the network accepts now, and return whether it accepted anything.

        Raises
        ------
        OSError
            If the other end has closed the connection.
        """
        try:
            sent = self.socket.send(self.unsent)
        except WOULD_BLOCK:
            return False
        self.unsent = self.unsent[sent:]
        return sent > 0
