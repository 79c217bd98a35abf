"""What bounds the playing field: four markers printed at the mat's corners, or the walls of a dice tray."""

import cv2
import numpy as np

from renderer.lens import Lens
from renderer.look import TrayLook
from renderer.space import Array, linearize

_BORDER = 2.2
"""Distance from a marker to the picture's border, in units."""
_QUIET = 1.3
"""Size of the white square under a marker, as a multiple of the marker's."""
_CELLS, _CELL_PIXELS = 6, 24
"""Cells along a marker's edge, and pixels along a cell's edge in the drawing of a marker."""
_MIN_SHARE = 0.3
"""A field is at least this share of the largest that the picture would hold from straight above."""
_WHITE, _BLACK = 0.80, 0.02
_TURNS = ((-1, 1), (1, 1), (1, -1), (-1, -1))
"""The direction of markers 0 to 3 from the middle: clockwise from the upper left."""
_FOOT_SHADE, _FOOT_WIDTH = 0.45, 1.3
"""How much darker the floor is at the foot of a wall, and the width of that shadow in units."""
_WALL_GAP = 0.05
"""Dice stay at least this many units from a wall."""


class Field:
    """The playing field between four markers: numbers 0 to 3 of OpenCV's 4x4 dictionary of 50.

    Parameters
    ----------
    lens
        The camera's view: the field nearly fills the picture.
    side
        Edge of a marker in units.

    Attributes
    ----------
    half
        Half the field's width and height in units, to the markers' outer edges.
    """

    def __init__(self, lens: Lens, side: float) -> None:
        self._lens, self._side = lens, side
        largest = np.array(lens.size) / 2 / lens.scale - _BORDER
        for share in np.arange(1, _MIN_SHARE, -0.05):
            # A camera that looks from the side sees less of the mat at its near end.
            self.half = (float(share * largest[0]), float(share * largest[1]))
            corners = self.to_pixels(
                np.array(_TURNS, np.float32) * (np.array(self.half) + (_QUIET - 1) / 2 * side)
            )
            if (corners > 0).all() and (corners < lens.size).all():
                break

    def list_markers(self) -> tuple[Array, ...]:
        """Return each marker's corners on the mat in units, clockwise from its own upper left: ``(4, 2)``."""
        return tuple(self._make_square(number, self._side) for number in range(4))

    def _make_square(self, number: int, side: float) -> Array:
        middle = (np.array(self.half) - self._side / 2) * _TURNS[number]
        return np.asarray(middle + np.array(_TURNS) * side / 2, np.float32)

    def to_pixels(self, spots: Array) -> Array:
        """Return the pixels of places on the mat, ``(n, 2)`` in units."""
        return self._lens.project(np.concatenate([spots, np.zeros((len(spots), 1), np.float32)], axis=1))

    def holds(self, spots: Array, *, between: bool = False) -> bool:
        """Return whether points, ``(n, 3)``, lie in the field; with ``between`` also clear of its markers."""
        room = np.array(self.half) - (_QUIET * self._side if between else 0)
        return bool((np.abs(spots[:, :2]) < room).all())

    def print_on(self, albedo: Array) -> None:
        """Draw the markers into ``albedo``, the mat as the camera sees it."""
        book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        quiet = round((_QUIET - 1) / 2 * _CELLS * _CELL_PIXELS)
        for number in range(4):
            marker = cv2.aruco.generateImageMarker(book, number, _CELLS * _CELL_PIXELS)
            drawn = np.pad(marker, quiet, constant_values=255)
            quad = self.to_pixels(self._make_square(number, self._side * (drawn.shape[0] / marker.shape[0])))
            x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
            x1, y1 = np.ceil(quad.max(axis=0)).astype(int) + 1
            part = albedo[y0:y1, x0:x1]
            here = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * np.float32(drawn.shape[0])
            # OpenCV's coordinates begin in the middle of a pixel.
            moved = cv2.getPerspectiveTransform(here - 0.5, np.asarray(quad - [x0, y0] - 0.5, np.float32))
            # Blur by half a pixel first, since the marker is drawn larger than it is seen.
            soft = cv2.GaussianBlur(drawn, (0, 0), 0.4 * drawn.shape[0] / max(float(np.ptp(quad[:, 0])), 1))
            size = (part.shape[1], part.shape[0])
            ink = cv2.warpPerspective(soft, moved, size)[..., None] / np.float32(255)
            cover = cv2.warpPerspective(np.full_like(drawn, 255), moved, size)[..., None] / np.float32(255)
            part += cover * (_BLACK + (_WHITE - _BLACK) * ink / np.maximum(cover, 1e-3) - part)


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
        over = spots[:, :2] + (eye[:2] - spots[:, :2]) * (self.look.wall / eye[2])
        return all(
            bool((self.measure_beyond(*place.T)[0] < -_WALL_GAP).all()) for place in (spots[:, :2], over)
        )

    def let_through(self, x: Array, y: Array, to_lamp: Array, soft: float) -> Array:
        """Return the share of a lamp's light that reaches places of the floor past the walls, 0 to 1."""
        within, _ = self.measure_beyond(x, y)
        move = to_lamp[:2] / to_lamp[2] * self.look.wall
        past, _ = self.measure_beyond(x + move[0], y + move[1])
        return np.asarray(np.where(within < 0, np.clip(0.5 - past / soft, 0, 1), 1), np.float32)

    def build(self, albedo: Array, lens: Lens, to_lamp: Array) -> None:
        """Draw the walls over a floor.

        Parameters
        ----------
        albedo
            Share of light that is reflected at each pixel; is changed.
        lens
            The camera's lens.
        to_lamp
            The direction to the lamp, which makes the walls that face it brighter.
        """
        x, y = lens.find_mat_places(lens.whole)
        share = self.look.wall / lens.at[2]
        floor, wall = self.measure_beyond(x, y)
        top, _ = self.measure_beyond(x + (lens.at[0] - x) * share, y + (lens.at[1] - y) * share)
        albedo *= (1 - _FOOT_SHADE * np.exp(np.minimum(floor, 0) / _FOOT_WIDTH))[..., None]
        colour = linearize(self.look.colour)
        lit = 0.35 + 0.9 * np.maximum(-self._out @ to_lamp[:2], 0)
        # The foot of a wall is darker than its top.
        rise = np.clip(floor / np.maximum(floor - top, 1e-3), 0, 1)
        side = colour * (lit[wall] * (0.5 + 0.5 * rise))[..., None]
        pixel = 1 / lens.scale
        table = linearize(self.look.table)
        for colours, edge in ((side, floor), (colour, top), (table, top - self.look.rim)):
            albedo += np.clip(edge / pixel + 0.5, 0, 1)[..., None] * (colours - albedo)
