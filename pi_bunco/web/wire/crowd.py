"""Limits on connections, for one address and for all, and who makes way when a limit is reached.

A new connection is let in, and a connection from the same address that does little makes way. So an address
that opens hundreds is in nobody else's way. Only when all places are taken does the address with most
connections give one up. Guests make way first, and a device that the host has let in only if no guest is
left.
"""

from collections import Counter
from collections.abc import Iterator

from pi_bunco.web.wire.caller import Caller
from pi_bunco.web.wire.connection import Connection, State

_FRESH = 1.0
"""Seconds in which a new connection may say what it wants before it may have to make way."""


class NoConnectionFree(Exception):
    """All connections of this address are new or are being answered at this moment."""


class ConnectionLimits:
    """All connections, by caller.

    Parameters
    ----------
    of_one
        Most connections from one address.
    most
        Most connections, not counting those of the machine itself.
    streams
        Most of these that may keep a page up to date.
    """

    def __init__(self, *, of_one: int, most: int, streams: int) -> None:
        self._of_one = of_one
        self._most = most
        self._most_streams = streams
        self._of: dict[Caller, dict[Connection, None]] = {}
        self._streams: dict[Connection, None] = {}
        self._counted = 0

    def __iter__(self) -> Iterator[Connection]:
        """Return all connections. They may leave during the loop."""
        return iter([one for of_one in self._of.values() for one in of_one])

    @property
    def streams(self) -> list[Connection]:
        """The connections that keep a page up to date.

        Devices that were let in come first, then the oldest.
        """
        return sorted(self._streams, key=lambda connection: not connection.first)

    def find_leaving(self, caller: Caller, now: float) -> Connection | None:
        """Return who must leave before another connection of `caller` comes in, ``None``: nobody.

        Raises
        ------
        NoConnectionFree
            If all who could leave are new or are being answered. Then the new connection cannot come in.
        """
        if caller.exempt:
            return None
        if len(self._of.get(caller, ())) >= self._of_one:
            return self._least_of(caller, now)
        if self._counted >= self._most:
            return self._least_of(self._heaviest(caller), now)
        return None

    def add(self, connection: Connection) -> None:
        """Add a connection."""
        self._of.setdefault(connection.caller, {})[connection] = None
        self._counted += not connection.caller.exempt

    def leave(self, connection: Connection) -> None:
        """Remove a connection."""
        of_one = self._of[connection.caller]
        del of_one[connection]
        if not of_one:
            del self._of[connection.caller]
        self._streams.pop(connection, None)
        self._counted -= not connection.caller.exempt

    def begin_stream(self, connection: Connection) -> Connection | None:
        """Note that a connection now keeps a page up to date.

        Returns
        -------
        Connection or None
            The stream that makes way: the oldest of the address with most streams. ``None``: none has to.
        """
        self._streams[connection] = None
        limited = [stream for stream in self._streams if not stream.caller.exempt]
        if len(limited) <= self._most_streams:
            return None
        leaving = [stream for stream in limited if not stream.first] or limited
        counted = Counter(stream.caller for stream in leaving)
        most = max(counted.values())
        return next(stream for stream in leaving if counted[stream.caller] == most)

    def find_slowest_reader(self, unsent: int) -> Connection | None:
        """Return who makes way if more than `unsent` bytes wait to be taken, ``None``: nobody.

        It is the connection with most unsent bytes of the address with most unsent bytes.
        """
        readers = [one for one in self if one.state in (State.TAKING, State.STREAMING)]
        if sum(len(one.unsent) for one in readers) <= unsent:
            return None
        left: Counter[Caller] = Counter()
        for one in readers:
            left[one.caller] += len(one.unsent)
        return max(readers, key=lambda one: (left[one.caller], len(one.unsent)))

    def _heaviest(self, newcomer: Caller) -> Caller:
        """Return the address with most connections of guests, counting the new one."""

        def weight(caller: Caller) -> tuple[int, int]:
            guests = sum(not one.first for one in self._of[caller])
            is_new = caller == newcomer
            return guests + (is_new and guests > 0), len(self._of[caller]) + is_new

        return max((caller for caller in self._of if not caller.exempt), key=weight)

    def _least_of(self, caller: Caller, now: float) -> Connection:
        def may_leave(one: Connection) -> bool:
            begins = one.state is State.ASKING or (one.state is State.IDLE and one.exchange is None)
            return one.state is not State.WORKING and not (begins and now - one.since < _FRESH)

        leaving = filter(may_leave, self._of[caller])
        least = min(leaving, key=lambda one: (one.first, one.state, one.since), default=None)
        if least is None:
            raise NoConnectionFree
        return least
