"""Chooses the playing field that a person would mark in a camera's picture: the largest that is visible."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from judge.dice import Floats

if TYPE_CHECKING:  # it needs a renderer
    from judge.scene import Camera

RATIO = 4 / 3
"""Width of the field for each unit of its height."""
STEP = 0.05
"""The field is made smaller in steps of this many edges of a die until it is in the picture."""
LARGEST_HALF = 9.0
"""Half of the largest field's height, in edges of a die."""
HEIGHTS = 0.0, 1.0
"""The picture must show the field's rim at these heights, in edges: dice at the rim are wholly visible."""


class PlayingField(NamedTuple):
    """A rectangle on the mat; lengths in edges of a die.

    Attributes
    ----------
    middle
        Its middle.
    right, down
        The directions of its sides, as the camera sees them.
    half
        Half of its height.
    """

    middle: Floats
    right: Floats
    down: Floats
    half: float

    @property
    def corners(self) -> Floats:
        """Its corners, clockwise from the top left, shape ``(4, 3)``."""
        ways = (-1, -1), (1, -1), (1, 1), (-1, 1)
        return self.middle + self.half * np.array([RATIO * x * self.right + y * self.down for x, y in ways])

    def is_out(self, at: Floats, turn: Floats) -> bool:
        """Return whether the base of a die reaches over the rim; it has this middle and rotation."""
        signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        points = signs / 2 @ turn.T + at
        base = points[np.argsort(points[:, 2])[:4]] - self.middle
        across, along = np.abs(base @ self.right).max(), np.abs(base @ self.down).max()
        return bool(across > RATIO * self.half or along > self.half)


def find_field(camera: "Camera", size: tuple[int, int]) -> PlayingField:
    """Return the largest field around the point that the camera looks at; its picture has this size."""
    forward = camera.target - camera.at
    right = np.cross(forward, camera.up) * (1, 1, 0)
    right = right / np.linalg.norm(right)
    down = np.array([right[1], -right[0], 0.0])
    for half in np.arange(LARGEST_HALF, 0, -STEP):
        field = PlayingField(camera.target, right, down, float(half))
        rims = [np.add(field.corners, (0, 0, height)) for height in HEIGHTS]
        pixels = camera.project(np.concatenate(rims))
        if (pixels >= 1).all() and (pixels <= np.array(size) - 1).all():
            break
    return field
