"""Draws a hand and its shadow over a picture: rotated, moved, and blurred by its motion."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from pi_bunco.devices.camera.mock.hand import HIGH, LOW, Grip, Person, carve
from pi_bunco.devices.camera.mock.scene import MockScene
from pi_bunco.devices.camera.mock.space import Array, Rect, cut
from pi_bunco.frames import Image

_CARVED_SHARE, _MAX_SCALE = 0.45, 14.0
"""A hand is drawn at this share of the picture's resolution, with at most this many pixels per unit, since
skin has no sharp edges."""
_SHADOW_LIGHT = 0.62
"""Share of the light that is left in a hand's shadow."""
_BLURS = (0, 24)
"""Pixels over which a slow and a fast hand are blurred."""
_FAST = 10.0
"""A hand that moves more pixels than this in one exposure is drawn with motion blur."""


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
        Pixels that it moves during one exposure.
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
        self, scene: MockScene, person: Person, grip: Grip, angle: float, rng: np.random.Generator
    ) -> None:
        x, y, z = (float(part) for part in scene.light.way)
        cos, sin = math.cos(angle), math.sin(angle)
        to_lamp = np.array([x * cos - y * sin, y * cos + x * sin, z], np.float32)
        scale = scene.lens.scale
        relief = carve(person, grip, min(scale * _CARVED_SHARE, _MAX_SCALE), to_lamp, rng)
        per_unit = scale / max(z, 0.3)
        self._off = (-x * per_unit, y * per_unit)
        self._shape, self._origin = relief.cover.shape, relief.origin
        self._grow = scale / relief.scale
        shown = np.asarray(scene.sensor.develop(relief.light) * relief.cover[..., None], np.uint8)
        cover = np.asarray(255 * relief.cover, np.uint8)
        self._shown = tuple(_blur_horizontally(shown, blur / self._grow) for blur in _BLURS)
        self._cover = tuple(_blur_horizontally(cover, blur / self._grow) for blur in _BLURS)
        self._shade = np.asarray(cv2.GaussianBlur(relief.cover, (0, 0), 1.1 * relief.scale) * 255, np.uint8)

    def covers(self, size: tuple[int, int], hold: Hold) -> Image:
        """Return how much of each pixel of a picture the hand covers, 0 to 255."""
        return np.asarray(cv2.warpAffine(self._cover[0], self._make_matrix(hold, (0, 0)), size), np.uint8)

    def lay(self, picture: Image, hold: Hold) -> None:
        """Draw the hand and its shadow into ``picture``."""
        move = self._make_matrix(hold, (0, 0))
        dark = self._make_matrix(hold, (self._off[0] * hold.height, self._off[1] * hold.height))
        size = (picture.shape[1], picture.shape[0])
        if rect := _find_changed(self._shape, dark, size):
            part = picture[cut(rect, (0, 0, *size))]
            shade = _warp(self._shade, dark, rect)
            left = cv2.cvtColor(
                cv2.convertScaleAbs(shade, alpha=-(1 - _SHADOW_LIGHT), beta=0), cv2.COLOR_GRAY2BGR
            )
            cv2.multiply(part, 255 - left, part, 1 / 255)
        if rect := _find_changed(self._shape, move, size):
            part = picture[cut(rect, (0, 0, *size))]
            blur = int(hold.speed > _FAST)
            bare = cv2.bitwise_not(_warp(self._cover[blur], move, rect))
            cv2.multiply(part, cv2.cvtColor(bare, cv2.COLOR_GRAY2BGR), part, 1 / 255)
            cv2.add(part, _warp(self._shown[blur], move, rect), part)

    def _make_matrix(self, hold: Hold, off: tuple[float, float]) -> Array:
        """Return the affine transformation from the cut-out to the picture, shape ``(2, 3)``."""
        # A hand nearer to the camera looks larger.
        grow = self._grow * (1 + 0.012 * hold.height)
        cos, sin = grow * np.cos(hold.angle), grow * np.sin(hold.angle)
        x, y = self._origin
        return np.array(
            [
                [cos, -sin, hold.at[0] + off[0] - cos * x + sin * y],
                [sin, cos, hold.at[1] + off[1] - sin * x - cos * y],
            ],
            np.float64,
        )


def _blur_horizontally(picture: Image, length: float) -> Image:
    return np.asarray(cv2.blur(picture, (max(int(length), 1), 1)), np.uint8)


def _find_changed(shape: tuple[int, ...], matrix: Array, size: tuple[int, int]) -> Rect | None:
    """Return the pixels of a picture that a transformed cut-out can change."""
    rows, columns = shape[:2]
    ends = np.array([[0, 0, 1], [columns, 0, 1], [0, rows, 1], [columns, rows, 1]], np.float64) @ matrix.T
    low = np.maximum(np.floor(ends.min(axis=0)), 0).astype(int)
    high = np.minimum(np.ceil(ends.max(axis=0)), size).astype(int)
    return (int(low[0]), int(low[1]), int(high[0]), int(high[1])) if (low < high).all() else None


def _warp(picture: Image, matrix: Array, rect: Rect) -> Image:
    """Transform a cut-out into a rectangle of the picture."""
    shifted = matrix - np.array([[0, 0, rect[0]], [0, 0, rect[1]]])
    size = (rect[2] - rect[0], rect[3] - rect[1])
    return np.asarray(cv2.warpAffine(picture, shifted, size, flags=cv2.INTER_LINEAR), np.uint8)


_SKIN = ((0.92, 0.74, 0.64), (0.87, 0.66, 0.54), (0.72, 0.50, 0.38), (0.55, 0.36, 0.26), (0.33, 0.21, 0.16))


def draw_hand(
    scene: MockScene,
    picture: Image,
    at: Array,
    rng: np.random.Generator,
    *,
    back: tuple[float, float] = (-1.0, 10.0),
) -> Image:
    """Draw a random hand over a place of a table into a picture.

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
        Range of the distance from the middle of the palm back from the place, in units: at a large distance
        only the fingertips cover it.

    Returns
    -------
    Image
        How much of each pixel the hand covers, 0 to 255.
    """
    red, green, blue = (float(part) for part in rng.uniform(0.05, 0.85, 3))
    bare = bool(rng.random() < 0.4)  # noqa: PLR2004 - the share of short sleeves
    skin = _SKIN[int(rng.integers(len(_SKIN)))]
    person = Person(skin, (red, green, blue), left=bool(rng.random() < 0.3), bare=bare)  # noqa: PLR2004 - left hands
    grip: Grip = "open" if rng.random() < 0.7 else "fist"  # noqa: PLR2004 - the share of open hands
    angle = float(rng.uniform(0, 2 * math.pi))
    sprite = Sprite(scene, person, grip, angle, rng)
    x, y = scene.lens.project(np.asarray(at, np.float32))
    behind = float(rng.uniform(*back)) * scene.lens.scale
    palm = (float(x) - behind * math.cos(angle), float(y) - behind * math.sin(angle))
    hold = Hold(palm, angle, 0.0, float(rng.uniform(LOW, HIGH)))
    sprite.lay(picture, hold)
    return sprite.covers(scene.lens.size, hold)
