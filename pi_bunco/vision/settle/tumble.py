"""Finds when dice were thrown, from what moved in the pictures before they came to rest."""

import numpy as np

from pi_bunco.frames import Frame
from pi_bunco.readings import Tumble
from pi_bunco.vision.settle.motion import Mask
from pi_bunco.vision.settle.stillness import Glance

_BORDER_PIXELS = 2
"""Something that moves within this many pixels from the border may reach in over it."""


class TumbleTimer:
    """Notes when something began to move, since when nothing has reached in, and when it came to rest.

    A die that rolls in over the border looks like a hand, so both count as reaching in. So the time at which
    the dice left the hand may be too late, but not too early.
    """

    def __init__(self) -> None:
        self._began: float | None = None
        self._fell: float | None = None
        self._rested: float | None = None
        self._done = True

    def see(self, frame: Frame, glance: Glance) -> None:
        """Note the motion in the next picture."""
        if not glance.fresh:
            return
        if glance.still > 1:
            if self._rested is None:
                self._rested = frame.taken
            return
        if self._done:
            self._began, self._fell, self._done = frame.taken, None, False
        self._rested = None
        if _reaches_in(glance.moving):
            self._fell = None
        elif self._fell is None:
            self._fell = frame.taken

    def peek(self) -> Tumble | None:
        """Return the times of what lies still now, ``None`` if nothing moves or has moved."""
        if self._began is None or self._rested is None:
            return None
        fell = self._fell if self._fell is not None and self._fell < self._rested else None
        return Tumble(self._began, fell, self._rested)

    def interrupt(self, frame: Frame) -> Tumble | None:
        """Return the times of dice that are read while a hand moves beside them, and begin again.

        It is not known when they left the hand, but by now they are still.
        """
        began, self._began = self._began, frame.taken
        return None if began is None else Tumble(began, None, frame.taken)

    def conclude(self) -> Tumble | None:
        """Return the times of what has come to rest, or ``None`` if no motion was seen; then begin again."""
        tumble = self.peek()
        self._began, self._done = None, True
        return tumble


def _reaches_in(moving: Mask) -> bool:
    edges = (
        moving[:_BORDER_PIXELS],
        moving[-_BORDER_PIXELS:],
        moving[:, :_BORDER_PIXELS],
        moving[:, -_BORDER_PIXELS:],
    )
    return any(bool(np.any(edge)) for edge in edges)
