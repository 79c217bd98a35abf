"""Where the camera stands over the mat, from how it sees the playing field's corners."""

import numpy as np

from pi_bunco.vision.calibrate.flat import Flat
from pi_bunco.vision.calibrate.shape import LEAST_FOCAL, MOST_FOCAL, USUAL
from pi_bunco.vision.stand import Stand

_HOLD = 0.005
"""How far the mat's sides must converge before they give a better focal length than the usual one."""


def stand_of(flat: Flat, ratio: float, picture: tuple[int, int]) -> Stand:
    """Find where the camera stands.

    The flat picture's two sides are at right angles and of one scale, which gives the focal length where the
    camera looks askew (Zhang, "A flexible new technique for camera calibration", 2000, section 3.1); from
    straight above any focal length would do, and that of usual cameras is taken.

    Parameters
    ----------
    flat
        The way to the flat picture.
    ratio
        The field's width for each unit of its height.
    picture
        Width and height of the camera's pictures in pixels; their middle is where it looks.

    Examples
    --------
    >>> flat = Flat.of(((100, 100), (700, 100), (700, 500), (100, 500)), 1.5)
    >>> tuple(round(number) for number in stand_of(flat, 1.5, (800, 600)))
    (480, 328, 1034)
    """
    to_middle = np.array([[1, 0, -picture[0] / 2], [0, 1, -picture[1] / 2], [0, 0, 1]])
    x0, y0, x1, y1 = flat.field
    # The flat picture's height is a whole number of pixels, a little off the field's own.
    tall = (x1 - x0) / (y1 - y0) / ratio
    seen = to_middle @ np.linalg.inv(flat.matrix) @ np.diag([1, 1 / tall, 1])
    (a1, a2, a3), (b1, b2, b3) = seen[:, 0], seen[:, 1]
    p = np.array([a1 * b1 + a2 * b2, a1 * a1 + a2 * a2 - b1 * b1 - b2 * b2])
    q = np.array([a3 * b3, a3 * a3 - b3 * b3])
    longer = max(picture)
    hold = (_HOLD * (a1 * a1 + a2 * a2 + b1 * b1 + b2 * b2) / 2) ** 2
    inverse = (hold / (USUAL * longer) ** 2 - p @ q) / (hold + p @ p)
    low, high = LEAST_FOCAL * longer, MOST_FOCAL * longer
    focal = float(np.clip(inverse, high**-2, low**-2)) ** -0.5
    seen[:2] /= focal
    across, along = seen[:, 0], seen[:, 1]
    size = np.sqrt(np.linalg.norm(across) * np.linalg.norm(along))
    turn = np.column_stack([across, along, np.cross(across, along) / size]) / size
    left, _, right = np.linalg.svd(turn)  # what is nearly a rotation becomes one
    x, y, z = -(left @ right).T @ seen[:, 2] / size
    return Stand(float(x), float(y) / tall, abs(float(z)))
