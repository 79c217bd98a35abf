"""The walls of a dice tray: their places, what they hide, and their shadows."""

import numpy as np

from pi_bunco.devices.camera.mock.lens import Lens
from pi_bunco.devices.camera.mock.look import TrayLook
from pi_bunco.devices.camera.mock.space import Array, linearize

_SHADE, _CORNER = 0.45, 1.3
"""How much darker the floor is at the foot of a wall, and the width of that shadow in units."""
_AIR = 0.05


class Tray:
    """The walls round a floor: a polygon about the middle of the mat.

    Parameters
    ----------
    look
        Their properties.
    """

    def __init__(self, look: TrayLook) -> None:
        self.look = look
        angle = np.radians(look.turn + 360 / look.sides * np.arange(look.sides))
        self._out = np.stack([np.cos(angle), np.sin(angle)], axis=1).astype(np.float32)
        self._far = np.array([look.half[side % 2] for side in range(look.sides)], np.float32)

    def measure_beyond(self, x: Array, y: Array) -> tuple[Array, Array]:
        """Return the distance of places beyond the nearest wall (negative: inside), and its number."""
        beyond = np.full(x.shape, -np.inf, np.float32)
        nearest = np.zeros(x.shape, np.int32)
        for side, ((across, along), far) in enumerate(zip(self._out, self._far, strict=True)):
            here = across * x + along * y - far
            nearest[here > beyond] = side
            np.maximum(beyond, here, out=beyond)
        return beyond, nearest

    def holds(self, spots: Array, eye: Array) -> bool:
        """Return whether points, ``(n, 3)``, lie inside the walls and the camera sees all of them."""
        share = self.look.wall / eye[2]
        over = spots[:, :2] + (eye[:2] - spots[:, :2]) * share
        return all(bool((self.measure_beyond(*place.T)[0] < -_AIR).all()) for place in (spots[:, :2], over))

    def let_through(self, x: Array, y: Array, way: Array, soft: float) -> Array:
        """Return the share of a lamp's light that reaches places of the floor past the walls, 0 to 1."""
        within, _ = self.measure_beyond(x, y)
        move = way[:2] / way[2] * self.look.wall
        past, _ = self.measure_beyond(x + move[0], y + move[1])
        return np.asarray(np.where(within < 0, np.clip(0.5 - past / soft, 0, 1), 1), np.float32)

    def build(self, albedo: Array, lens: Lens, way: Array) -> None:
        """Draw the walls over a floor.

        Parameters
        ----------
        albedo
            Share of light that is reflected at each pixel; is changed.
        lens
            The camera's lens.
        way
            The direction to the lamp, which makes the walls that face it brighter.
        """
        x, y = lens.find_mat_places(lens.whole)
        share = self.look.wall / lens.at[2]
        floor, wall = self.measure_beyond(x, y)
        top, _ = self.measure_beyond(x + (lens.at[0] - x) * share, y + (lens.at[1] - y) * share)
        albedo *= (1 - _SHADE * np.exp(np.minimum(floor, 0) / _CORNER))[..., None]
        colour = linearize(self.look.colour)
        lit = 0.35 + 0.9 * np.maximum(-self._out @ way[:2], 0)
        # The foot of a wall is darker than its top.
        rise = np.clip(floor / np.maximum(floor - top, 1e-3), 0, 1)
        side = colour * (lit[wall] * (0.5 + 0.5 * rise))[..., None]
        pixel = 1 / lens.scale
        for shown, edge in (
            (side, floor),
            (colour, top),
            (linearize(self.look.table), top - self.look.rim),
        ):
            mask = np.clip(edge / pixel + 0.5, 0, 1)[..., None]
            albedo += mask * (shown - albedo)
