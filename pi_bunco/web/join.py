"""Where telephones find the room's pages: the address, and its QR code."""

from functools import lru_cache
from urllib.parse import urlsplit

import segno

from pi_bunco.own_address import find_own_address


def join_address(asked: str, path: str) -> str:
    """Return the address that other devices of the room use, ``""`` where the machine is in no network.

    Parameters
    ----------
    asked
        The address by which the page was asked for, such as ``http://127.0.0.1:8080/``.
    path
        What the code leads to.

    >>> join_address("http://bunco.local:8080/", "/me")
    'http://bunco.local:8080/me'
    """
    parts = urlsplit(asked)
    host = parts.hostname or ""
    if host == "localhost" or host.startswith("127.") or host == "::1":
        host = find_own_address() or ""
        if not host:
            return ""
        port = f":{parts.port}" if parts.port else ""
        return f"{parts.scheme}://{host}{port}{path}"
    return f"{parts.scheme}://{parts.netloc}{path}"


@lru_cache(maxsize=32)
def draw_code(address: str) -> str:
    """Return an address as a QR code: an ``<svg>`` whose size is the style sheet's."""
    code = segno.make(address, error="m")
    drawn: str = code.svg_inline(border=2, dark="#1d2530", light="#fff", omitsize=True, svgclass="qr")
    return drawn
