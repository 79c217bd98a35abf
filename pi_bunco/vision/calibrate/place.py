"""Where the mat lies now: a little off its calibrated place, or somewhere else."""

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
"""By this share of the flat picture's longer side a mat may drift; more, and the camera was moved."""

_LEAST = 1.0
"""Pixels of the flat picture; less is not worth following."""

_PATCH = 5
"""Pixels of the small picture on each side of a landmark that are compared."""

_MARKED, _ENOUGH = 2.5, 8
"""A landmark's contrast at least (grey levels, standard deviation), and how many such must be known."""

_ALIKE, _GONE = 0.6, 0.2
"""Correlation from which a landmark is where it was; where fewer than this share are, the mat is gone."""


class Whereabouts(NamedTuple):
    """Whether the camera moved, and how.

    Attributes
    ----------
    moved
        Whether it stands elsewhere than when it was calibrated.
    flat
        Where it drifted a little, the way to follow it; else ``None``.
    """

    moved: bool = False
    flat: Flat | None = None


class MatFinder:
    """Finds where the mat lies.

    Parameters
    ----------
    calibration
        Where it lay, and how it looked.
    """

    def __init__(self, calibration: Calibration) -> None:
        self._calibrated = calibration.flat
        self._landmarks = Landmarks(Background(calibration.empty, calibration.noise).grey)
        patches = self._patches(self._landmarks.grey)
        self._marked = patches.std(axis=1) >= _MARKED
        self._known = _normal(patches[self._marked])

    def look(self, flat: Flat, difference: Difference, *, far: bool) -> Whereabouts:
        """Return where the mat lies.

        Parameters
        ----------
        flat
            The way that gave the picture.
        difference
            How that picture differs from the empty mat.
        far
            Whether to look far away too; costs some milliseconds.
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
        if now.off(self._calibrated) > MOST * LONGEST:
            return Whereabouts(moved=True)
        return Whereabouts(flat=now if now.off(flat) > _LEAST else None)

    def _is_gone(self, grey: Grey) -> bool:
        """Return whether hardly any landmark is where it was: more than a hand or a sleeve could hide."""
        if len(self._known) < _ENOUGH:
            return False
        alike = (_normal(self._patches(grey)[self._marked]) * self._known).mean(axis=1)
        return float((alike >= _ALIKE).mean()) < _GONE

    def _patches(self, grey: Grey) -> NDArray[np.float32]:
        """Cut out what is about each landmark, one a row."""
        wide = cv2.copyMakeBorder(grey, _PATCH, _PATCH, _PATCH, _PATCH, cv2.BORDER_REPLICATE)
        side = 2 * _PATCH + 1
        cut = [wide[y : y + side, x : x + side].ravel() for x, y in self._landmarks.points[:, 0].astype(int)]
        return np.asarray(cut, np.float32).reshape(-1, side * side)


def _normal(patches: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return patches with mean 0 and standard deviation 1, so that light does not count."""
    centred = patches - patches.mean(axis=1, keepdims=True)
    return np.asarray(centred / np.maximum(patches.std(axis=1, keepdims=True), 1), np.float32)
