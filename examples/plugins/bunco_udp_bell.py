"""A bell elsewhere in the house: it sends each sound and each light as one UDP packet.

``--bell udp:192.168.1.7:5005`` sends ``ring bunco`` or ``lamp playing`` there, for a lamp, a gong or a
loudspeaker that listens. The game does not wait for an answer, and a packet may be lost.
"""

import socket
from collections.abc import Callable
from contextlib import suppress

from pi_bunco.devices.ports import BellTrouble, Lamp, Press, Ring


class UdpBell:
    """A bell without a button: press the button on the page.

    Parameters
    ----------
    place
        Where the packets go, as ``host:port``.

    Raises
    ------
    BellTrouble
        If ``place`` is not like that.
    """

    down = False

    def __init__(self, place: str) -> None:
        host, _, port = place.rpartition(":")
        if not host or not port.isdecimal():
            raise BellTrouble(f'The bell "udp:{place}" names no place.', "Write udp:HOST:PORT.")
        self._place = (host, int(port))
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

    def on_press(self, listener: Callable[[Press], None]) -> None:
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
