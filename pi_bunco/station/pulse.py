"""Sends the figures of a camera twice a second, as a sign of life."""

import threading
import time

from pi_bunco.devices.ports import count_broken
from pi_bunco.machine.threads import start_thread
from pi_bunco.messages.up import CameraNote, Figures
from pi_bunco.station.link import Link
from pi_bunco.station.locked_camera import LockedCamera
from pi_bunco.station.loop import CameraLoop
from pi_bunco.station.table_reader import TableReader

PULSE_SECONDS = 0.5
"""Seconds between two signs of life."""
MAX_LOOK = 90.0
"""Seconds without news of the loop after which no sign of life is sent, so that the station is ended.

A camera that opens slowly takes up to 60 seconds, a look on a slow board up to 20."""


class Pulse:
    """A thread that sends the figures while the loop lives.

    Parameters
    ----------
    link
        Leads to the table's program.
    loop
        Watches the mat.
    locked
        Opens the camera with its calibrated settings, ``None`` for a mock camera.
    reader
        Reads the pictures.
    """

    def __init__(
        self, link: Link, loop: CameraLoop, locked: LockedCamera | None, reader: TableReader
    ) -> None:
        self._link, self._loop, self._locked, self._reader = link, loop, locked, reader
        self._stopping = threading.Event()
        start_thread(threading.Thread(target=self._run, name="pulse", daemon=True))

    def close(self) -> None:
        """Send nothing more."""
        self._stopping.set()

    def _run(self) -> None:
        while not self._stopping.wait(PULSE_SECONDS):
            if self._loop.measure_silence() < MAX_LOOK:
                try:
                    self._link.send(self._measure())
                except OSError:
                    return  # the table's program has ended

    def _measure(self) -> Figures:
        loop = self._loop
        speed = loop.speed_meter.measure(time.monotonic())
        trouble = self._locked.trouble if self._locked else self._reader.trouble
        return Figures(
            size=loop.size,
            processed=speed and speed.processed,
            delivered=speed and speed.delivered,
            delay=speed and speed.delay,
            longest=speed and speed.longest,
            broken=count_broken(loop.camera),
            note=CameraNote(trouble.text, trouble.remedy) if trouble else None,
        )
