"""Limits the connections of each address and of all, and finds the connection to close at a limit.

If an address is at its limit, a new connection replaces the least active one of the same address. So an
address that opens hundreds does not disturb the others. Only if there are too many connections in all, the
address with most of them loses one. Connections of guests are closed first. Those of devices that the host
has let in are closed only if no guest is left.
"""

from collections import Counter
from collections.abc import Iterator

from pi_bunco.web.wire.caller import Caller
from pi_bunco.web.wire.connection import Connection, ConnectionState

_GRACE = 1.0  # seconds in which a new connection is not closed for another, so that its request can come


class NoConnectionFree(Exception):
    """No connection of this address can be closed: each is new or is being answered."""


class ConnectionLimits:
    """All connections, by caller.

    Parameters
    ----------
    per_address
        Most connections from one address.
    most
        Most connections, not counting those of the machine itself.
    streams
        Most connections that may keep a page up to date, not counting those of the machine itself.
    """

    def __init__(self, *, per_address: int, most: int, streams: int) -> None:
        self._per_address = per_address
        self._most = most
        self._most_streams = streams
        self._by_caller: dict[Caller, dict[Connection, None]] = {}
        self._streams: dict[Connection, None] = {}
        self._counted = 0

    def __iter__(self) -> Iterator[Connection]:
        """Return all connections. Connections may be removed during the loop."""
        return iter([connection for per_address in self._by_caller.values() for connection in per_address])

    @property
    def streams(self) -> list[Connection]:
        """The connections that keep a page up to date.

        Those of devices that were let in come first. Older ones come before newer ones.
        """
        return sorted(self._streams, key=lambda connection: not connection.has_priority)

    def find_to_evict(self, caller: Caller, now: float) -> Connection | None:
        """Return the connection to close before another one of `caller` is added, ``None``: none.

        Raises
        ------
        NoConnectionFree
            If no connection can be closed. Then the new connection must be refused.
        """
        if caller.exempt:
            return None
        if len(self._by_caller.get(caller, ())) >= self._per_address:
            return self._find_least_active(caller, now)
        if self._counted >= self._most:
            return self._find_least_active(self._find_busiest_caller(caller), now)
        return None

    def add(self, connection: Connection) -> None:
        """Add a connection."""
        self._by_caller.setdefault(connection.caller, {})[connection] = None
        self._counted += not connection.caller.exempt

    def remove(self, connection: Connection) -> None:
        """Remove a connection."""
        per_address = self._by_caller[connection.caller]
        del per_address[connection]
        if not per_address:
            del self._by_caller[connection.caller]
        self._streams.pop(connection, None)
        self._counted -= not connection.caller.exempt

    def begin_stream(self, connection: Connection) -> Connection | None:
        """Note that a connection now keeps a page up to date.

        Returns
        -------
        Connection or None
            The stream to close: the oldest of the address with most streams. ``None``: none.
        """
        self._streams[connection] = None
        limited = [stream for stream in self._streams if not stream.caller.exempt]
        if len(limited) <= self._most_streams:
            return None
        candidates = [stream for stream in limited if not stream.has_priority] or limited
        counted = Counter(stream.caller for stream in candidates)
        return max(candidates, key=lambda stream: counted[stream.caller])  # the first of equals is the oldest

    def find_slowest_client(self, unsent: int) -> Connection | None:
        """Return the connection to close if more than `unsent` bytes wait to be sent, ``None``: none.

        The address with most unsent bytes loses its connection with most unsent bytes.
        """
        clients = [
            client for client in self if client.state in (ConnectionState.SENDING, ConnectionState.STREAMING)
        ]
        if sum(len(client.unsent) for client in clients) <= unsent:
            return None
        unsent_of: Counter[Caller] = Counter()
        for client in clients:
            unsent_of[client.caller] += len(client.unsent)
        return max(clients, key=lambda client: (unsent_of[client.caller], len(client.unsent)))

    def _find_busiest_caller(self, newcomer: Caller) -> Caller:
        """Return the caller with most connections of guests, counting the new one."""

        def count_connections(caller: Caller) -> tuple[int, int]:
            guests = sum(not connection.has_priority for connection in self._by_caller[caller])
            is_new = caller == newcomer
            return guests + (is_new and guests > 0), len(self._by_caller[caller]) + is_new

        return max((caller for caller in self._by_caller if not caller.exempt), key=count_connections)

    def _find_least_active(self, caller: Caller, now: float) -> Connection:
        def may_leave(connection: Connection) -> bool:
            if connection.state is ConnectionState.WORKING:
                return False
            has_sent_nothing = connection.state is ConnectionState.IDLE and connection.exchange is None
            is_new = has_sent_nothing or connection.state is ConnectionState.RECEIVING
            return not is_new or now - connection.since >= _GRACE

        candidates = [connection for connection in self._by_caller[caller] if may_leave(connection)]
        if not candidates:
            raise NoConnectionFree
        return min(
            candidates, key=lambda connection: (connection.has_priority, connection.state, connection.since)
        )
