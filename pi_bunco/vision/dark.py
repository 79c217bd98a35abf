"""Notices whether there is enough light to read dice at all."""

import math

import numpy as np

from pi_bunco.frames import Frame

MIN_LIGHT = 16.0
"""If the brightest hundredth of a picture is below this grey level, the picture is too dark to read.

This was measured on 22 plain rendered tables that were darkened step by step, with noise of 2 grey levels. At
a level of 20 or more, 106 of 113 pictures were read without a doubt; at 16 to 20, 16 of 19; at 12 to 16, only
9 of 22; below 8, none. The reader asked about the others, and misread none.
"""
MIN_LIGHT_AGAIN = 22.0
"""Grey level at which reading begins again; it is higher, so that the state does not flicker."""

_MIN_SECONDS = 2.0
"""Darkness, or light, counts only after this many seconds: a hand over the lens is gone sooner."""

_CHECK_SECONDS = 0.5
"""Seconds between two looks."""


def measure_brightness(frame: Frame) -> float:
    """Return the grey level, 0 to 255, that 99 % of a picture's pixels do not exceed.

    >>> measure_brightness(Frame(np.full((48, 64, 3), 80, np.uint8), 0, 0.0))
    80.0
    """
    sampled = frame.image[::6, ::6, 1] if frame.small is None else frame.small[::2, ::2]
    return float(np.percentile(sampled, 99))


class Darkness:
    """Notices when the light goes out, and when it is on again.

    >>> darkness, night = Darkness(), np.full((48, 64, 3), 9, np.uint8)
    >>> [darkness.see(Frame(night, at, float(at))) for at in (0, 1, 2)]
    [False, False, True]
    """

    def __init__(self) -> None:
        self._dark = False
        self._since: float | None = None
        self._next = -math.inf

    def see(self, frame: Frame) -> bool:
        """Look at the next picture; return whether it is too dark to read."""
        at = frame.taken
        if at < self._next:
            return self._dark
        self._next = at + _CHECK_SECONDS
        level = measure_brightness(frame)
        if level >= MIN_LIGHT if not self._dark else level < MIN_LIGHT_AGAIN:
            self._since = None
        elif self._since is None:
            self._since = at
        elif at - self._since >= _MIN_SECONDS:
            self._dark, self._since = not self._dark, None
        return self._dark
