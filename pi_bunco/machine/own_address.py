"""Finds the address of this machine in its network."""

import socket


def find_own_address() -> str | None:
    """Return the address that this machine uses towards the internet, ``None`` without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: the system only chooses an address
        except OSError:
            return None
        return str(probe.getsockname()[0])
