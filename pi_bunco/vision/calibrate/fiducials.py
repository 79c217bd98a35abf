"""Finds the four markers that are printed at the mat's corners."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.vision.calibrate.flat import Corners

NAMES = ("top left", "top right", "bottom right", "bottom left")
"""The corners at which markers 0 to 3 of OpenCV's 4x4 dictionary of 50 are printed."""

Marker = NDArray[np.float64]
"""A marker's corners in pixels of the camera's picture, shape ``(4, 2)``, clockwise."""


@dataclass(frozen=True, slots=True, eq=False)
class Fiducials:
    """The markers that were found.

    Attributes
    ----------
    markers
        The corners of each marker by its number, 0 to 3.
    """

    markers: dict[int, Marker]

    @property
    def missing(self) -> tuple[str, ...]:
        """The corners of the mat whose markers were not found."""
        return tuple(name for number, name in enumerate(NAMES) if number not in self.markers)

    @property
    def corners(self) -> Corners | None:
        """The playing field: each marker's outermost corner, clockwise from the picture's top left.

        ``None`` unless all four were found.
        """
        if self.missing:
            return None
        return cast(
            "Corners",
            tuple((float(x), float(y)) for x, y in (self._find_outer_corner(k) for k in self._order)),
        )

    @property
    def _order(self) -> tuple[int, ...]:
        """The markers clockwise, beginning with the one at the top left of the *picture*.

        So left in the flat picture is left in the camera's picture, even if the camera hangs the other way
        round (:attr:`turned`).
        """
        first = min(range(4), key=lambda k: float(self._find_outer_corner(k).sum()))
        return (*range(first, 4), *range(first))

    @property
    def turned(self) -> bool:
        """Whether the picture shows the mat turned, so that left on the print is not left in the picture.

        Needs all four markers.
        """
        return self._order[0] != 0

    def _find_outer_corner(self, number: int) -> NDArray[np.float64]:
        """Return a marker's outermost corner."""
        middle = np.mean([marker.mean(axis=0) for marker in self.markers.values()], axis=0)
        marker = self.markers[number]
        return cast("NDArray[np.float64]", marker[int(np.argmax(np.linalg.norm(marker - middle, axis=1)))])

    @property
    def ratio(self) -> float:
        """The field's width divided by its height, which makes all four markers square."""
        sides = self._measure_sides()
        a, b = sides[:, 0], sides[:, 1]
        # Two sides of a square are equally long and at right angles, however the square is turned.
        left = np.concatenate([a[:, 0] ** 2 - b[:, 0] ** 2, a[:, 0] * b[:, 0]])
        right = np.concatenate([b[:, 1] ** 2 - a[:, 1] ** 2, -a[:, 1] * b[:, 1]])
        return float(np.sqrt((left @ right) / (left @ left)))

    def measure_size(self, marker: float) -> tuple[float, float]:
        """Return the field's width and height in millimetres.

        Parameters
        ----------
        marker
            The edge of a printed marker in millimetres.
        """
        ratio = self.ratio
        edge = float(np.median(np.linalg.norm(self._measure_sides() * (ratio, 1), axis=-1)))
        return ratio * marker / edge, marker / edge

    def _measure_sides(self) -> NDArray[np.float64]:
        """Return two neighbouring sides of each marker in units of the field, shape ``(4, 2, 2)``."""
        field = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
        to_field = cv2.getPerspectiveTransform(np.array(self.corners, np.float32), field)
        markers = np.stack([self.markers[number] for number in self._order])
        flat = cv2.perspectiveTransform(markers.reshape(-1, 1, 2), to_field).reshape(4, 4, 2)
        across = (flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]) / 2
        down = (flat[:, 3] - flat[:, 0] + flat[:, 2] - flat[:, 1]) / 2
        return cast("NDArray[np.float64]", np.stack([across, down], axis=1))


def find_fiducials(image: Image) -> Fiducials:
    """Find the markers in one picture.

    Parameters
    ----------
    image
        The camera's picture.

    Examples
    --------
    >>> find_fiducials(np.full((240, 320, 3), 90, np.uint8)).missing
    ('top left', 'top right', 'bottom right', 'bottom left')
    """
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings)
    found, numbers, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    if numbers is None:
        return Fiducials({})
    # OpenCV counts from the middle of a pixel, this program from its corner.
    pairs = zip(map(int, numbers.ravel()), found, strict=True)
    markers = {k: np.asarray(corners[0], np.float64) + 0.5 for k, corners in pairs if k < len(NAMES)}
    return Fiducials(markers)


def combine_fiducials(pictures: Sequence[Fiducials]) -> Fiducials:
    """Combine the markers of several pictures: each marker gets the median of its positions."""
    markers: dict[int, Marker] = {}
    for number in range(len(NAMES)):
        places = [picture.markers[number] for picture in pictures if number in picture.markers]
        if places:
            markers[number] = np.median(places, axis=0)
    return Fiducials(markers)
