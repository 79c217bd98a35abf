"""A camera that offers single pictures at an address: ``--camera snapshots:http://10.0.0.9/now.jpg``."""

import time
from collections.abc import Iterator
from http.client import HTTPException
from threading import Event
from urllib.request import urlopen

from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.frames import Frame
from pi_bunco.limits import PICTURE_BYTES
from pi_bunco.pictures.decode import decode

PAUSE = 0.1
"""Seconds between two pictures."""


class SnapshotCamera:
    """Fetches a picture again and again.

    Parameters
    ----------
    address
        The address of the picture.

    Raises
    ------
    CameraTrouble
        If there is no picture. The table shows the error, and tries again.
    """

    live = True

    def __init__(self, address: str) -> None:
        self.name = address
        self._closed = Event()
        self._next = self._fetch(0)

    def frames(self) -> Iterator[Frame]:
        """Yield pictures until the camera is closed or is gone."""
        while not self._closed.is_set():
            yield self._next
            self._closed.wait(PAUSE)
            self._next = self._fetch(self._next.index + 1)

    def close(self) -> None:
        """Stop fetching."""
        self._closed.set()

    def _fetch(self, index: int) -> Frame:
        try:
            with urlopen(self.name, timeout=5) as answer:
                return Frame(decode(answer.read(PICTURE_BYTES)), index, time.monotonic())
        except (OSError, HTTPException, ValueError) as error:
            raise CameraTrouble(
                f"{self.name} sends no picture ({error}).", "Open it in a browser."
            ) from error
