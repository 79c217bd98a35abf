"""Finds the address of this machine in its network."""

import socket

_INTERNET, _OWN_WIFI = "192.0.2.1", "10.42.0.2"
"""An address in the internet (RFC 5737), and one in the Pi's own Wi-Fi, perhaps its only network."""


def find_own_address() -> str | None:
    """Return the address that other devices use, ``None`` without a network.

    It is the one towards the internet, or else the one in the Pi's own Wi-Fi.
    """
    for target in (_INTERNET, _OWN_WIFI):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))  # sends nothing: the system only chooses an address
            except OSError:
                continue
            return str(probe.getsockname()[0])
    return None
