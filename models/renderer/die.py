"""Geometry of a die: values of its faces, places of its pips, rotations, and its rounded shape.

The die's own axes go through its faces, which are numbered +x, -x, +y, -y, +z, -z.
"""

import numpy as np

from renderer.look import DieLook, TableLook
from renderer.space import Array, Pose, rotate_about

_UP = np.array([0, 0, 1], np.float32)

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""The places of each value's pips on its face, as multiples of their spread."""


def list_faces(*, right: bool) -> tuple[int, int, int, int, int, int]:
    """Return the values on the six faces, +x, -x, +y, -y, +z, -z.

    Opposite faces sum to seven. On a right-handed die 1, 2 and 3 are counter-clockwise round their common
    corner; most western dice are right-handed.

    >>> list_faces(right=True)
    (2, 5, 3, 4, 1, 6)
    """
    return (2, 5, 3, 4, 1, 6) if right else (5, 2, 3, 4, 1, 6)


def find_normal(face: int) -> Array:
    """Return the outward unit vector of a face in the die's own axes."""
    out = np.zeros(3, np.float32)
    out[face // 2] = 1 - 2 * (face % 2)
    return out


def turn_flat(value: int, spin: float, *, right: bool) -> Array:
    """Return the rotation of a die that lies flat with ``value`` up, turned by ``spin`` radians."""
    out = find_normal(list_faces(right=right).index(value))
    if out[2] > 0:
        up = np.eye(3, dtype=np.float32)
    elif out[2] < 0:
        up = rotate_about(np.array([1, 0, 0]), np.pi)
    else:
        up = rotate_about(np.cross(out, _UP), np.pi / 2)
    return np.asarray(rotate_about(_UP, spin) @ up, np.float32)


def find_corners(radius: float) -> Array:
    """Return points whose convex hull is nearly the rounded cube, shape ``(n, 3)``, in half edges."""
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
    edge, corner = 0.5**0.5, (1 / 3) ** 0.5
    slanted = [[edge, edge, 0], [edge, 0, edge], [0, edge, edge], [corner, corner, corner]]
    directions = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], *slanted], np.float32)
    points = (1 - radius) * signs[:, None, :] + radius * signs[:, None, :] * directions[None]
    return np.asarray(points.reshape(-1, 3), np.float32)


def find_look(look: TableLook, pose: Pose) -> DieLook:
    """Return the look of the die in a pose."""
    return look.dice[pose.die % len(look.dice)]


def find_body_points(die: DieLook, pose: Pose) -> Array:
    """Return points whose convex hull is a die in its pose, shape ``(n, 3)``, in units."""
    return np.asarray(find_corners(die.radius) * die.size @ pose.turn.T + pose.at, np.float32)


def find_rise(turn: Array, radius: float) -> float:
    """Return the height of a rounded cube's centre when it touches the mat, in half edges."""
    return float(radius + (1 - radius) * np.abs(turn[2]).sum())
