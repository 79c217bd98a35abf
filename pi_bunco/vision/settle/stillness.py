"""Watches for motion from one picture to the next."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from pi_bunco.frames import Grey
from pi_bunco.vision.settle.hands import are_only_hands_moving
from pi_bunco.vision.settle.motion import Anchor, Mask

_MAX_REPEATED_STEP = 0.25
"""Below this mean difference in grey levels, the same picture was sent again.

The difference must also be at most this share of the usual difference.
"""

_FIRST_MAX_REPEATS = 5
"""How often the camera may repeat a picture, before anything is learnt from pictures with motion."""

_MAX_REPEATS = 8
"""Nothing is learnt from a picture that was repeated more often than this."""

_RUNS_KEPT = 3
"""How many of the last runs of repeated pictures are remembered."""

_NOISE_PICTURES = 30
"""The noise of about so many still pictures shows whether two of the camera's pictures are ever identical."""

_MIN_NOISY_SHARE = 0.8
"""If at least this share of still pictures differ from the one before, identical ones show nothing new."""

_PICTURES_PER_ANCHOR = 15
"""After this many still pictures the anchor is renewed, so that the light may drift."""


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """The state of motion after one more picture.

    Attributes
    ----------
    start
        Index of the first picture since which nothing has moved.
    still
        How many different pictures have been still since then, including that one: 1 if something moves.
    calm
        For how many pictures nothing has moved except what reaches in over the picture's border.
    fresh
        Whether this is a new picture, not the last one sent again. If all still pictures of a camera differ
        by its noise, an identical one is never new, however often it comes.
    quiet
        Whether nothing has moved even by a part of a pixel since then: dice may creep before they rest.
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

    Each picture is compared with the first one of the still time, not with the one before, so that slow
    motion adds up and becomes visible.

    Parameters
    ----------
    grey, index
        The first picture, and its index in the video.
    """

    def __init__(self, grey: Grey, index: int) -> None:
        self.glance = Glance(index, 1, 0, fresh=True, quiet=True, moving=np.zeros_like(grey))
        self._anchor = Anchor(grey)
        self._last, self._index = grey, index
        self._usual = 0.0
        self._repeats, self._run = 0, 0
        self._moved = False
        self._noisy_share = 0.0
        self._runs = [_FIRST_MAX_REPEATS]

    def see(self, grey: Grey, index: int) -> Glance:
        """Compare the next picture, which has the same size."""
        before = self.glance
        if self._is_repeated(grey, index - self._index):
            self.glance = replace(before, fresh=False)
        else:
            change = self._anchor.compare(grey)
            self._learn(moves=not change.none)
            if change.none or self._run:
                differs = not (self._run or self._repeats)
                self._noisy_share += (differs - self._noisy_share) / _NOISE_PICTURES
            if change.none:
                self.glance = replace(
                    before, still=before.still + 1, calm=before.calm + 1, fresh=True, quiet=change.quiet
                )
            else:
                calm = before.calm + 1 if are_only_hands_moving(change.mask) else 0
                self.glance = Glance(index, 1, calm, fresh=True, quiet=False, moving=change.mask)
            if self.glance.still % _PICTURES_PER_ANCHOR == 1:
                self._anchor = Anchor(grey)
        self._last, self._index = grey, index
        return self.glance

    def _is_repeated(self, grey: Grey, pictures: int) -> bool:
        """Return whether a picture is the last one sent again, as in recordings of slow cameras.

        ``pictures``: how many pictures the camera has sent since the last one, including this one. A slow
        board skips most of them.
        """
        step = float(cv2.norm(grey, self._last, cv2.NORM_L1)) / grey.size
        if step < _MAX_REPEATED_STEP and step <= _MAX_REPEATED_STEP * self._usual:
            self._repeats += pictures
            if step == 0 and self._noisy_share >= _MIN_NOISY_SHARE:
                return True  # the camera has stopped, not the dice
            # If the run is longer, the camera does not repeat: nothing moves, and its pictures have no noise.
            return self._repeats <= max(self._runs)
        self._run, self._repeats = self._repeats, 0
        self._usual = 0.7 * self._usual + 0.3 * step if self._usual else step
        return False

    def _learn(self, *, moves: bool) -> None:
        """Learn how often the camera sends each picture; only motion shows that."""
        if self._repeats:
            return
        if moves and self._moved and self._run <= _MAX_REPEATS:
            self._runs = [*self._runs, self._run][-_RUNS_KEPT:]
        self._moved = moves
