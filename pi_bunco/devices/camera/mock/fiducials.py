"""Four markers printed at the mat's corners, for the calibration."""

import cv2
import numpy as np

from pi_bunco.devices.camera.mock.lens import Lens
from pi_bunco.devices.camera.mock.space import Array

_BORDER = 2.2
"""Distance from a marker to the picture's border, in units."""
_QUIET = 1.3
"""Size of the white square under a marker, as a multiple of the marker's."""
_CELLS, _FINE = 6, 24
_LEAST = 0.3
"""A field is at least this share of the largest that the picture would hold from straight above."""
_WHITE, _BLACK = 0.80, 0.02
_TURNS = ((-1, 1), (1, 1), (1, -1), (-1, -1))
"""The direction of markers 0 to 3 from the middle: clockwise from the upper left."""


class Field:
    """The playing field between four markers: numbers 0 to 3 of OpenCV's 4x4 dictionary of 50.

    Parameters
    ----------
    lens
        The camera's view: the field nearly fills the picture.
    side
        Edge of a marker in units.

    Attributes
    ----------
    half
        Half the field's width and height in units, to the markers' outer edges.
    """

    def __init__(self, lens: Lens, side: float) -> None:
        self._lens, self._side = lens, side
        width, height = lens.size
        largest = np.array([width, height]) / 2 / lens.scale - _BORDER
        for share in np.arange(1, _LEAST, -0.05):
            # A camera that looks from the side sees less of the mat at its near end.
            self.half = (float(share * largest[0]), float(share * largest[1]))
            corners = self.to_pixels(
                np.array(_TURNS, np.float32) * (np.array(self.half) + (_QUIET - 1) / 2 * side)
            )
            if (corners > 0).all() and (corners < lens.size).all():
                break

    def list_markers(self) -> tuple[Array, ...]:
        """Return each marker's corners on the mat in units, clockwise from its own upper left: ``(4, 2)``."""
        return tuple(self._make_square(number, self._side) for number in range(4))

    def _make_square(self, number: int, side: float) -> Array:
        right, up = _TURNS[number]
        middle = np.array(self.half) - self._side / 2
        return np.asarray(middle * [right, up] + np.array(_TURNS) * side / 2, np.float32)

    def to_pixels(self, spots: Array) -> Array:
        """Return the pixels of places on the mat, ``(n, 2)`` in units."""
        return self._lens.project(np.concatenate([spots, np.zeros((len(spots), 1), np.float32)], axis=1))

    def holds(self, spots: Array, *, between: bool = False) -> bool:
        """Return whether points, ``(n, 3)``, lie in the field; with ``between`` also clear of its markers."""
        room = np.array(self.half) - (_QUIET * self._side if between else 0)
        return bool((np.abs(spots[:, :2]) < room).all())

    def print_on(self, albedo: Array) -> None:
        """Draw the markers into ``albedo``, the mat as the camera sees it."""
        book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        cell = _FINE
        quiet = round((_QUIET - 1) / 2 * _CELLS * cell)
        for number in range(4):
            marker = cv2.aruco.generateImageMarker(book, number, _CELLS * cell)
            drawn = np.pad(marker, quiet, constant_values=255)
            grow = drawn.shape[0] / marker.shape[0]
            quad = self.to_pixels(self._make_square(number, self._side * grow))
            x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
            x1, y1 = np.ceil(quad.max(axis=0)).astype(int) + 1
            part = albedo[y0:y1, x0:x1]
            here = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * np.float32(drawn.shape[0])
            # OpenCV's coordinates begin in the middle of a pixel.
            moved = cv2.getPerspectiveTransform(here - 0.5, np.asarray(quad - [x0, y0] - 0.5, np.float32))
            # Blur by half a pixel first, since the marker is drawn larger than it is seen.
            soft = cv2.GaussianBlur(drawn, (0, 0), 0.4 * drawn.shape[0] / max(float(np.ptp(quad[:, 0])), 1))
            size = (part.shape[1], part.shape[0])
            ink = cv2.warpPerspective(soft, moved, size)[..., None] / np.float32(255)
            cover = cv2.warpPerspective(np.full_like(drawn, 255), moved, size)[..., None] / np.float32(255)
            part += cover * (_BLACK + (_WHITE - _BLACK) * ink / np.maximum(cover, 1e-3) - part)
