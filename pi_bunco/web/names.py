"""By which names the pages answer: a page on another site could give itself this machine's address.

Such a site lets its own name mean this machine (DNS rebinding), and the browser then takes our pages for its
own: it may read names and pictures, and tap. It cannot change the name that the browser asks by, so only
requests that call the table by an address, by ``localhost`` or by a name of its own are answered.
"""

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from ipaddress import ip_address

_HOST = re.compile(r"(?P<host>\[[0-9a-f:.]+(?:%[\w.-]+)?\]|[\w.-]+)(?::\d{0,5})?", re.ASCII)


def host_of(header: str) -> str | None:
    """Read of a ``Host`` header which host it names, ``None`` if it names none.

    Ports do not matter, nor do capital letters or the dot at the end of a whole name (RFC 9110, 7.2).

    >>> host_of("Bunco.Fritz.Box.:8080"), host_of("[FE80::1]:80"), host_of("10.0.0.2")
    ('bunco.fritz.box', 'fe80::1', '10.0.0.2')
    >>> host_of(""), host_of("a b"), host_of("user@bunco"), host_of("bunco:port"), host_of(".")
    (None, None, None, None, None)
    """
    found = _HOST.fullmatch(header.strip().lower())
    return (found["host"].strip("[]").removesuffix(".") or None) if found else None


def is_address(host: str) -> bool:
    """Return whether a host is an address and no name: nobody can make that mean another machine.

    >>> is_address("192.168.1.20"), is_address("fe80::1%eth0"), is_address("1.evil.example")
    (True, True, False)
    """
    with suppress(ValueError):
        ip_address(host)
        return True
    return False


class Names:
    """The names of this table.

    Parameters
    ----------
    own
        Gives its names, in small letters. It is asked again when somebody comes with one that is unknown, for
        a machine may get a name when it gets a network.

    >>> names = Names(lambda: {"bunco.local"})
    >>> "bunco.local" in names, "localhost" in names, "10.0.0.2" in names, "evil.example" in names
    (True, True, True, False)
    """

    def __init__(self, own: Callable[[], Collection[str]] = tuple) -> None:
        self._own = own
        self._known: frozenset[str] = frozenset()

    def __contains__(self, host: str) -> bool:
        """Return whether a host, as :func:`host_of` returns it, is this table."""
        if host == "localhost" or host in self._known or is_address(host):
            return True
        self._known = frozenset(self._own())
        return host in self._known
