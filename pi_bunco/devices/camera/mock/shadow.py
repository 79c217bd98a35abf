"""Shadows of dice on the mat: from the lamp, and the darkness close to where they touch the mat."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from pi_bunco.devices.camera.mock.die import find_body_points
from pi_bunco.devices.camera.mock.lens import Lens
from pi_bunco.devices.camera.mock.light import Light
from pi_bunco.devices.camera.mock.shade import Placed
from pi_bunco.devices.camera.mock.space import Array, Rect, intersect

_PARTS = 16
"""OpenCV places corners of shapes in steps of this fraction of a pixel."""
_SHIFT = 4
_MIN_CONTACT = 0.12
"""A contact shadow weaker than this is left out: the die is high above the mat."""
_STACK_SIGMAS = 2.4
"""A stack blur with this many standard deviations on each side looks like a Gaussian blur."""


@dataclass(frozen=True, slots=True, eq=False)
class Shadow:
    """The light that still reaches the mat.

    Attributes
    ----------
    rect
        The pixels that it darkens.
    key, sky
        Share of the light from the lamp and from the room that is left, 0 to 1, shape ``(rows, columns)``.
    """

    rect: Rect
    key: Array
    sky: Array


def cast(die: Placed, lens: Lens, light: Light, *, lamps: int) -> Shadow | None:
    """Draw one die's shadow on the mat.

    Parameters
    ----------
    die
        The die and its pose.
    lens, light
        The camera's lens and the light.
    lamps
        The number of points of the lamp that throw shadows.

    Returns
    -------
    Shadow or None
        ``None`` if it darkens no pixel of the picture.
    """
    spots = find_body_points(die.look, die.pose)
    spots[:, 2] = np.maximum(spots[:, 2], 0)
    points = light.find_lamp_points(lamps)[:, None, :]
    spots_below = np.minimum(spots[None], points * [1, 1, 0.95] + [1e9, 1e9, 0])
    reach = points[..., 2:] / (points[..., 2:] - spots_below[..., 2:])
    thrown = lens.project(points + (spots_below - points) * reach)
    foot = lens.project(spots * np.array([1, 1, 0], np.float32))
    gap = max(float(spots[:, 2].min()), 0)
    near = 0.8 / (1 + 1.2 * gap) ** 2
    margin = int(1.6 * lens.scale) + 3 if near > _MIN_CONTACT else 0
    low = np.minimum(thrown.min(axis=(0, 1)), foot.min(axis=0) - margin)
    high = np.maximum(thrown.max(axis=(0, 1)), foot.max(axis=0) + margin)
    rect = intersect((int(low[0]) - 2, int(low[1]) - 2, int(high[0]) + 3, int(high[1]) + 3), lens.whole)
    if rect is None:
        return None
    hidden = np.asarray(np.mean([_fill(shape, rect) for shape in thrown], axis=0), np.float32)
    dark = _blur(hidden, 0.6 + 0.4 * lens.scale / lamps)
    sky = np.ones_like(dark)
    if near > _MIN_CONTACT:
        sky -= near * _blur(_fill(foot, rect), (0.32 + 0.5 * gap) * lens.scale)
    return Shadow(rect, 1 - dark, sky)


def _blur(mask: Array, sigma: float) -> Array:
    """Blur a mask; the time does not depend on the radius."""
    side = 2 * math.ceil(_STACK_SIGMAS * sigma) + 1
    return np.asarray(cv2.stackBlur(mask, (side, side)), np.float32)


def _fill(points: Array, rect: Rect) -> Array:
    """Return a mask, 0 to 1, of the convex hull of points in a rectangle."""
    mask = np.zeros((rect[3] - rect[1], rect[2] - rect[0]), np.uint8)
    outline = cv2.convexHull(np.asarray(points - np.array(rect[:2]) - 0.5, np.float32))
    cv2.fillConvexPoly(mask, np.round(outline * _PARTS).astype(np.int32), 255, cv2.LINE_AA, _SHIFT)
    return np.asarray(mask / np.float32(255), np.float32)
