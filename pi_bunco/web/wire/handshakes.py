"""Begins TLS on connections, and limits how many handshakes each address may cause.

A handshake is done in the gate's thread: with keys of the curve P-256 it takes less time than an answer. But
it costs the Pi as much as the client. So each address has a share, like that of requests.
"""

import math
import socket
import ssl
import time
from collections.abc import Callable

from pi_bunco.web.wire.caller import Caller

_FIRST_BYTE = b"\x16"  # of a record of the kind "handshake": RFC 8446, section 5.1
_BURST = 2.0  # handshakes without a pause, for each connection that an address may have
_RATE = 0.25  # handshakes a second in the long run, for each such connection
_MAX_KNOWN = 1000  # callers; if there are more, those without a recent handshake are forgotten

GetContext = Callable[[], ssl.SSLContext]
"""Returns the certificate and the rules for the next connection."""
WOULD_BLOCK = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)
"""What a socket that never blocks raises if nothing can be read or written now."""


def make_context(chain: str) -> ssl.SSLContext:
    """Return the rules for connections: TLS 1.2 or newer, and HTTP/1.1 only.

    Parameters
    ----------
    chain
        The path of the file with the key, its certificate and those of the authorities, as PEM.

    Raises
    ------
    OSError
        If the file cannot be read, or is no such file (:class:`ssl.SSLError`).
    """
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION  # a client could ask for handshakes without an end
    context.set_alpn_protocols(["http/1.1"])
    context.load_cert_chain(chain)
    return context


def speaks_tls(accepted: socket.socket) -> bool | None:
    """Return whether a client begins with TLS, from its first byte, which is left unread.

    Returns
    -------
    bool or None
        ``False``: it begins with a letter, as requests of HTTP do. ``None``: with neither.

    Raises
    ------
    OSError
        If it has gone, or nothing has come yet (:class:`BlockingIOError`).
    """
    first = accepted.recv(1, socket.MSG_PEEK)
    if first == _FIRST_BYTE:
        return True
    return False if first.isalpha() else None


def wrap(accepted: socket.socket, context: ssl.SSLContext) -> ssl.SSLSocket:
    """Return a socket that speaks TLS in place of an accepted one. Its handshake has not begun."""
    return context.wrap_socket(accepted, server_side=True, do_handshake_on_connect=False)


class HandshakeShare:
    """Counts the handshakes of each address.

    Parameters
    ----------
    per_address
        Most connections of one address.
    clock
        Seconds on a steady clock.

    >>> share = HandshakeShare(2, clock=lambda: 0.0)
    >>> [share.take(Caller("10.0.0.7")) for _ in range(5)]
    [True, True, True, True, False]
    >>> share.take(Caller("10.0.0.8")), share.take(Caller("127.0.0.1", exempt=True))
    (True, True)
    """

    def __init__(self, per_address: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._interval = 1 / (_RATE * per_address)
        self._ahead = (math.ceil(_BURST * per_address) - 0.5) * self._interval
        self._clock = clock
        self._used_until: dict[Caller, float] = {}

    def take(self, caller: Caller) -> bool:
        """Return whether an address may cause another handshake now, and count it."""
        if caller.exempt:
            return True
        now = self._clock()
        used_until = max(self._used_until.get(caller, now), now)
        if used_until - now > self._ahead:
            return False
        self._used_until[caller] = used_until + self._interval
        if len(self._used_until) > _MAX_KNOWN:
            self._used_until = {other: until for other, until in self._used_until.items() if until > now}
        return True
