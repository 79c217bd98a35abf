"""Paints over the print of the mat where nothing lies: markers and patterns can look like dice."""

from typing import cast

import cv2
import numpy as np

from pi_bunco.frames import Image
from pi_bunco.vision.calibrate.background import Difference, Mask
from pi_bunco.vision.calibrate.flat import SMALLER, small

_CONTRAST = 36
"""Grey levels between neighbouring small pixels from which they are print, not cloth."""
_JOIN, _AROUND = 9, 5
"""Small pixels between lines that belong together, and beside them, that are painted too."""
_WIDE = 81
"""Small pixels from which the colour to paint with is taken."""
_NEAR = 0.75
"""Nothing is painted nearer than this to a thing on the mat, in edges of a die."""
_LIGHT = 0.02
"""A change of light by less than this share is not seen."""


class Plain:
    """The mat without its print.

    Parameters
    ----------
    empty
        The flat picture of the empty mat.
    """

    def __init__(self, empty: Image) -> None:
        self._size = (empty.shape[1], empty.shape[0])
        reduced = small(empty)
        self._print = _print_on(reduced)
        self._plain = cv2.resize(_filled(reduced, self._print), self._size, interpolation=cv2.INTER_LINEAR)
        self._now, self._light = cast("Image", self._plain), 1.0

    def paint(self, flat: Image, difference: Difference, edge: float) -> None:
        """Paint over a flat picture's print, in place.

        Parameters
        ----------
        flat
            The picture.
        difference
            How it differs from the empty mat: what lies there, and what is near it, stays as it is.
        edge
            Edge of a die in its pixels.
        """
        if not self._print.any():
            return
        lies = cv2.morphologyEx(difference.other, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        side = 2 * round(_NEAR * edge / SMALLER) + 1
        bare = cv2.dilate(lies, np.ones((side, side), np.uint8)) == 0
        where = cv2.resize(self._print * bare, self._size, interpolation=cv2.INTER_NEAREST)
        if abs(difference.light / self._light - 1) > _LIGHT:
            self._light = difference.light
            self._now = cast("Image", cv2.convertScaleAbs(self._plain, alpha=self._light))
        cv2.copyTo(self._now, where, flat)


def _print_on(reduced: Image) -> Mask:
    """Find what is printed on a small picture of the mat."""
    lines = cv2.morphologyEx(reduced, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).max(axis=2) > _CONTRAST
    joined = cv2.morphologyEx(lines.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((_JOIN, _JOIN), np.uint8))
    solid = cv2.morphologyEx(joined, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return cast("Mask", cv2.dilate(solid, np.ones((_AROUND, _AROUND), np.uint8)))


def _filled(reduced: Image, printed: Mask) -> Image:
    """Fill the print with the cloth about it."""
    cloth = (1 - printed).astype(np.float32)
    weight = cv2.blur(cv2.blur(cloth, (_WIDE, _WIDE)), (_WIDE, _WIDE))[..., None]
    total = cv2.blur(cv2.blur(reduced * cloth[..., None], (_WIDE, _WIDE)), (_WIDE, _WIDE))
    colour = reduced.reshape(-1, 3).mean(axis=0)
    return np.where(weight > 1e-3, total / np.maximum(weight, 1e-3), colour).astype(np.uint8)  # noqa: PLR2004 - none
