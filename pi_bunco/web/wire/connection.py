"""One connection, as the gate keeps it: who called, what it is doing, and until when it may."""

import socket
from enum import IntEnum

from pi_bunco.web.streams import Stream
from pi_bunco.web.wire.caller import Caller
from pi_bunco.web.wire.exchange import Exchange
from pi_bunco.web.wire.gathering import Gathering, Request


class State(IntEnum):
    """What a connection is doing; the lower, the sooner it is given up where room is needed."""

    PARTING = 0
    """All was sent; the other end has not closed it yet."""
    IDLE = 1
    """Waits for a request to begin."""
    ASKING = 2
    """A part of a request is here."""
    TAKING = 3
    """An answer is on its way."""
    STREAMING = 4
    """Keeps a page up to date."""
    WORKING = 5
    """A worker has it."""


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
        What it is doing, and since when on the steady clock.
    due
        When it is given up if nothing happens, ``None``: never.
    limit
        Until when all of an answer must have been taken.
    gathering
        What has come and was not answered.
    unsent
        What is to be sent.
    keep
        Whether another request may follow what is being sent.
    stream
        What it keeps up to date, once it does.
    request
        What a worker is to answer.
    gone
        Whether the other end is gone.
    exchange
        Its conversation as cheroot sees it, once there is one.
    watched
        What the selector looks for.
    first
        Whether it is served before guests: its device was let in by the host.
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
        """Begin something else, which is given up at `due`."""
        self.state, self.since, self.due = state, now, due

    def push(self) -> bool:
        """Send what the network takes now; tell whether it took anything.

        Raises
        ------
        OSError
            If the other end is gone.
        """
        if not self.unsent:
            return False
        try:
            sent = self.socket.send(self.unsent)
        except BlockingIOError:
            return False
        self.unsent = self.unsent[sent:]
        return sent > 0
