"""Addresses of network cameras, and the password that may stand in one."""

from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from pi_bunco.devices.ports import CameraTrouble

_EXAMPLE = "Write it like http://192.168.1.20:8080/video."


class Address(NamedTuple):
    """A network camera's address, taken apart.

    Attributes
    ----------
    bare
        The address without user and password: safe to show and to log.
    user, password
        What stood before the ``@``; empty when nothing did.

    >>> Address.of("http://ann:s%40crt@cam.local:8081/video?q=1")
    Address(bare='http://cam.local:8081/video?q=1', user='ann', password='s@crt')
    """

    bare: str
    user: str
    password: str

    @classmethod
    def of(cls, address: str) -> "Address":
        """Take an address apart; :class:`CameraTrouble` if it is none."""
        try:
            parts = urlsplit(address)
        except ValueError as error:
            raise CameraTrouble(f"The camera's address is none: {error}.", _EXAMPLE) from None
        bare = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
        return cls(bare, unquote(parts.username or ""), unquote(parts.password or ""))
