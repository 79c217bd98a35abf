"""Finds where a picture differs from an earlier one, without camera motion and changes of light."""

from dataclasses import dataclass
from functools import cached_property
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Grey
from pi_bunco.vision.settle.align import UNMOVED, Landmarks, Matrix, find_margins, warp
from pi_bunco.vision.settle.light import match_light

Mask = NDArray[np.uint8]
"""0 and 1, shape ``(height, width)``."""

_MAX_PIXELS_OF_SPECK = 20
"""A piece of at most this many pixels is noise, a glint or a letter on a display."""

_MAX_PIXELS_OF_SPECKS = 80
"""If more pixels than this differ in the whole picture, they are not specks."""

_MIN_STEP = 10.0
"""A pixel has changed if it differs by more than this, in grey levels; in a noisy picture, by more."""

_MIN_STEP_PER_NOISE = 6.0
"""The same limit in standard deviations of the noise. (1.48 turns a median into a standard deviation.)"""

_MAX_UNLIKE_RATIO = 0.85
"""A far motion of the camera counts only if it lowers the mean difference to less than this share."""

_KERNEL = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """How a picture differs from an :class:`Anchor`.

    Attributes
    ----------
    mask
        The pixels of the anchor that differ.
    count
        How many pixels differ; 0 if all are in specks, which are smaller than any part of a die that moves.
    matrix
        From pixels of the picture to pixels of the anchor.
    aligned
        The picture, aligned with the anchor and in its light.
    unlike
        The mean difference of the pixels, in grey levels, limited so that dice and hands hardly count.
    quiet
        Whether not even the edges of objects have moved by a part of a pixel.
    """

    mask: Mask
    count: int
    matrix: Matrix
    aligned: Grey
    unlike: float
    quiet: bool

    @property
    def none(self) -> bool:
        """Whether there is no change."""
        return self.count == 0


class Anchor:
    """A picture that later ones are compared with.

    Parameters
    ----------
    grey
        The picture, small and grey.

    Examples
    --------
    >>> mat = np.random.default_rng(1).integers(80, 120, (120, 160), dtype=np.uint8)
    >>> mat = cv2.blur(mat, (5, 5))
    >>> with_die = mat.copy()
    >>> with_die[40:60, 70:90] = 230
    >>> Anchor(mat).compare(np.roll(mat, 3, axis=1)).none, Anchor(mat).compare(with_die).none
    (True, False)
    """

    def __init__(self, grey: Grey) -> None:
        self.grey = grey
        self._landmarks = Landmarks(grey)

    @cached_property
    def _range(self) -> tuple[Grey, Grey]:
        """The darkest and brightest of each pixel's neighbours; after a half-pixel shift it is in between."""
        return cast("Grey", cv2.erode(self.grey, _KERNEL)), cast("Grey", cv2.dilate(self.grey, _KERNEL))

    def compare(self, current: Grey, *, far: bool = False) -> Change:
        """Find what differs in ``current``, a picture of the same size (``far``: see :class:`Landmarks`)."""
        unmoved = self._compare_aligned(current, UNMOVED)
        if unmoved.none:
            return unmoved
        matrix = self._landmarks.find(current, far=far)
        if matrix is None:
            return unmoved
        moved = self._compare_aligned(current, matrix)
        # Thrown dice may by chance look as if the camera had moved far, so the mat must agree.
        return moved if moved.unlike < (_MAX_UNLIKE_RATIO if far else 1) * unmoved.unlike else unmoved

    def _compare_aligned(self, current: Grey, matrix: Matrix) -> Change:
        aligned = current if matrix is UNMOVED else warp(current, matrix)
        aligned = match_light(aligned, self.grey)
        apart = cv2.absdiff(aligned, self.grey)
        sampled = apart[::6, ::6]
        noise = float(np.median(sampled))
        darkest, brightest = self._range
        step = cv2.max(cv2.subtract(aligned, brightest), cv2.subtract(darkest, aligned))
        limit = max(_MIN_STEP, _MIN_STEP_PER_NOISE * 1.48 * noise)
        hot = cv2.threshold(step, limit, 1, cv2.THRESH_BINARY)[1]
        if matrix is not UNMOVED:
            left, top, right, bottom = find_margins(hot.shape, matrix)
            hot[:top], hot[-bottom:], hot[:, :left], hot[:, -right:] = 0, 0, 0, 0
        # A single hot pixel is noise; if most of its neighbours are hot, it is an object.
        crowd = cv2.boxFilter(hot, cv2.CV_8U, (3, 3), normalize=False)
        mask = cast("Mask", cv2.threshold(crowd, 4, 1, cv2.THRESH_BINARY)[1])
        count = cv2.countNonZero(mask)
        unlike = float(np.minimum(sampled, _MIN_STEP).mean())
        edges = cv2.countNonZero(cv2.threshold(apart, 2 * limit, 1, cv2.THRESH_BINARY)[1])
        specks = _has_only_specks(mask, count)
        return Change(
            mask, 0 if specks else count, matrix, aligned, unlike, quiet=edges <= _MAX_PIXELS_OF_SPECK
        )


def _has_only_specks(mask: Mask, count: int) -> bool:
    """Return whether a mask has nothing but specks."""
    if count <= _MAX_PIXELS_OF_SPECK or count > _MAX_PIXELS_OF_SPECKS:
        return count <= _MAX_PIXELS_OF_SPECK
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    return int(stats[1:, cv2.CC_STAT_AREA].max()) <= _MAX_PIXELS_OF_SPECK
