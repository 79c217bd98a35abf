"""Vectors, rotations and rectangles that all parts of the renderer use.

The mat is the plane ``z = 0``. In a picture that is not tilted x points to the right and y to the top.
z points to the camera. Lengths are in units (half the edge of an ordinary die).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from renderer.look import Colour

Array = NDArray[Any]
"""Numbers, ``float32`` unless stated otherwise."""

_STRIP_ROWS = 96

Rect = tuple[int, int, int, int]
"""``(x0, y0, x1, y1)`` in whole pixels; x1 and y1 are exclusive."""


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Place and rotation of one die.

    Attributes
    ----------
    at
        Its centre, shape ``(3,)``, in units.
    turn
        The rotation from the die's own axes to the table's, shape ``(3, 3)``.
    die
        The number of its look.
    """

    at: Array
    turn: Array
    die: int


def make_rng(seed: int, number: int, purpose: int) -> np.random.Generator:
    """Return the random generator for one purpose of one throw, independent of all others."""
    return np.random.default_rng([seed, number, purpose])


def linearize(colour: Colour) -> Array:
    """Turn a screen colour into linear light, blue-green-red, shape ``(3,)``."""
    return np.asarray(np.array(colour[::-1], np.float32) ** 2.2, np.float32)


def rotate_about(axis: Array, angle: float) -> Array:
    """Return the rotation by ``angle`` radians about an axis (a unit vector), shape ``(3, 3)``."""
    x, y, z = (float(part) for part in axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]], np.float32)
    rotation = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * (cross @ cross)
    return np.asarray(rotation, np.float32)


def dot(one: Array, other: Array) -> Array:
    """Return the dot products of vectors, both of shape ``(3, n)``, as shape ``(n,)``."""
    return np.asarray(np.einsum("in,in->n", one, other))


def find_direction(azimuth: float, elevation: float) -> Array:
    """Return the unit vector in a direction, both angles in degrees."""
    around, up = np.radians(azimuth), np.radians(elevation)
    level = np.cos(up)
    return np.array([level * np.cos(around), level * np.sin(around), np.sin(up)], np.float32)


def cut_strips(rect: Rect) -> list[Rect]:
    """Split a rectangle into strips, to limit the memory for each step."""
    x0, y0, x1, y1 = rect
    return [(x0, top, x1, min(top + _STRIP_ROWS, y1)) for top in range(y0, y1, _STRIP_ROWS)]


def grow_rect(rect: Rect, margin: int) -> Rect:
    """Return the rectangle enlarged by a margin on each side."""
    return rect[0] - margin, rect[1] - margin, rect[2] + margin, rect[3] + margin


def intersect(a: Rect, b: Rect) -> Rect | None:
    """Return the intersection of two rectangles, ``None`` if it is empty."""
    x0, y0, x1, y1 = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def unite(a: Rect, b: Rect) -> Rect:
    """Return the smallest rectangle that contains both."""
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def cut(part: Rect, whole: Rect) -> tuple[slice, slice]:
    """Return the slices (rows, columns) that select a part from the array of a ``whole`` rectangle."""
    return slice(part[1] - whole[1], part[3] - whole[1]), slice(part[0] - whole[0], part[2] - whole[0])
