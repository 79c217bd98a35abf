"""A bell that is somewhere else in the house: each sound and each light goes out as one UDP packet.

``--bell udp:192.168.1.7:5005`` sends ``ring bunco`` or ``lamp playing`` there, for a lamp, a gong or a
loudspeaker that listens. A packet that nobody hears is lost, and never holds up the game.
"""

import socket
from collections.abc import Callable
from contextlib import suppress

from pi_bunco.devices.ports import BellTrouble, Lamp, Press, Ring


class UdpBell:
    """A bell without a button: press the key on the page.

    Parameters
    ----------
    told
        Where the packets go, as ``host:port``.

    Raises
    ------
    BellTrouble
        If that is no such place.
    """

    down = False

    def __init__(self, told: str) -> None:
        host, _, port = told.rpartition(":")
        if not host or not port.isdecimal():
            raise BellTrouble(f'The bell "udp:{told}" names no place.', "Write udp:HOST:PORT.")
        self._place = (host, int(port))
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

    def on_press(self, told: Callable[[Press], None]) -> None:
        """Do nothing: there is no button to press."""

    def sound(self, ring: Ring) -> None:
        """Send a pattern's name."""
        self._send(f"ring {ring}")

    def light(self, lamp: Lamp) -> None:
        """Send what the lamp shows from now on."""
        self._send(f"lamp {lamp}")

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()

    def _send(self, text: str) -> None:
        with suppress(OSError):
            self._socket.sendto(text.encode(), self._place)
