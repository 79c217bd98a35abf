"""Whether anything moves, from one picture to the next."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from pi_bunco.frames import Grey
from pi_bunco.vision.settle.hands import only_hands_move
from pi_bunco.vision.settle.motion import Anchor, Mask

_REPEATED = 0.25
"""A mean difference below this, and far below the usual one, is the same picture sent again."""

_REPEATS_AT_FIRST = 5
_MOST_REPEATS = 8
_RUNS_KEPT = 3
_RENEW = 15
"""After so many still pictures the anchor is taken anew, so that light may drift."""


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """The state of motion after one more picture.

    Attributes
    ----------
    start
        Index of the first picture since which nothing has moved.
    still
        How many different pictures have been still since then, that one included: 1 if something moves.
    calm
        For how many pictures nothing has moved but what reaches in over the picture's border.
    fresh
        Whether this is another picture than the one before, and not the same sent again.
    quiet
        Whether not even a part of a pixel has moved since then: dice may creep before they rest.
    moving
        Where something moved last.
    """

    start: int
    still: int
    calm: int
    fresh: bool
    quiet: bool
    moving: Mask


class Stillness:
    """Watches small grey pictures for motion.

    Each picture is compared with the first one of the still spell, not with the one before, so that
    slow motion adds up and shows.

    Parameters
    ----------
    grey, index
        The first picture, and its number in the video.
    """

    def __init__(self, grey: Grey, index: int) -> None:
        self.glance = Glance(index, 1, 0, fresh=True, quiet=True, moving=np.zeros_like(grey))
        self._anchor = Anchor(grey)
        self._last, self._index = grey, index
        self._usual = 0.0
        self._repeats, self._run = 0, 0
        self._moved = False
        self._runs = [_REPEATS_AT_FIRST]

    def see(self, grey: Grey, index: int) -> Glance:
        """Take the next picture, of the same size."""
        before = self.glance
        if self._is_repeated(grey, index - self._index):
            self.glance = replace(before, fresh=False)
        else:
            change = self._anchor.compare(grey)
            self._learn(moves=not change.none)
            if change.none:
                self.glance = replace(
                    before, still=before.still + 1, calm=before.calm + 1, fresh=True, quiet=change.quiet
                )
            else:
                calm = before.calm + 1 if only_hands_move(change.mask) else 0
                self.glance = Glance(index, 1, calm, fresh=True, quiet=False, moving=change.mask)
            if self.glance.still % _RENEW == 1:
                self._anchor = Anchor(grey)
        self._last, self._index = grey, index
        return self.glance

    def _is_repeated(self, grey: Grey, pictures: int) -> bool:
        """Return whether a picture is the last one sent again, as slow cameras' recordings do.

        ``pictures``: how many the camera has given since, that one included. A slow board leaves most out.
        """
        step = float(cv2.norm(grey, self._last, cv2.NORM_L1)) / grey.size
        if step < _REPEATED and step <= _REPEATED * self._usual:
            self._repeats += pictures
            # A longer run is no repeat: nothing moves, and the picture has no noise.
            return self._repeats <= max(self._runs)
        self._run, self._repeats = self._repeats, 0
        self._usual = 0.7 * self._usual + 0.3 * step if self._usual else step
        return False

    def _learn(self, *, moves: bool) -> None:
        """Learn from pictures that move how often each of them is sent."""
        if self._repeats:
            return
        if moves and self._moved and self._run <= _MOST_REPEATS:
            self._runs = [*self._runs, self._run][-_RUNS_KEPT:]
        self._moved = moves
