"""Guesses where the mat is in a picture, so that a person who drags its corners has a start."""

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.messages.calibration import Point

_WIDTH = 240  # the picture is searched at this width in pixels, which is enough to see a mat
_MIDDLE = 0.2  # share of each side, around the middle, that shows the mat's colour
_MAX_COLOUR_DISTANCE = 26.0  # a pixel whose colour is nearer than this to the mat's, in CIELAB, is mat
_SHRINK = 0.94  # each corner is at this share of the way from the area's middle to its outline
_MIN_AREA = 0.08  # share of the picture; a smaller area is no mat
_DEFAULT_INSET = 0.25  # without a guess the corners are this share of the picture from its borders


def guess_mat(picture: Image) -> tuple[Point, Point, Point, Point]:
    """Return four points that are probably on the mat, near its corners.

    Parameters
    ----------
    picture
        The camera's picture, BGR, height x width x 3.

    Returns
    -------
    tuple
        In pixels of the picture, clockwise from the top left. If no even area surrounds the picture's middle,
        the corners of a rectangle around the middle.
    """
    height, width = picture.shape[:2]
    scale = _WIDTH / width
    size = (_WIDTH, max(1, round(height * scale)))
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    area = _outline_middle(small)
    if area is None:
        x, y = _DEFAULT_INSET * width, _DEFAULT_INSET * height
        return (x, y), (width - x, y), (width - x, height - y), (x, height - y)
    middle = area.mean(axis=0)
    # The outline is convex, so these four points are on it and everything between them is inside.
    ways = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    corners = [area[np.argmax((area - middle) @ np.array(way))] for way in ways]
    placed = [(middle + _SHRINK * (corner - middle)) / scale for corner in corners]
    a, b, c, d = ((float(x), float(y)) for x, y in placed)
    return a, b, c, d


def _outline_middle(small: Image) -> NDArray[np.float64] | None:
    """Return the outline of the even area around the middle, n x 2; ``None``: there is none."""
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (5, 5), 0), cv2.COLOR_BGR2LAB).astype(np.float32)
    height, width = lab.shape[:2]
    x0, y0 = round(width * (1 - _MIDDLE) / 2), round(height * (1 - _MIDDLE) / 2)
    middle = (slice(y0, height - y0), slice(x0, width - x0))
    away = lab - np.median(lab[middle].reshape(-1, 3), axis=0)
    away[..., 0] *= 0.5  # light falls unevenly on one colour
    like = (np.linalg.norm(away, axis=2) < _MAX_COLOUR_DISTANCE).astype(np.uint8)
    like = cv2.morphologyEx(like, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, labels = cv2.connectedComponents(like)
    counts = np.bincount(labels[middle].ravel())
    counts[0] = 0
    if counts.size < 2 or not counts.any():  # noqa: PLR2004 - label 0 is everything of another colour
        return None
    area = (labels == counts.argmax()).astype(np.uint8)
    if area.sum() < _MIN_AREA * area.size:
        return None
    outlines, _ = cv2.findContours(area, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(max(outlines, key=cv2.contourArea))
    return np.asarray(hull, np.float64).reshape(-1, 2)
