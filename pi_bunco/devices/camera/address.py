"""Addresses of network cameras, and the password that may stand in one."""

from typing import NamedTuple
from urllib.parse import unquote, urlsplit, urlunsplit

from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.sentences import say

_PORTS = {"http": 80, "https": 443, "rtsp": 554}
"""The default ports."""
CHECK_NETWORK = say(
    "Check that the camera is on, that it is on the same network, and that the address is right."
)
"""What to do if a network camera does not answer."""
_EXAMPLE = say("Write it like http://192.168.1.20:8080/video.")


class Address(NamedTuple):
    """A network camera's address, split into its parts.

    Attributes
    ----------
    bare
        The address without user and password: safe to show and to log.
    user, password
        The part before the ``@``; empty if there is none.

    >>> Address.of("http://ann:s%40crt@cam.local:8081/video?q=1")
    Address(bare='http://cam.local:8081/video?q=1', user='ann', password='s@crt')
    """

    bare: str
    user: str
    password: str

    @classmethod
    def of(cls, address: str) -> "Address":
        """Split an address; raise :class:`CameraTrouble` if it is not one."""
        try:
            parts = urlsplit(address)
        except ValueError as error:
            raise CameraTrouble(
                say("This is not the address of a camera: {reason}.", reason=str(error)), _EXAMPLE
            ) from None
        return cls(
            parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl(),
            unquote(parts.username or ""),
            unquote(parts.password or ""),
        )


def normalize_address(address: str) -> str:
    """Return an address in one spelling; anything else is returned without a password.

    This drops user and password, the case of the host, a default port and a final slash.

    >>> normalize_address("http://ann:s3cret@Cam.local:80/Video/?q=1")
    'http://cam.local/Video?q=1'
    >>> normalize_address("rtsp://[::1]:8554")
    'rtsp://[::1]:8554'
    """
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return address.rpartition("@")[2]
    host = (parts.hostname or "").rstrip(".")
    host = f"[{host}]" if ":" in host else host
    place = host if port in {None, _PORTS.get(parts.scheme)} else f"{host}:{port}"
    return urlunsplit((parts.scheme, place, parts.path.rstrip("/"), parts.query, ""))
