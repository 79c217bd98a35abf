"""Measures how fast a camera's pictures are processed, and with which delay."""

from collections import deque
from statistics import median
from typing import NamedTuple

from pi_bunco.frames import Frame

_SPAN_SECONDS = 3.0
"""The speed is measured over the last seconds, as many as this."""
_MAX_PAUSE_SECONDS = 6.0
"""The longest time after a picture in which the next one of a slow camera may come.

A camera that delivers nothing for five seconds counts as lost."""


class Speed(NamedTuple):
    """The speed measured over the last seconds.

    Attributes
    ----------
    processed, delivered
        Pictures a second: those that were processed, and those that the camera delivered.
    delay
        The median of the seconds from taking a picture until it was processed.
    longest
        The most seconds that it took to process one of the last few hundred pictures: to read its dice if it
        had to be read.
    """

    processed: float
    delivered: float
    delay: float
    longest: float = 0.0


class SpeedMeter:
    """Measures how fast pictures are processed. One thread notes each picture; any thread may read the speed.

    >>> import numpy as np
    >>> meter = SpeedMeter()
    >>> for index in range(0, 60, 2):
    ...     meter.note(Frame(np.zeros((2, 2, 3), np.uint8), index, index / 30), index / 30 + 0.05, 0.04)
    >>> speed = meter.measure(2.0)
    >>> round(speed.processed), round(speed.delivered), round(speed.delay, 3), speed.longest
    (15, 30, 0.05, 0.04)
    """

    def __init__(self) -> None:
        self._noted: deque[tuple[float, int, float, float]] = deque(maxlen=400)

    def note(self, frame: Frame, now: float, took: float = 0.0) -> None:
        """Note that a picture has been processed.

        Parameters
        ----------
        frame
            The picture.
        now
            The time, on the clock of :func:`time.monotonic`.
        took
            How many seconds it took to process the picture.
        """
        self._noted.append((now, frame.index, now - frame.taken, took))

    def measure(self, now: float) -> Speed | None:
        """Return the speed of the last seconds, or between the last two pictures of a slow camera.

        ``None``: no pictures come now, or only one came.
        """
        noted = tuple(self._noted)
        recent = [each for each in noted if each[0] > now - _SPAN_SECONDS]
        if len(recent) < 2:  # noqa: PLR2004 - a rate takes two
            recent = [*noted[-2:]] if noted and noted[-1][0] > now - _MAX_PAUSE_SECONDS else []
        if len(recent) < 2:  # noqa: PLR2004 - likewise
            return None
        times, numbers, delays, _ = zip(*recent, strict=True)
        seconds = times[-1] - times[0]
        if seconds <= 0:
            return None
        return Speed(
            processed=(len(recent) - 1) / seconds,
            delivered=(numbers[-1] - numbers[0]) / seconds,
            delay=median(delays),
            longest=max(took for *_, took in noted),
        )
