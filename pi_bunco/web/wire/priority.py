"""Reads the cookie of a request, so that devices that the host has let in are served before guests."""

import re
from collections.abc import Callable

from pi_bunco.web.wire.connection import Connection

_COOKIE = rb"^(?i:cookie):(?:[^\r\n]*;)?[ \t]*%s=([\w.=-]{1,200})[ \t]*(?:;|\r?$)"


def mark_priority(connection: Connection, name: str, is_let_in: Callable[[str], bool]) -> None:
    """Note whether a connection is served before guests, from the cookie in its newest request.

    Parameters
    ----------
    connection
        The connection, with its request.
    name
        The name of the cookie that a device carries.
    is_let_in
        Returns whether the host has let in the device with a cookie. It must return at once.
    """
    cookie = find_cookie(connection.request.data, name) if connection.request else None
    connection.has_priority = cookie is not None and is_let_in(cookie)


def find_cookie(request: bytes, name: str) -> str | None:
    r"""Return the cookie in a request, ``None`` if it has none.

    >>> find_cookie(b"GET / HTTP/1.1\r\nHost: a\r\nCookie: x=1; device=a7.b\r\n\r\n", "device")
    'a7.b'
    >>> find_cookie(b"POST / HTTP/1.1\r\nHost: a\r\n\r\nCookie: device=a7.b\r\n", "device") is None
    True
    """
    head = request.partition(b"\r\n\r\n")[0]
    found = re.search(_COOKIE % re.escape(name.encode()), head, re.MULTILINE)
    return found[1].decode() if found else None
