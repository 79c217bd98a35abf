"""What one server leaves to the next one in the same process, so that no client notices the change."""

import socket
from collections.abc import Sequence
from dataclasses import dataclass

from pi_bunco.web.wire.connection import Connection


@dataclass(frozen=True, slots=True)
class Handover:
    """The port of a server that has stopped, and the clients that it has not answered.

    Attributes
    ----------
    listener
        The listening socket. Clients that connect meanwhile wait in its queue.
    connections
        Connections whose request has not come, or not completely. Their clients notice nothing.
    """

    listener: socket.socket
    connections: Sequence[Connection] = ()
