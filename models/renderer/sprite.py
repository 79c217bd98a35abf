"""Draws a hand and its shadow into a picture: rotated, moved, and blurred by motion."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from pi_bunco.frames import Image
from renderer.hand import HIGH, LOW, Grip, Person, carve
from renderer.scene import TableScene
from renderer.space import Array, Rect, cut

_RESOLUTION_SHARE = 0.45
"""Hands are made at this share of the picture's resolution, since skin has no sharp edges."""
_MAX_SCALE = 14.0
"""They have at most this many pixels per unit."""
_LIGHT_IN_SHADOW = 0.62
"""Share of the light that a hand's shadow leaves."""
_BLUR_LENGTHS = (0, 24)
"""Length of the motion blur of a slow and of a fast hand, in pixels."""
_MAX_SLOW_SPEED = 10.0
"""A hand is fast if it moves more pixels than this in one exposure."""


@dataclass(frozen=True, slots=True)
class Hold:
    """The place of a hand in the picture.

    Attributes
    ----------
    at
        The pixel under the middle of the palm.
    angle
        Direction of the fingers: radians, clockwise from the picture's right.
    speed
        How far it moves during one exposure, in pixels.
    height
        Its height above the mat, in units.
    """

    at: tuple[float, float]
    angle: float
    speed: float
    height: float


class Sprite:
    """One hand in one grip, ready to be drawn.

    Parameters
    ----------
    scene
        The table.
    person, grip
        The hand's owner, and its grip.
    angle
        Direction of the fingers in the picture: radians, clockwise from its right.
    rng
        Makes the grain of skin and cloth.
    """

    def __init__(
        self, scene: TableScene, person: Person, grip: Grip, angle: float, rng: np.random.Generator
    ) -> None:
        x, y, z = (float(part) for part in scene.light.to_lamp)
        cos, sin = math.cos(angle), math.sin(angle)
        to_lamp = np.array([x * cos - y * sin, y * cos + x * sin, z], np.float32)
        scale = scene.lens.scale
        relief = carve(person, grip, min(scale * _RESOLUTION_SHARE, _MAX_SCALE), to_lamp, rng)
        per_unit = scale / max(z, 0.3)
        # How far the shadow lies from the hand, in pixels for each unit of height.
        self._shadow_offset = (-x * per_unit, y * per_unit)
        self._shape, self._origin = relief.cover.shape, relief.origin
        self._enlarge = scale / relief.scale
        picture = np.asarray(scene.sensor.develop(relief.light) * relief.cover[..., None], np.uint8)
        cover = np.asarray(255 * relief.cover, np.uint8)
        self._pictures = tuple(_blur_horizontally(picture, blur / self._enlarge) for blur in _BLUR_LENGTHS)
        self._cover = tuple(_blur_horizontally(cover, blur / self._enlarge) for blur in _BLUR_LENGTHS)
        self._shade = np.asarray(cv2.GaussianBlur(relief.cover, (0, 0), 1.1 * relief.scale) * 255, np.uint8)

    def find_cover(self, size: tuple[int, int], hold: Hold) -> Image:
        """Return how much of each pixel of a picture the hand covers, 0 to 255."""
        return np.asarray(cv2.warpAffine(self._cover[0], self._make_matrix(hold, (0, 0)), size), np.uint8)

    def lay(self, picture: Image, hold: Hold) -> None:
        """Draw the hand and its shadow into ``picture``."""
        to_hand = self._make_matrix(hold, (0, 0))
        x, y = self._shadow_offset
        to_shadow = self._make_matrix(hold, (x * hold.height, y * hold.height))
        size = (picture.shape[1], picture.shape[0])
        if rect := _find_changed(self._shape, to_shadow, size):
            part = picture[cut(rect, (0, 0, *size))]
            shade = _warp(self._shade, to_shadow, rect)
            dark = cv2.convertScaleAbs(shade, alpha=1 - _LIGHT_IN_SHADOW)
            cv2.multiply(part, 255 - cv2.cvtColor(dark, cv2.COLOR_GRAY2BGR), part, 1 / 255)
        if rect := _find_changed(self._shape, to_hand, size):
            part = picture[cut(rect, (0, 0, *size))]
            blur = int(hold.speed > _MAX_SLOW_SPEED)
            visible = cv2.bitwise_not(_warp(self._cover[blur], to_hand, rect))
            cv2.multiply(part, cv2.cvtColor(visible, cv2.COLOR_GRAY2BGR), part, 1 / 255)
            cv2.add(part, _warp(self._pictures[blur], to_hand, rect), part)

    def _make_matrix(self, hold: Hold, offset: tuple[float, float]) -> Array:
        """Return the affine transformation from the cut-out to the picture, shape ``(2, 3)``."""
        # A hand nearer to the camera looks larger.
        scale = self._enlarge * (1 + 0.012 * hold.height)
        cos, sin = scale * np.cos(hold.angle), scale * np.sin(hold.angle)
        x, y = self._origin
        return np.array(
            [
                [cos, -sin, hold.at[0] + offset[0] - cos * x + sin * y],
                [sin, cos, hold.at[1] + offset[1] - sin * x - cos * y],
            ],
            np.float64,
        )


def _blur_horizontally(picture: Image, length: float) -> Image:
    return np.asarray(cv2.blur(picture, (max(int(length), 1), 1)), np.uint8)


def _find_changed(shape: tuple[int, ...], matrix: Array, size: tuple[int, int]) -> Rect | None:
    """Return the pixels of a picture that a transformed cut-out can change."""
    rows, columns = shape[:2]
    corners = np.array([[0, 0, 1], [columns, 0, 1], [0, rows, 1], [columns, rows, 1]], np.float64) @ matrix.T
    low = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
    high = np.minimum(np.ceil(corners.max(axis=0)), size).astype(int)
    return (int(low[0]), int(low[1]), int(high[0]), int(high[1])) if (low < high).all() else None


def _warp(picture: Image, matrix: Array, rect: Rect) -> Image:
    """Return the part of a transformed cut-out that lies in a rectangle of the picture."""
    shifted = matrix - np.array([[0, 0, rect[0]], [0, 0, rect[1]]])
    size = (rect[2] - rect[0], rect[3] - rect[1])
    return np.asarray(cv2.warpAffine(picture, shifted, size, flags=cv2.INTER_LINEAR), np.uint8)


_SKIN = ((0.92, 0.74, 0.64), (0.87, 0.66, 0.54), (0.72, 0.50, 0.38), (0.55, 0.36, 0.26), (0.33, 0.21, 0.16))


def draw_hand(
    scene: TableScene,
    picture: Image,
    at: Array,
    rng: np.random.Generator,
    *,
    back: tuple[float, float] = (-1.0, 10.0),
) -> Image:
    """Draw a random hand into a picture, over a place on the table.

    Parameters
    ----------
    scene
        The table.
    picture
        The picture, which is changed.
    at
        The place, ``(x, y, z)`` in units.
    rng
        Chooses the hand, its direction and its grip.
    back
        How far the middle of the palm is behind the place, in units: the least and the most. If it is far,
        only the fingertips cover the place.

    Returns
    -------
    Image
        How much of each pixel the hand covers, 0 to 255.
    """
    red, green, blue = (float(part) for part in rng.uniform(0.05, 0.85, 3))
    bare = bool(rng.random() < 0.4)
    skin = _SKIN[int(rng.integers(len(_SKIN)))]
    person = Person(skin, (red, green, blue), left=bool(rng.random() < 0.3), bare=bare)
    grip: Grip = "open" if rng.random() < 0.7 else "fist"
    angle = float(rng.uniform(0, 2 * math.pi))
    sprite = Sprite(scene, person, grip, angle, rng)
    x, y = scene.lens.project(np.asarray(at, np.float32))
    behind = float(rng.uniform(*back)) * scene.lens.scale
    palm = (float(x) - behind * math.cos(angle), float(y) - behind * math.sin(angle))
    hold = Hold(palm, angle, 0.0, float(rng.uniform(LOW, HIGH)))
    sprite.lay(picture, hold)
    return sprite.find_cover(scene.lens.size, hold)
