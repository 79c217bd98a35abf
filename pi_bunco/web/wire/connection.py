"""One connection as the gate keeps it: its caller, its state, and how long it may stay in that state."""

import socket
from enum import IntEnum

from pi_bunco.web.streams import Stream
from pi_bunco.web.wire.caller import Caller
from pi_bunco.web.wire.exchange import Exchange
from pi_bunco.web.wire.request_buffer import Request, RequestBuffer


class ConnectionState(IntEnum):
    """The state of a connection. If a connection must be closed for another, the lowest state goes first."""

    CLOSING = 0
    """Everything was sent, but the other end has not closed yet."""
    IDLE = 1
    """No byte of the next request has come yet."""
    RECEIVING = 2
    """Part of a request has come."""
    SENDING = 3
    """An answer is being sent."""
    STREAMING = 4
    """A stream keeps a page up to date."""
    WORKING = 5
    """A worker makes the answer."""


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
    state, since
        Its state, and the time on the steady clock when that state began.
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
    peer_gone
        Whether the other end has closed the connection.
    exchange
        Its HTTP conversation in cheroot, once it has begun.
    watched
        The events that the selector watches for.
    has_priority
        Whether it is served before guests, because the host has let its device in.
    """

    __slots__ = (
        "answer_deadline",
        "buffer",
        "caller",
        "deadline",
        "exchange",
        "has_priority",
        "keep_alive",
        "local",
        "peer",
        "peer_gone",
        "request",
        "since",
        "socket",
        "state",
        "stream",
        "unsent",
        "watched",
    )

    def __init__(
        self,
        accepted: socket.socket,
        caller: Caller,
        peer: tuple[str, int],
        local: tuple[str, int],
        now: float,
    ) -> None:
        self.socket = accepted
        self.caller = caller
        self.peer = peer
        self.local = local
        self.state = ConnectionState.IDLE
        self.since = self.answer_deadline = now
        self.deadline: float | None = None
        self.buffer = RequestBuffer()
        self.unsent = memoryview(b"")
        self.keep_alive = False
        self.stream: Stream | None = None
        self.request: Request | None = None
        self.peer_gone = False
        self.exchange: Exchange | None = None
        self.watched = 0
        self.has_priority = False

    @property
    def closed(self) -> bool:
        """Whether its socket is closed."""
        return self.socket.fileno() < 0

    def change_state(self, state: ConnectionState, now: float, deadline: float | None) -> None:
        """Change to another state. The connection is closed if it is still in that state at `deadline`."""
        self.state, self.since, self.deadline = state, now, deadline

    def send_unsent(self) -> bool:
        """Send as much as the network accepts now, and return whether it accepted anything.

        Raises
        ------
        OSError
            If the other end has closed the connection.
        """
        if not self.unsent:
            return False
        try:
            sent = self.socket.send(self.unsent)
        except BlockingIOError:
            return False
        self.unsent = self.unsent[sent:]
        return sent > 0
