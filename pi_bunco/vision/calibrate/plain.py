"""Paints over the print of the mat where nothing lies on it: markers and patterns can look like dice."""

from typing import cast

import cv2
import numpy as np

from pi_bunco.frames import Image
from pi_bunco.vision.calibrate.background import Difference, Mask
from pi_bunco.vision.calibrate.flat import SMALLER, shrink_flat

_MIN_PRINT_CONTRAST = 36
"""If neighbouring small pixels differ by more grey levels, they are print, not cloth."""
_MAX_GAP, _PRINT_BORDER = 9, 5
"""Sides of the squares that close gaps between lines and that widen the painted area, in small pixels."""
_CLOTH_AREA = 81
"""Side of the area whose mean colour is used to paint, in small pixels."""
_MIN_DISTANCE = 0.75
"""Nothing is painted nearer than this to an object on the mat, in edges of a die."""
_MIN_LIGHT_CHANGE = 0.02
"""The plain mat is not made darker or lighter for a change of light by less than this share."""


class PlainMat:
    """The mat without its print.

    Parameters
    ----------
    empty
        The flat picture of the empty mat.
    """

    def __init__(self, empty: Image) -> None:
        self._size = (empty.shape[1], empty.shape[0])
        reduced = shrink_flat(empty)
        self._print = _find_print(reduced)
        self._plain = cv2.resize(
            _fill_print(reduced, self._print), self._size, interpolation=cv2.INTER_LINEAR
        )
        self._now, self._light = cast("Image", self._plain), 1.0

    def paint(self, flat: Image, difference: Difference, edge: float) -> None:
        """Paint over a flat picture's print, in place.

        Parameters
        ----------
        flat
            The picture.
        difference
            How it differs from the empty mat. What is on the mat, and what is near, stays as it is.
        edge
            Edge of a die, in pixels of the flat picture.
        """
        if not self._print.any():
            return
        objects = cv2.morphologyEx(difference.other, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        side = 2 * round(_MIN_DISTANCE * edge / SMALLER) + 1
        bare = cv2.dilate(objects, np.ones((side, side), np.uint8)) == 0
        where = cv2.resize(self._print * bare, self._size, interpolation=cv2.INTER_NEAREST)
        if abs(difference.light / self._light - 1) > _MIN_LIGHT_CHANGE:
            self._light = difference.light
            self._now = cast("Image", cv2.convertScaleAbs(self._plain, alpha=self._light))
        cv2.copyTo(self._now, where, flat)


def _find_print(reduced: Image) -> Mask:
    """Return where a small picture of the mat shows print."""
    lines = (
        cv2.morphologyEx(reduced, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).max(axis=2)
        > _MIN_PRINT_CONTRAST
    )
    joined = cv2.morphologyEx(
        lines.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((_MAX_GAP, _MAX_GAP), np.uint8)
    )
    solid = cv2.morphologyEx(joined, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return cast("Mask", cv2.dilate(solid, np.ones((_PRINT_BORDER, _PRINT_BORDER), np.uint8)))


def _fill_print(reduced: Image, printed: Mask) -> Image:
    """Return the picture with the print filled with the colour of the cloth around it."""
    cloth = (1 - printed).astype(np.float32)
    weight = cv2.blur(cv2.blur(cloth, (_CLOTH_AREA, _CLOTH_AREA)), (_CLOTH_AREA, _CLOTH_AREA))[..., None]
    total = cv2.blur(
        cv2.blur(reduced * cloth[..., None], (_CLOTH_AREA, _CLOTH_AREA)), (_CLOTH_AREA, _CLOTH_AREA)
    )
    colour = reduced.reshape(-1, 3).mean(axis=0)
    return np.where(weight > 1e-3, total / np.maximum(weight, 1e-3), colour).astype(np.uint8)  # noqa: PLR2004 - no cloth near
