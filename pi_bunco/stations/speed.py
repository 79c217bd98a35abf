"""Measures how fast a camera's pictures are processed, and with which delay."""

from collections import deque
from statistics import median
from typing import NamedTuple

from pi_bunco.frames import Frame

_SPAN = 3.0
"""Seconds over which the speed is measured."""


class Speed(NamedTuple):
    """The speed measured over the last seconds.

    Attributes
    ----------
    looked, given
        Pictures a second: those that were processed, and those that the camera delivered.
    delay
        The median of the seconds between taking a picture and having processed it.
    """

    looked: float
    given: float
    delay: float


class SpeedMeter:
    """Measures how fast pictures are processed. One thread notes them, and others may ask.

    >>> import numpy as np
    >>> figures = SpeedMeter()
    >>> for index in range(0, 60, 2):
    ...     figures.note(Frame(np.zeros((2, 2, 3), np.uint8), index, index / 30), index / 30 + 0.05)
    >>> speed = figures.measure(2.0)
    >>> round(speed.looked), round(speed.given), round(speed.delay, 3)
    (15, 30, 0.05)
    """

    def __init__(self) -> None:
        self._noted: deque[tuple[float, int, float]] = deque(maxlen=400)

    def note(self, frame: Frame, now: float) -> None:
        """Note that a picture has been processed.

        Parameters
        ----------
        frame
            The picture.
        now
            The time, on the clock of :func:`time.monotonic`.
        """
        self._noted.append((now, frame.index, now - frame.taken))

    def measure(self, now: float) -> Speed | None:
        """Return the speed of the last seconds, ``None`` if there are too few pictures."""
        last = [noted for noted in tuple(self._noted) if noted[0] > now - _SPAN]
        if len(last) < 2 or last[-1][0] <= last[0][0]:  # noqa: PLR2004 - a rate takes two
            return None
        seconds = last[-1][0] - last[0][0]
        given = last[-1][1] - last[0][1]
        return Speed((len(last) - 1) / seconds, given / seconds, median(delay for _, _, delay in last))
