"""Finds where the mat is now: near its calibrated place, or somewhere else."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Grey
from pi_bunco.vision.calibrate.background import Background, Difference
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.flat import LONGEST, SMALLER, Flat
from pi_bunco.vision.settle.align import Landmarks

MOST = 0.01
"""A mat may drift by this share of the flat picture's longer side; if it is more, the camera was moved."""

_LEAST = 1.0
"""A drift of fewer pixels of the flat picture is ignored."""

_PATCH = 5
"""Pixels of the small picture on each side of a landmark that are compared."""

_MARKED, _ENOUGH = 2.5, 8
"""Least contrast of a landmark (standard deviation in grey levels), and how many such landmarks it takes."""

_ALIKE, _GONE = 0.6, 0.2
"""Correlation from which a landmark is in its place. If fewer than this share are, the mat is gone."""


class Whereabouts(NamedTuple):
    """Whether the camera moved, and how.

    Attributes
    ----------
    moved
        Whether the camera is not where it was calibrated.
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
        self._marked = patches.std(axis=1) >= _MARKED
        self._known = _normalise(patches[self._marked])

    def look(self, flat: Flat, difference: Difference, *, far: bool) -> Whereabouts:
        """Return where the mat is.

        Parameters
        ----------
        flat
            The mapping that made the picture.
        difference
            The difference between that picture and the empty mat.
        far
            Whether to search farther away, too. This costs some milliseconds.
        """
        grey = difference.grey
        matrix = self._landmarks.find(grey)
        if matrix is None and far:
            matrix = self._landmarks.find(grey, far=True)
        if matrix is None:
            return Whereabouts(moved=far and self._is_gone(grey))
        larger = matrix.copy()
        larger[:, 2] *= SMALLER
        now = flat.shift(larger)
        if now.measure_drift(self._calibrated) > MOST * LONGEST:
            return Whereabouts(moved=True)
        return Whereabouts(flat=now if now.measure_drift(flat) > _LEAST else None)

    def _is_gone(self, grey: Grey) -> bool:
        """Return whether hardly any landmark is in its place: more are missing than a sleeve could hide."""
        if len(self._known) < _ENOUGH:
            return False
        alike = (_normalise(self._cut_patches(grey)[self._marked]) * self._known).mean(axis=1)
        return float((alike >= _ALIKE).mean()) < _GONE

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
