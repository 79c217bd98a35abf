"""Maps the camera's picture to a flat picture of the mat, and back."""

from dataclasses import dataclass, field
from functools import cached_property
from math import log2
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.messages.calibration import Point
from pi_bunco.readings import Box

Corners = tuple[Point, Point, Point, Point]
"""The playing field's corners in pixels of the camera's picture, clockwise from the field's top left."""

Maps = tuple[NDArray[np.int16], NDArray[np.uint16]]
"""The source of each pixel, in OpenCV's fixed-point form (``convertMaps``)."""

Homography = NDArray[np.float64]
"""Shape ``(3, 3)``: maps ``(x, y, 1)`` of one picture to a multiple of ``(x, y, 1)`` of another."""

LONGER_SIDE = 960
"""Pixels of the flat picture's longer side."""

SMALLER = 4
"""How many pixels of a flat picture make one pixel of the small one, each way."""

MARGIN = 24
"""Pixels of the flat picture beyond the field on each side, which show what reaches over the rim."""


@dataclass(frozen=True, eq=False)
class Flat:
    """The mapping to the flat picture of the mat.

    Attributes
    ----------
    matrix
        From pixels of the camera's picture to pixels of the flat one.
    size
        Width and height of the flat picture; the longer one is :data:`LONGER_SIDE`.

    Examples
    --------
    >>> flat = Flat.of(((100, 100), (700, 100), (700, 500), (100, 500)), 1.5)
    >>> flat.size
    (960, 656)
    >>> flat.field
    (24, 24, 936, 632)
    >>> tuple(round(edge, 1) for edge in flat.map_back(flat.field))
    (100.0, 100.0, 700.0, 500.0)
    """

    matrix: Homography = field(repr=False)
    size: tuple[int, int]

    @classmethod
    def of(cls, corners: Corners, ratio: float) -> "Flat":
        """Return the mapping for a playing field.

        Parameters
        ----------
        corners
            The field's corners in the camera's picture.
        ratio
            The field's width divided by its height.
        """
        inside = LONGER_SIDE - 2 * MARGIN
        # A multiple of four: pictures are halved twice, and OpenCV is ten times as fast at exact halves.
        shorter = 4 * round(inside * min(ratio, 1 / ratio) / 4)
        width, height = (inside, shorter) if ratio >= 1 else (shorter, inside)
        x1, y1 = MARGIN + width, MARGIN + height
        there = np.array([(MARGIN, MARGIN), (x1, MARGIN), (x1, y1), (MARGIN, y1)], np.float32)
        matrix = cv2.getPerspectiveTransform(np.array(corners, np.float32), there)
        return cls(cast("Homography", matrix), (width + 2 * MARGIN, height + 2 * MARGIN))

    @property
    def field(self) -> tuple[int, int, int, int]:
        """The playing field in the flat picture, in whole pixels."""
        return MARGIN, MARGIN, self.size[0] - MARGIN, self.size[1] - MARGIN

    @cached_property
    def _back(self) -> Homography:
        return cast("Homography", np.linalg.inv(self.matrix))

    @cached_property
    def _halves(self) -> int:
        """How often to halve the camera's picture until its mat is about half as large as the flat one."""
        size = float(np.abs(np.linalg.det(self._back[:2, :2]))) ** 0.5
        return max(0, round(log2(2 * size)))

    @cached_property
    def _maps(self) -> Maps:
        """The position in the camera's halved picture of each pixel of the flat picture at half its size."""
        width, height = (side // 2 for side in self.size)
        x, y = np.meshgrid(2 * np.arange(width) + 1, 2 * np.arange(height) + 1)
        source = np.stack([x, y, np.ones_like(x)], axis=-1) @ self._back.T
        source = (source[..., :2] / source[..., 2:] / 2**self._halves - 0.5).astype(np.float32)
        return cast("Maps", cv2.convertMaps(source[..., 0], source[..., 1], cv2.CV_16SC2))

    def rectify(self, image: Image, box: Box | None = None) -> Image:
        """Return the flat picture. What the camera does not see repeats the border of its picture.

        Parameters
        ----------
        image
            The camera's picture.
        box
            The part to make, in pixels of the flat picture; the rest is black. ``None``: all of it.

        Returns
        -------
        Image
            A picture of the full :attr:`size`, even if only a part was made.
        """
        width, height = self.size
        x0, y0, x1, y1 = (0, 0, width, height) if box is None else (round(edge) for edge in box)
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(x1, width), min(y1, height)
        flat = np.zeros((height, width, 3), np.uint8)
        # OpenCV counts from the middle of the first pixel, the matrix from its corner.
        matrix = _make_shift(-x0 - 0.5, -y0 - 0.5) @ self.matrix @ _make_shift(0.5, 0.5)
        flat[y0:y1, x0:x1] = cv2.warpPerspective(
            image, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return flat

    def shrink(self, image: Image) -> Image:
        """Return the flat picture at a quarter of its width and height; much faster than the full picture.

        It equals :func:`shrink_flat` of the flat picture, except for a little blur.
        """
        for _ in range(self._halves):
            image = _halve(image)
        flat = cv2.remap(image, *self._maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return _halve(cast("Image", flat))

    def map_back(self, box: Box) -> Box:
        """Return the box in the camera's picture for a box in the flat one.

        The box encloses the ellipse that fills the flat box. If it enclosed the flat box itself, it would be
        too large on a mat that is turned.
        """
        x0, y0, x1, y1 = box
        middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2, 1])
        source = self._back @ middle
        x, y = source[:2] / source[2]
        slope = (self._back[:2, :2] - np.outer((x, y), self._back[2, :2])) / source[2]
        half = np.hypot(*(slope * ((x1 - x0) / 2, (y1 - y0) / 2)).T)
        return float(x - half[0]), float(y - half[1]), float(x + half[0]), float(y + half[1])

    def measure_drift(self, other: "Flat") -> float:
        """Return how far another mapping moves the corners of the flat picture at most, in pixels."""
        width, height = self.size
        corners = np.array([[(0, 0)], [(width, 0)], [(width, height)], [(0, height)]], np.float64)
        there = cv2.perspectiveTransform(corners, other.matrix @ self._back)
        return float(np.abs(there - corners).max())

    def shift(self, matrix: NDArray[np.float64]) -> "Flat":
        """Return the mapping after the camera moved.

        Parameters
        ----------
        matrix
            Maps the flat pixels of the present mapping to where they must be, shape ``(2, 3)``.
        """
        return Flat(cast("Homography", np.vstack([matrix, (0, 0, 1)]) @ self.matrix), self.size)


def shrink_flat(flat: Image) -> Image:
    """Return a flat picture at a quarter of its width and height."""
    # OpenCV shrinks twice by two much faster than once by four.
    return _halve(_halve(flat))


def _halve(image: Image) -> Image:
    height, width = (side // 2 for side in image.shape[:2])
    even = image[: 2 * height, : 2 * width]
    return cast("Image", cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA))


def _make_shift(x: float, y: float) -> Homography:
    return np.array([(1, 0, x), (0, 1, y), (0, 0, 1)], np.float64)
