"""Computes the light from lamps, the room and a window on mat and dice, and the shadows of dice."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from renderer.bounds import Tray
from renderer.die import find_body_points
from renderer.lens import Lens
from renderer.look import DieLook, LightLook
from renderer.space import Array, Pose, Rect, find_direction, intersect, linearize

_MIN_WINDOW_COSINE = 0.05
"""The least cosine of the angle between a mirrored ray and the window; other rays miss the window."""
_GOLDEN_ANGLE = np.pi * (3 - np.sqrt(5))
"""In radians; steps of this angle spread points evenly over a disc."""
_FRACTION_BITS = 4
"""Bits after the binary point of the coordinates that OpenCV gets, so that shapes have smooth borders."""
_MIN_CONTACT = 0.12
"""A contact shadow weaker than this is left out: the die is high above the mat."""
_STACK_SIGMAS = 2.4
"""Radius of a stack blur that looks like a Gaussian blur, in standard deviations of the latter."""


class Light:
    """The light on one table.

    Parameters
    ----------
    look
        Its properties.
    bounce
        The mat's mean colour, linear: the mat lights the dice from below.
    tray
        A tray whose walls block light, if there is one.

    Attributes
    ----------
    screened
        Whether anything besides dice blocks light from parts of the mat.
    to_lamp, to_lamps
        The directions to the first lamp, and to all lamps: unit vectors.
    lamp
        The place of the first lamp.
    key, sky, bounce
        Linear colours of the light from the lamps, from the room, and from the mat below.
    window, window_side, window_up
        The direction to the window, and the directions to its side and its upper edge: unit vectors.
    """

    def __init__(self, look: LightLook, bounce: Array, tray: Tray | None = None) -> None:
        self.look, self._tray = look, tray
        self.screened = tray is not None or look.screen is not None
        self.to_lamp = find_direction(look.azimuth, look.elevation)
        self.to_lamps = (
            (self.to_lamp,) if look.second is None else (self.to_lamp, find_direction(*look.second))
        )
        self.lamp = np.asarray(self.to_lamp * look.distance, np.float32)
        self.key = np.asarray(
            linearize(look.key_colour) * look.key / max(float(self.to_lamp[2]), 0.2), np.float32
        )
        self.sky = np.asarray(linearize(look.ambient_colour) * look.ambient, np.float32)
        self.bounce = np.asarray(bounce * (self.sky + self.key * float(self.to_lamp[2])), np.float32)
        self.window = find_direction(*look.window_at)
        side = np.cross(self.window, np.array([0, 0, 1], np.float32))
        self.window_side = np.asarray(side / max(float(np.linalg.norm(side)), 1e-6), np.float32)
        self.window_up = np.asarray(np.cross(self.window_side, self.window), np.float32)

    def find_lamp_points(self, count: int) -> Array:
        """Return points spread evenly over the lamps, shape ``(count, 3)``, at least one on each."""
        return np.concatenate(
            [self._spread_points(to_lamp, max(count // len(self.to_lamps), 1)) for to_lamp in self.to_lamps]
        )

    def _spread_points(self, to_lamp: Array, count: int) -> Array:
        """Return points spread evenly over the lamp in a direction."""
        across = np.cross(to_lamp, np.array([0.3, 0.2, 1.0], np.float32))
        across /= np.linalg.norm(across)
        up = np.cross(across, to_lamp)
        number = np.arange(count)[:, None]
        radius = self.look.width * np.sqrt((number + 0.5) / count)
        angle = number * _GOLDEN_ANGLE
        offset = radius * (np.cos(angle) * across + np.sin(angle) * up)
        return np.asarray(to_lamp * self.look.distance + offset, np.float32)

    def reaches(self, x: Array, y: Array) -> Array:
        """Return the share of the lamp's light that a tray and people let through to places on the mat."""
        share = np.ones_like(x)
        if self._tray is not None:
            soft = 0.15 + 2 * self.look.width / self.look.distance * self._tray.look.wall
            share = self._tray.let_through(x, y, self.to_lamp, soft)
        if self.look.screen is None:
            return share
        azimuth, edge, soft = self.look.screen
        angle = np.radians(azimuth)
        beyond = x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle)) - np.float32(edge)
        return np.asarray(share * np.clip(0.5 - beyond / np.float32(max(soft, 0.05)), 0, 1), np.float32)

    def light_mat(self, x: Array, y: Array) -> Array:
        """Return the lamp's light on places of the mat: linear, shape ``(rows, columns, 3)``."""
        squared = (self.lamp[0] - x) ** 2 + (self.lamp[1] - y) ** 2 + self.lamp[2] ** 2
        # It falls with the squared distance, and with the angle at which it comes in.
        strength = self.look.distance**3 / (squared * np.sqrt(squared)) * self.to_lamp[2]
        return np.asarray((strength * self.reaches(x, y))[..., None] * self.key, np.float32)

    def mirror(self, rays: Array, turn: Array, rough: float) -> Array:
        """Return the light that a die's surface mirrors.

        Parameters
        ----------
        rays
            Directions of the mirrored rays in the die's own axes: unit vectors, shape ``(3, n)``.
        turn
            The die's rotation.
        rough
            How blurred the reflections are.

        Returns
        -------
        Array
            Linear, shape ``(3, n)``.
        """
        rough = max(rough, 0.02)
        width = self.look.width / self.look.distance
        # A rough surface shows the lamp wider and accordingly weaker, so that the total light is the same.
        spread = width * width + rough * rough
        lamp = np.sum(
            [np.exp(((turn.T @ to_lamp) @ rays - 1) * 2 / spread) for to_lamp in self.to_lamps], axis=0
        )
        lamp *= width * width / spread * 14 / len(self.to_lamps)
        # The room is brighter above than below.
        room = np.clip(0.25 + 0.6 * (turn[2] @ rays), 0.06, 1)
        light = self.key[:, None] * lamp + self.sky[:, None] * room
        if self.look.window > 0:
            facing = np.maximum((turn.T @ self.window) @ rays, _MIN_WINDOW_COSINE)
            side = np.abs((turn.T @ self.window_side) @ rays) / facing
            up = np.abs((turn.T @ self.window_up) @ rays) / facing
            wide, high = self.look.window_size
            pane = np.clip((wide - side) / rough * 0.5 + 0.5, 0, 1) * np.clip(
                (high - up) / rough * 0.5 + 0.5, 0, 1
            )
            light += (pane * (facing > _MIN_WINDOW_COSINE) * self.look.window * 6)[None] * self.sky[:, None]
        return np.asarray(light, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Shadow:
    """The light that still reaches the mat in the shadow of a die.

    Attributes
    ----------
    rect
        The pixels that it darkens.
    key, sky
        Share of the light from the lamps and from the room that is left, 0 to 1, shape ``(rows, columns)``.
    """

    rect: Rect
    key: Array
    sky: Array


def cast(look: DieLook, pose: Pose, lens: Lens, light: Light, *, lamps: int) -> Shadow | None:
    """Compute a die's shadow on the mat.

    Parameters
    ----------
    look, pose
        The die and its pose.
    lens, light
        The camera's lens and the light.
    lamps
        The number of points of the lamps that cast shadows.

    Returns
    -------
    Shadow or None
        ``None`` if it darkens no pixel of the picture.
    """
    body = find_body_points(look, pose)
    body[:, 2] = np.maximum(body[:, 2], 0)
    points = light.find_lamp_points(lamps)[:, None, :]
    body_below_lamp = np.minimum(body[None], points * [1, 1, 0.95] + [1e9, 1e9, 0])
    # The ray from a lamp through a body point, this many times as long, ends on the mat.
    reach = points[..., 2:] / (points[..., 2:] - body_below_lamp[..., 2:])
    outlines = lens.project(points + (body_below_lamp - points) * reach)
    foot = lens.project(body * np.array([1, 1, 0], np.float32))
    gap = max(float(body[:, 2].min()), 0)
    contact = 0.8 / (1 + 1.2 * gap) ** 2
    margin = int(1.6 * lens.scale) + 3 if contact > _MIN_CONTACT else 0
    low = np.minimum(outlines.min(axis=(0, 1)), foot.min(axis=0) - margin)
    high = np.maximum(outlines.max(axis=(0, 1)), foot.max(axis=0) + margin)
    rect = intersect((int(low[0]) - 2, int(low[1]) - 2, int(high[0]) + 3, int(high[1]) + 3), lens.whole)
    if rect is None:
        return None
    hidden = np.asarray(np.mean([_fill(shape, rect) for shape in outlines], axis=0), np.float32)
    dark = _blur(hidden, 0.6 + 0.4 * lens.scale / lamps)
    sky = np.ones_like(dark)
    if contact > _MIN_CONTACT:
        sky -= contact * _blur(_fill(foot, rect), (0.32 + 0.5 * gap) * lens.scale)
    return Shadow(rect, 1 - dark, sky)


def _blur(mask: Array, sigma: float) -> Array:
    """Blur a mask, in a time that does not depend on the radius."""
    side = 2 * math.ceil(_STACK_SIGMAS * sigma) + 1
    return np.asarray(cv2.stackBlur(mask, (side, side)), np.float32)


def _fill(points: Array, rect: Rect) -> Array:
    """Return a mask, 0 to 1, of the convex hull of points in a rectangle."""
    mask = np.zeros((rect[3] - rect[1], rect[2] - rect[0]), np.uint8)
    outline = cv2.convexHull(np.asarray(points - np.array(rect[:2]) - 0.5, np.float32))
    corners = np.round(outline * 2**_FRACTION_BITS).astype(np.int32)
    cv2.fillConvexPoly(mask, corners, 255, cv2.LINE_AA, _FRACTION_BITS)
    return np.asarray(mask / np.float32(255), np.float32)
