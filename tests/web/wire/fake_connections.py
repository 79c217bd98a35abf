"""Connections without a network, for tests of code that only counts them."""

import socket

from pi_bunco.web.wire.caller import Caller
from pi_bunco.web.wire.connection import Connection, ConnectionState

NOBODY = socket.socket()
"""A socket that is connected to nothing."""


def make_connection(
    who: str,
    state: ConnectionState = ConnectionState.IDLE,
    since: float = 0.0,
    *,
    exempt: bool = False,
    has_priority: bool = False,
) -> Connection:
    """Return a connection of a caller that has been in this state since a time in seconds."""
    connection = Connection(NOBODY, Caller(who, exempt=exempt), ("127.0.0.1", 1), ("127.0.0.1", 80), since)
    connection.change_state(state, since, None)
    connection.has_priority = has_priority
    return connection
