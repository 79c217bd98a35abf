"""Makes the address where phones find the room's pages, and its QR code."""

from functools import lru_cache
from urllib.parse import urlsplit

import segno

from pi_bunco.machine.own_address import find_own_address


def make_join_address(request_address: str, path: str) -> str:
    """Return the address for other devices in the room, ``""`` if the machine has no network.

    Parameters
    ----------
    request_address
        The address in the request for this page, such as ``http://127.0.0.1:8080/``.
    path
        The path that the code leads to.

    >>> make_join_address("http://bunco.local:8080/", "/me")
    'http://bunco.local:8080/me'
    """
    parts = urlsplit(request_address)
    host = parts.netloc
    if parts.hostname in ("localhost", "::1") or host.startswith("127."):
        address = find_own_address()
        if address is None:
            return ""
        host = f"{address}:{parts.port}" if parts.port else address
    return f"{parts.scheme}://{host}{path}"


@lru_cache(maxsize=32)
def draw_qr(text: str) -> str:
    """Return an address or another text as a QR code: an ``<svg>`` whose size the style sheet sets."""
    markup: str = segno.make(text, error="m", encoding="utf-8").svg_inline(
        border=2, dark="#1d2530", light="#fff", omitsize=True, svgclass="qr"
    )
    return markup
