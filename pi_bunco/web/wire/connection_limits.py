"""Limits the connections of each address and of all, and finds the connection to close at a limit.

If an address is at its limit, a new connection replaces the least active one of the same address. So an
address that opens hundreds does not disturb the others. Only if there are too many connections in all, the
address with most of them loses one. Connections of guests are closed first. Those of devices that the host
has let in are closed only if no guest is left.

A connection that is new, or whose request waits for a worker, is closed for another one only in two cases:
an address from which a let-in device has come needs a place, or its own address has more connections.
"""

from collections import Counter
from collections.abc import Iterator

from pi_bunco.web.wire.caller import Caller
from pi_bunco.web.wire.connection import Connection, ConnectionState

_GRACE = 1.0  # seconds in which a new connection is not closed for another, so that its request can come
_MAX_KNOWN = 500  # addresses of let-in devices; the host lets in fewer


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
        self._known: dict[Caller, None] = {}  # from which let-in devices have come, the newest last

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
        if self._counted < self._most:
            return None
        busiest = self._find_busiest_caller(caller)
        own, most = (len(self._by_caller.get(one, ())) for one in (caller, busiest))
        is_fair = most > own + 1 or (caller in self._known and busiest not in self._known)
        return self._find_least_active(busiest, now, is_fair=is_fair)

    def note_let_in(self, caller: Caller) -> None:
        """Note that a device that was let in has come from an address."""
        self._known.pop(caller, None)
        self._known[caller] = None
        if len(self._known) > _MAX_KNOWN:
            del self._known[next(iter(self._known))]

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
        """Return the caller with most connections of guests, counting the new one.

        Callers from which a let-in device has come are spared.
        """

        def count_connections(caller: Caller) -> tuple[bool, int, int]:
            guests = sum(not connection.has_priority for connection in self._by_caller[caller])
            is_new = caller == newcomer
            is_unknown = guests > 0 and caller not in self._known
            return is_unknown, guests + (is_new and guests > 0), len(self._by_caller[caller]) + is_new

        return max((caller for caller in self._by_caller if not caller.exempt), key=count_connections)

    def _find_least_active(self, caller: Caller, now: float, *, is_fair: bool = False) -> Connection:
        """Return the connection of a caller to close. If this is fair, it may be new or wait for a worker."""

        def may_leave(connection: Connection) -> bool:
            if connection.state is ConnectionState.WORKING:
                return False
            if connection.state is ConnectionState.QUEUED:
                return is_fair
            has_sent_nothing = connection.state is ConnectionState.IDLE and connection.exchange is None
            begins = connection.state in (ConnectionState.GREETING, ConnectionState.RECEIVING)
            is_new = has_sent_nothing or begins
            return is_fair or not is_new or now - connection.since >= _GRACE

        candidates = [connection for connection in self._by_caller[caller] if may_leave(connection)]
        if not candidates:
            raise NoConnectionFree
        return min(
            candidates, key=lambda connection: (connection.has_priority, connection.state, connection.since)
        )
