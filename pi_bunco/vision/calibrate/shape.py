"""Computes the shape of the playing field from its corners in the picture."""

from math import hypot

import cv2
import numpy as np

from pi_bunco.errors import Trouble
from pi_bunco.messages.calibration import Point
from pi_bunco.sentences import say
from pi_bunco.vision.calibrate.flat import Corners

USUAL_FOCAL, MIN_FOCAL, MAX_FOCAL = 0.85, 0.5, 3.0
"""Focal length as a multiple of the picture's longer side: that of usual cameras, and the accepted limits."""
_MIN_CONVERGENCE_PRODUCT = 1e-3
"""Up to this product of the convergences of both pairs of sides, the usual focal length is used."""
_MIN_AREA_SHARE = 0.05
"""A mat fills at least this share of the picture."""


class CornersTrouble(Trouble, ValueError):
    """Four points are no corners of a mat."""


_REMEDY = say("Put each of the four points on its corner of the mat.")


def order_corners(points: tuple[Point, ...], size: tuple[int, int]) -> Corners:
    """Return four points in clockwise order, beginning with the one at the picture's top left.

    Parameters
    ----------
    points
        Four points in pixels of the camera's picture, in any order.
    size
        Width and height of that picture.

    Raises
    ------
    CornersTrouble
        If they are not four, lie outside the picture, or are no corners of a field that can be played on.

    Examples
    --------
    >>> order_corners(((500, 400), (100, 90), (110, 420), (520, 100)), (640, 480))
    ((100, 90), (520, 100), (500, 400), (110, 420))
    """
    if len(points) != 4:  # noqa: PLR2004 - a field has four
        raise CornersTrouble(say("A mat has four corners, not {number}.", number=len(points)), _REMEDY)
    width, height = size
    for x, y in points:
        if not (0 <= x <= width and 0 <= y <= height):
            raise CornersTrouble(
                say(
                    "The corner {x},{y} is outside the picture of {width} x {height}.",
                    x=f"{x:g}",
                    y=f"{y:g}",
                    width=width,
                    height=height,
                ),
                _REMEDY,
            )
    middle = np.mean(points, axis=0)
    clockwise = sorted(points, key=lambda p: np.arctan2(p[1] - middle[1], p[0] - middle[0]))
    first = min(range(4), key=lambda k: clockwise[k][0] / width + clockwise[k][1] / height)
    ordered = (*clockwise[first:], *clockwise[:first])
    outline = np.array(ordered, np.float32)
    if not cv2.isContourConvex(outline) or cv2.contourArea(outline) < _MIN_AREA_SHARE * width * height:
        raise CornersTrouble(say("The four corners do not enclose a mat that can be read."), _REMEDY)
    return ordered  # type: ignore[return-value] # four, as checked above


def compute_ratio(corners: Corners, size: tuple[int, int]) -> float:
    """Return a rectangle's width divided by its height, computed from its corners in the picture.

    The method is that of Zhang and He, Whiteboard scanning and image enhancement (2006), section 3. The
    rectangle's sides are at right angles. If both pairs of sides converge in the picture, this gives the
    focal length, and with it the lengths of the sides.

    Parameters
    ----------
    corners
        Clockwise from top left.
    size
        Width and height of the camera's picture; its middle is where the camera looks.

    Examples
    --------
    >>> round(compute_ratio(((100, 100), (700, 100), (700, 500), (100, 500)), (800, 600)), 3)
    1.5
    """
    middle = np.array([size[0] / 2, size[1] / 2])
    scale = max(size)
    m1, m2, m4, m3 = (np.array([*(np.array(p) - middle) / scale, 1.0]) for p in corners)
    across = (np.cross(m1, m4) @ m3) / (np.cross(m2, m4) @ m3) * m2 - m1
    down = (np.cross(m1, m4) @ m2) / (np.cross(m3, m4) @ m2) * m3 - m1
    focal = USUAL_FOCAL
    if abs(across[2] * down[2]) > _MIN_CONVERGENCE_PRODUCT:
        square = -(across[0] * down[0] + across[1] * down[1]) / (across[2] * down[2])
        focal = float(np.sqrt(np.clip(square, MIN_FOCAL**2, MAX_FOCAL**2)))
    wide, high = (hypot(*(side[:2] / focal), side[2]) for side in (across, down))
    return wide / high
