"""Connections without a network, for tests of code that only counts them."""

import socket

from pi_bunco.web.wire.caller import Caller
from pi_bunco.web.wire.connection import Connection, ConnectionState

NOBODY = socket.socket()
"""A socket that is connected to nothing."""


def connection(
    who: str,
    state: ConnectionState = ConnectionState.IDLE,
    since: float = 0.0,
    *,
    exempt: bool = False,
    has_priority: bool = False,
) -> Connection:
    """Return a connection of a caller, in a state since some time."""
    made = Connection(NOBODY, Caller(who, exempt=exempt), ("127.0.0.1", 1), ("127.0.0.1", 80), since)
    made.change_state(state, since, None)
    made.has_priority = has_priority
    return made
