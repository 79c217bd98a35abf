"""Who is served first where many ask: what a request's cookie says, read before a worker has it."""

import re
from collections.abc import Callable

from pi_bunco.web.wire.connection import Connection

_VALUE = re.compile(rb"[\w.=-]{1,200}")


class ServedFirst:
    """Marks connections of devices that the host has let in.

    A connection is what its newest request is; one that has not asked yet is a guest's.

    Parameters
    ----------
    name
        What the cookie is called that such a device carries.
    knows
        Returns whether the host has let the device of a cookie in; it must not wait for anything.
    """

    def __init__(self, name: str, knows: Callable[[str], bool]) -> None:
        self._name = name.encode()
        self._knows = knows

    def mark(self, connection: Connection) -> None:
        """Look at the request that a connection has made, and note whether it comes first."""
        cookie = self.cookie_in(connection.request.data) if connection.request else None
        connection.first = cookie is not None and self._knows(cookie)

    def cookie_in(self, request: bytes) -> str | None:
        r"""Return the cookie that a request carries, ``None`` if it has none.

        >>> first = ServedFirst("device", lambda cookie: True)
        >>> first.cookie_in(b"GET / HTTP/1.1\r\nHost: a\r\nCookie: x=1; device=a7.b\r\n\r\n")
        'a7.b'
        >>> first.cookie_in(b"POST / HTTP/1.1\r\nHost: a\r\n\r\nCookie: device=a7.b\r\n") is None
        True
        """
        head = request.partition(b"\r\n\r\n")[0]
        if self._name not in head:
            return None
        for line in head.split(b"\r\n"):
            header, _, cookies = line.partition(b":")
            if header.lower() != b"cookie":
                continue
            for cookie in cookies.split(b";"):
                name, _, value = cookie.strip(b" \t").partition(b"=")
                if name == self._name and _VALUE.fullmatch(value):
                    return value.decode()
        return None
