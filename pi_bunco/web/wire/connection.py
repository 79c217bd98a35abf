"""One connection, as the gate keeps it: its caller, its state, and how long it may stay in it."""

import socket
from enum import IntEnum

from pi_bunco.web.streams import Stream
from pi_bunco.web.wire.caller import Caller
from pi_bunco.web.wire.exchange import Exchange
from pi_bunco.web.wire.gathering import Gathering, Request


class State(IntEnum):
    """The state of a connection. When room is needed, lower states are given up first."""

    PARTING = 0
    """Everything was sent, but the other end has not closed yet."""
    IDLE = 1
    """Waits for the start of a request."""
    ASKING = 2
    """Part of a request has come."""
    TAKING = 3
    """An answer is being sent."""
    STREAMING = 4
    """Keeps a page up to date."""
    WORKING = 5
    """A worker makes the answer."""


class Connection:
    """One connection. It belongs to the gate, and to a worker while that makes an answer.

    Attributes
    ----------
    socket
        Never blocks.
    caller
        Who called.
    peer, local
        The addresses and ports of both ends.
    state, since
        Its state, and since when on the steady clock.
    due
        When it is given up if nothing happens; ``None``: never.
    limit
        When the complete answer must have been taken.
    gathering
        The bytes that have come and were not answered.
    unsent
        The bytes to send.
    keep
        Whether another request may follow.
    stream
        The stream that keeps a page up to date, if it has begun.
    request
        The request for a worker.
    gone
        Whether the other end has gone.
    exchange
        Its HTTP conversation in cheroot, once it has begun.
    watched
        What the selector watches for.
    first
        Whether it is served before guests, because the host has let its device in.
    """

    __slots__ = (
        "caller",
        "due",
        "exchange",
        "first",
        "gathering",
        "gone",
        "keep",
        "limit",
        "local",
        "peer",
        "request",
        "since",
        "socket",
        "state",
        "stream",
        "unsent",
        "watched",
    )

    def __init__(
        self, own: socket.socket, caller: Caller, peer: tuple[str, int], local: tuple[str, int], now: float
    ) -> None:
        self.socket = own
        self.caller = caller
        self.peer = peer
        self.local = local
        self.state = State.IDLE
        self.since = self.limit = now
        self.due: float | None = None
        self.gathering = Gathering()
        self.unsent = memoryview(b"")
        self.keep = False
        self.stream: Stream | None = None
        self.request: Request | None = None
        self.gone = False
        self.exchange: Exchange | None = None
        self.watched = 0
        self.first = False

    @property
    def closed(self) -> bool:
        """Whether its socket is closed."""
        return self.socket.fileno() < 0

    def turn(self, state: State, now: float, due: float | None) -> None:
        """Change to another state, which is given up at `due`."""
        self.state, self.since, self.due = state, now, due

    def push(self) -> bool:
        """Send what the network takes now, and return whether it took anything.

        Raises
        ------
        OSError
            If the other end has gone.
        """
        if not self.unsent:
            return False
        try:
            sent = self.socket.send(self.unsent)
        except BlockingIOError:
            return False
        self.unsent = self.unsent[sent:]
        return sent > 0
