"""Finds where the mat is now: near its calibrated place, or somewhere else."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Grey
from pi_bunco.vision.calibrate.background import Background, Difference
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.flat import LONGER_SIDE, SMALLER, Flat
from pi_bunco.vision.settle.align import Landmarks

_MAX_DRIFT = 0.01
"""If the mat drifts by more than this share of the flat picture's longer side, the camera was moved."""

_MIN_DRIFT = 1.0
"""A drift of fewer pixels of the flat picture is ignored."""

_PATCH = 5
"""How many pixels of the small picture are compared on each side of a landmark."""

_MIN_CONTRAST = 2.5
"""A landmark with less contrast (standard deviation in grey levels) is not compared."""

_MIN_LANDMARKS = 8
"""With fewer landmarks than this to compare, the finder never reports that the mat is gone."""

_MIN_CORRELATION = 0.6
"""From this correlation on, a landmark is in its place."""

_MIN_IN_PLACE = 0.2
"""If fewer of the landmarks than this share are in their places, the mat is gone."""


class Whereabouts(NamedTuple):
    """Whether the camera or the mat moved, and how.

    Attributes
    ----------
    moved
        Whether the camera or the mat is no longer where it was calibrated.
    flat
        The new mapping if the mat drifted a little; else ``None``.
    """

    moved: bool = False
    flat: Flat | None = None


class MatFinder:
    """Finds where the mat is.

    Parameters
    ----------
    calibration
        The place and look of the mat at the calibration.
    """

    def __init__(self, calibration: Calibration) -> None:
        self._calibrated = calibration.flat
        self._landmarks = Landmarks(Background(calibration.empty, calibration.noise).grey)
        patches = self._cut_patches(self._landmarks.grey)
        self._marked = patches.std(axis=1) >= _MIN_CONTRAST
        self._known = _normalise(patches[self._marked])

    def find(self, flat: Flat, difference: Difference, *, far: bool) -> Whereabouts:
        """Return where the mat is.

        Parameters
        ----------
        flat
            The mapping that made the picture.
        difference
            The difference between that picture and the empty mat.
        far
            Whether to search farther away too. This takes some milliseconds.
        """
        grey = difference.grey
        matrix = self._landmarks.find(grey)
        if matrix is None and far:
            matrix = self._landmarks.find(grey, far=True)
        if matrix is None:
            return Whereabouts(moved=far and self._is_gone(grey))
        full_size = matrix.copy()
        full_size[:, 2] *= SMALLER
        now = flat.shift(full_size)
        if now.measure_drift(self._calibrated) > _MAX_DRIFT * LONGER_SIDE:
            return Whereabouts(moved=True)
        return Whereabouts(flat=now if now.measure_drift(flat) > _MIN_DRIFT else None)

    def _is_gone(self, grey: Grey) -> bool:
        """Return whether so few landmarks are in their places that no sleeve could hide all the others."""
        if len(self._known) < _MIN_LANDMARKS:
            return False
        alike = (_normalise(self._cut_patches(grey)[self._marked]) * self._known).mean(axis=1)
        return float((alike >= _MIN_CORRELATION).mean()) < _MIN_IN_PLACE

    def _cut_patches(self, grey: Grey) -> NDArray[np.float32]:
        """Return the pixels around each landmark, one landmark per row."""
        wide = cv2.copyMakeBorder(grey, _PATCH, _PATCH, _PATCH, _PATCH, cv2.BORDER_REPLICATE)
        side = 2 * _PATCH + 1
        cut = [wide[y : y + side, x : x + side].ravel() for x, y in self._landmarks.points[:, 0].astype(int)]
        return np.asarray(cut, np.float32).reshape(-1, side * side)


def _normalise(patches: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return patches with mean 0 and standard deviation 1, so that the light does not matter."""
    centred = patches - patches.mean(axis=1, keepdims=True)
    return np.asarray(centred / np.maximum(patches.std(axis=1, keepdims=True), 1), np.float32)
