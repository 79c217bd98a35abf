"""Computes the camera's position over the mat from the playing field's corners in its picture."""

import numpy as np
from numpy.typing import NDArray

from pi_bunco.vision.calibrate.flat import Flat
from pi_bunco.vision.calibrate.shape import MAX_FOCAL, MIN_FOCAL, USUAL_FOCAL
from pi_bunco.vision.stand import Stand

FOCALS = (0.5, 0.65, 0.8, 1.0, 1.25, 1.6, 2.1, 2.8)
"""Focal lengths to try, over the picture's longer side, from wide to long lenses."""
_MIN_CONVERGENCE = 0.005
"""The more the mat's sides converge above this, the less the usual focal length counts."""


def find_stand(flat: Flat, ratio: float, picture: tuple[int, int], focal: float | None = None) -> Stand:
    """Return the camera's position.

    The flat picture's two sides are at right angles and have one scale. If the camera looks askew, this gives
    the focal length (Zhang, "A flexible new technique for camera calibration", 2000, section 3.1). From
    straight above any focal length would fit, so that of usual cameras is used.

    Parameters
    ----------
    flat
        The mapping to the flat picture.
    ratio
        The field's width divided by its height.
    picture
        Width and height of the camera's pictures in pixels; the camera looks at their middle.
    focal
        The focal length over the picture's longer side; ``None``: not known.

    Examples
    --------
    >>> flat = Flat.of(((100, 100), (700, 100), (700, 500), (100, 500)), 1.5)
    >>> tuple(round(number) for number in find_stand(flat, 1.5, (800, 600)))
    (480, 328, 1034)
    """
    to_middle = np.array([[1, 0, -picture[0] / 2], [0, 1, -picture[1] / 2], [0, 0, 1]])
    x0, y0, x1, y1 = flat.field
    # The flat picture's height is rounded to whole pixels, so its ratio is not quite the field's.
    tall = (x1 - x0) / (y1 - y0) / ratio
    to_camera = to_middle @ np.linalg.inv(flat.matrix) @ np.diag([1, 1 / tall, 1])
    longer = max(picture)
    to_camera[:2] /= longer * _compute_focal(to_camera, longer) if focal is None else longer * focal
    across, along = to_camera[:, 0], to_camera[:, 1]
    size = np.sqrt(np.linalg.norm(across) * np.linalg.norm(along))
    turn = np.column_stack([across, along, np.cross(across, along) / size]) / size
    left, _, right = np.linalg.svd(turn)  # gives the nearest true rotation
    x, y, z = -(left @ right).T @ to_camera[:, 2] / size
    return Stand(float(x), float(y) / tall, abs(float(z)))


def list_stands_by_corners(flat: Flat, ratio: float, picture: tuple[int, int]) -> tuple[Stand, ...]:
    """Return the positions of cameras with different lenses, the most likely first, as :func:`find_stand`."""
    likely = find_stand(flat, ratio, picture)
    return (likely, *(find_stand(flat, ratio, picture, focal) for focal in FOCALS))


def place_stand(at: NDArray[np.float64], places: NDArray[np.float64], seen: NDArray[np.float64]) -> Stand:
    """Return a camera's position in pixels of the flat picture.

    Parameters
    ----------
    at
        Its position over the mat, shape ``(3,)``: two coordinates in the mat's plane and the height.
    places
        Points of the mat in the same coordinates, at least three, shape ``(n, 2)``.
    seen
        The same points in pixels of the flat picture, shape ``(n, 2)``.

    Examples
    --------
    >>> places = np.array([(0.0, 0), (10, 0), (0, 10)])
    >>> tuple(round(number) for number in place_stand(np.array([2.0, 3, 20]), places, 40 * places + 24))
    (104, 144, 800)
    """
    to_flat = np.linalg.lstsq(np.column_stack([places, np.ones(len(places))]), seen, rcond=None)[0]
    x, y = np.append(at[:2], 1) @ to_flat
    return Stand(float(x), float(y), float(abs(at[2]) * np.sqrt(abs(np.linalg.det(to_flat[:2])))))


def _compute_focal(to_camera: NDArray[np.float64], longer: int) -> float:
    """Return the focal length over the picture's longer side.

    Parameters
    ----------
    to_camera
        Maps the flat picture to the camera's, whose origin is its middle; shape ``(3, 3)``.
    longer
        The longer side of the camera's pictures in pixels.
    """
    (a1, a2, a3), (b1, b2, b3) = to_camera[:, 0], to_camera[:, 1]
    p = np.array([a1 * b1 + a2 * b2, a1 * a1 + a2 * a2 - b1 * b1 - b2 * b2])
    q = np.array([a3 * b3, a3 * a3 - b3 * b3])
    hold = (_MIN_CONVERGENCE * (a1 * a1 + a2 * a2 + b1 * b1 + b2 * b2) / 2) ** 2
    inverse = (hold / (USUAL_FOCAL * longer) ** 2 - p @ q) / (hold + p @ p)
    low, high = MIN_FOCAL * longer, MAX_FOCAL * longer
    return float(float(np.clip(inverse, high**-2, low**-2)) ** -0.5 / longer)
