"""Removes the camera's own motion from a picture: bumps, shaky hands, a knock at the table."""

from functools import cached_property
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Grey

Matrix = NDArray[np.float64]
"""A similarity, shape ``(2, 3)``: maps ``(x, y, 1)`` of one picture to ``(x, y)`` of another."""

Points = NDArray[np.float32]
"""Points in the form that OpenCV tracks, shape ``(n, 1, 2)``."""

UNMOVED: Matrix = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
"""The matrix of a camera that did not move."""

_ROWS, _COLUMNS = 6, 8
_MIN_POINTS = 6
"""At least this many points must agree on a motion; fewer could all be on one die."""

_MIN_AGREEMENT, _MIN_AGREEMENT_FAR = 0.5, 0.3
"""The share of points that must agree: from one frame to the next, and over a longer time."""

_MIN_SPREAD = 0.25
"""The points must span this share of the picture, since one die that slides is no motion of the camera."""

_MAX_TURN, _MAX_ZOOM, _MAX_SHIFT = 0.26, 0.1, 0.15
"""A bump moves the picture by less than this: in radians, as a share, as a share of the longer side."""


class Landmarks:
    """The points of a picture that align other pictures with it.

    Parameters
    ----------
    grey
        The picture.
    """

    def __init__(self, grey: Grey) -> None:
        self.grey = grey

    @cached_property
    def points(self) -> Points:
        """The strongest corner in each of 6 x 8 cells."""
        half = cv2.pyrDown(self.grey)
        strength = cv2.cornerMinEigenVal(half, 5)
        height, width = half.shape[0] // _ROWS, half.shape[1] // _COLUMNS
        found = []
        for top in range(0, _ROWS * height, height):
            for left in range(0, _COLUMNS * width, width):
                _, best, _, (x, y) = cv2.minMaxLoc(strength[top : top + height, left : left + width])
                if best > 0:
                    found.append((2 * (left + x), 2 * (top + y)))
        return np.array(found, np.float32).reshape(-1, 1, 2)

    def find(self, current: Grey, *, far: bool = False) -> Matrix | None:
        """Return the motion that aligns ``current`` with this picture.

        Parameters
        ----------
        current
            A picture of the same size.
        far
            Whether it may have moved by more than 15 pixels. This takes ten times as long.

        Returns
        -------
        Matrix or None
            From pixels of ``current`` to pixels here; ``None`` if the points do not agree on one motion.
        """
        if len(self.points) < _MIN_POINTS:
            return None
        if not far:
            return _fit_similarity(
                *_follow(self.grey, current, self.points, None), current.shape, _MIN_AGREEMENT
            )
        here, there = _flatten(self.grey), _flatten(current)
        (dx, dy), _ = cv2.phaseCorrelate(_fade(here), _fade(there))
        guess = self.points + np.array([dx, dy], np.float32)
        pairs = _follow(here, there, self.points, guess)
        return _fit_similarity(*pairs, current.shape, _MIN_AGREEMENT_FAR)


def _follow(
    before: Grey, after: Grey, points: Points, guess: Points | None
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the points that were found again, before and after, each of shape ``(n, 2)``."""
    moved, good, _ = cv2.calcOpticalFlowPyrLK(
        before,
        after,
        points,
        cast("Any", None if guess is None else guess.copy()),
        winSize=(15, 15),
        maxLevel=2,
        criteria=(cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 10, 0.03),
        flags=0 if guess is None else cv2.OPTFLOW_USE_INITIAL_FLOW,
    )
    found = good[:, 0] == 1
    return points[found, 0], moved[found, 0]


def _fit_similarity(
    here: NDArray[np.float32], there: NDArray[np.float32], shape: tuple[int, ...], share: float
) -> Matrix | None:
    """Return the similarity that this share of the points agree on; ``None``: there is none."""
    if len(here) < _MIN_POINTS:
        return None
    matrix, agree = cv2.estimateAffinePartial2D(
        there, here, method=cv2.RANSAC, ransacReprojThreshold=1.0, maxIters=200, refineIters=3
    )
    if matrix is None:
        return None
    chosen = here[agree[:, 0] == 1]
    spread = np.ptp(chosen, axis=0) / (shape[1], shape[0])
    turn, zoom = np.arctan2(matrix[1, 0], matrix[0, 0]), np.hypot(matrix[1, 0], matrix[0, 0])
    middle = np.array([shape[1] / 2, shape[0] / 2, 1])
    shift = float(np.abs(matrix @ middle - middle[:2]).max()) / max(shape)
    enough = len(chosen) >= max(_MIN_POINTS, share * len(here)) and float(spread.max()) > _MIN_SPREAD
    likely = abs(turn) < _MAX_TURN and abs(zoom - 1) < _MAX_ZOOM and shift < _MAX_SHIFT
    return cast("Matrix", matrix) if enough and likely else None


def warp(current: Grey, matrix: Matrix) -> Grey:
    """Return a picture moved by a matrix from :meth:`Landmarks.find`; its border pixels are repeated."""
    size = (current.shape[1], current.shape[0])
    return cast("Grey", cv2.warpAffine(current, matrix, size, borderMode=cv2.BORDER_REPLICATE))


def find_margins(shape: tuple[int, ...], matrix: Matrix) -> tuple[int, int, int, int]:
    """Return how many pixels at left, top, right and bottom of a moved picture the camera may not show."""
    height, width = shape
    corners = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]]) @ matrix.T
    left, right = corners[[0, 2], 0].max(), width - corners[[1, 3], 0].min()
    top, bottom = corners[[0, 1], 1].max(), height - corners[[2, 3], 1].min()
    far_left, far_top, far_right, far_bottom = (
        max(int(np.ceil(edge)), 0) + 2 for edge in (left, top, right, bottom)
    )
    return far_left, far_top, far_right, far_bottom


def _flatten(grey: Grey) -> Grey:
    """Return a picture in which dice and hands have no more contrast than the mat, which then decides."""
    detail = grey.astype(np.float32) - cv2.blur(grey, (31, 31))
    limit = max(2.0 * float(np.median(np.abs(detail[::4, ::4]))), 3.0)
    return cast("Grey", cv2.convertScaleAbs(np.clip(detail, -limit, limit) + limit, alpha=127 / limit))


def _fade(grey: Grey) -> NDArray[np.float32]:
    """Return a picture that fades to its mean at the borders, so that the borders do not correlate."""
    window = cv2.createHanningWindow((grey.shape[1], grey.shape[0]), cv2.CV_32F)
    return cast("NDArray[np.float32]", (grey - grey.mean(dtype=np.float32)) * window)
