"""Draws a hand and its arm, seen from above: a relief of rounded limbs, shaded and cut out."""

import math
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from renderer.grain import make_cloud
from renderer.look import Colour
from renderer.space import Array, linearize

Grip = Literal["open", "fist"]
Limb = tuple[float, float, float, float, float, float, float, float]
"""``x, y, z, radius`` of both ends, in units. The fingers point along x; the middle of the palm is at 0."""

REACH = 15.0
"""The longest distance from the middle of the palm to the fingertips, in units."""
LOW, HIGH = 2.5, 7.0
"""Height of a hand above the mat when it takes dice and when it moves, in units."""
_ARM, _HALF_WIDTH = 32.0, 11.5
"""Size of a cut-out from the middle of the palm: back along the arm, and to each side, in units."""
_WRIST = -9.5
"""Place of the wrist along x, in units."""
_FAR_BELOW = -30.0
"""Height and depth where there is no limb, in units."""
_BLEND = 0.5
"""Surfaces of limbs merge smoothly where their heights differ by less than this, in units."""
_FRINGE = 1.5
"""A limb affects the surface up to this distance from its outline, in units."""
_KNUCKLES = ((4.4, 3.3), (5.2, 1.1), (4.8, -1.2), (3.8, -3.3))
_LENGTHS = (8.6, 9.6, 8.9, 7.0)
_SPREADS = (13.0, 4.0, -4.0, -13.0)
"""For each finger: the place of its knuckle and its length, in units, and its angle to x in degrees."""


@dataclass(frozen=True, slots=True)
class Person:
    """The owner of a hand: colours of skin and sleeve; which hand it is; whether the arm is bare."""

    skin: Colour
    sleeve: Colour
    left: bool
    bare: bool = False


PEOPLE = (
    Person((0.87, 0.66, 0.54), (0.20, 0.27, 0.42), left=False),
    Person((0.55, 0.36, 0.26), (0.80, 0.78, 0.72), left=False),
    Person((0.80, 0.58, 0.45), (0.52, 0.16, 0.20), left=True),
    Person((0.92, 0.74, 0.64), (0.25, 0.25, 0.26), left=False, bare=True),
)
"""The four people at the table: at the right, lower, left and upper border of the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Relief:
    """The picture of a hand, cut out.

    Attributes
    ----------
    light
        Linear light, shape ``(rows, columns, 3)``.
    cover
        The share of each pixel that the hand covers, 0 to 1, shape ``(rows, columns)``.
    origin
        Column and row of the middle of the palm.
    scale
        Pixels per unit.
    """

    light: Array
    cover: Array
    origin: tuple[float, float]
    scale: float


def _make_limbs(grip: Grip, *, bare: bool) -> list[Limb]:
    """Return the limbs of a hand: the fingers point along x, and the thumb is on the side of +y."""
    limbs: list[Limb] = [(-_ARM, 0, 0, 5.4, -24, 0, 0, 4.6)] if bare else []
    limbs += [(-24, 0, 0, 4.6, _WRIST, 0, 0, 3.0), (_WRIST, 0, 0, 3.0, -5, 0, 0.3, 3.2)]
    limbs += [(-5.5, y * 0.55, 0.2, 2.1, x, y, 0.35, 1.2) for x, y in _KNUCKLES]
    limbs.append((-4.5, 2.2, -0.3, 2.2, -0.5, 4.0, -0.8, 1.6))
    if grip == "open":
        limbs += [(-0.5, 4.0, -0.8, 1.5, 3.6, 6.4, -1.6, 1.25), (3.6, 6.4, -1.6, 1.2, 6.8, 7.0, -3.0, 0.95)]
        for (x, y), length, spread in zip(_KNUCKLES, _LENGTHS, _SPREADS, strict=True):
            limbs += _make_finger(x, y, length, math.radians(spread), (8, 40, 60))
    else:
        limbs += [(-0.5, 4.0, -0.8, 1.5, 3.6, 4.6, -0.6, 1.25), (3.6, 4.6, -0.6, 1.2, 6.3, 2.8, -1.4, 1.0)]
        for (x, y), length, spread in zip(_KNUCKLES, _LENGTHS, _SPREADS, strict=True):
            limbs += _make_finger(x, y * 0.95, length, math.radians(spread * 0.25), (32, 105, 150))
    return limbs


def _make_finger(
    x: float, y: float, length: float, spread: float, bends: tuple[float, float, float]
) -> list[Limb]:
    """Return a finger's three bones; ``bends`` are their angles downward, in degrees from horizontal."""
    limbs: list[Limb] = []
    z, radius = 0.6, 1.18
    for share, bend in zip((0.46, 0.29, 0.25), bends, strict=True):
        level, drop = math.cos(math.radians(bend)), math.sin(math.radians(bend))
        ahead = length * share
        end = (x + ahead * level * math.cos(spread), y + ahead * level * math.sin(spread), z - ahead * drop)
        limbs.append((x, y, z, radius, *end, radius * 0.9))
        x, y, z = end
        radius *= 0.9
    return limbs


def _merge(limbs: list[Limb], x: Array, y: Array) -> tuple[Array, Array]:
    """Return the height of the limbs' surface, and the distance of each place from their outline.

    The distance is positive inside. ``x`` is a row and ``y`` a column of places.
    """
    height = np.full((len(y), x.shape[1]), _FAR_BELOW, np.float32)
    depth = np.full(height.shape, _FAR_BELOW, np.float32)
    for x0, y0, z0, r0, x1, y1, z1, r1 in limbs:
        reach = max(r0, r1) + _FRINGE
        near_x = np.flatnonzero((x[0] > min(x0, x1) - reach) & (x[0] < max(x0, x1) + reach))
        near_y = np.flatnonzero((y[:, 0] > min(y0, y1) - reach) & (y[:, 0] < max(y0, y1) + reach))
        if not len(near_x) or not len(near_y):
            continue
        part = (slice(near_y[0], near_y[-1] + 1), slice(near_x[0], near_x[-1] + 1))
        u, v = x[:, part[1]], y[part[0]]
        long_x, long_y = x1 - x0, y1 - y0
        along = np.clip(((u - x0) * long_x + (v - y0) * long_y) / (long_x**2 + long_y**2), 0, 1)
        distance = np.hypot(u - x0 - along * long_x, v - y0 - along * long_y)
        radius = r0 + (r1 - r0) * along
        inside = radius - distance
        dome = np.sqrt(np.maximum(radius**2 - distance**2, 0))
        top = z0 + (z1 - z0) * along + dome + 2.5 * np.minimum(inside, 0)
        # A smooth maximum: where both surfaces are about equally high, it is a little higher than both.
        blend = np.maximum(_BLEND - np.abs(height[part] - top), 0) / _BLEND
        height[part] = np.maximum(height[part], top) + blend * blend * _BLEND / 4
        depth[part] = np.maximum(depth[part], inside)
    return height, depth


def _find_nails(limbs: list[Limb], x: Array, y: Array) -> Array:
    """Return a mask of the nails, 0 to 1: at the ends of the fingers' last bones, unless these point down."""
    nails = np.zeros((len(y), x.shape[1]), np.float32)
    # A finger has three bones, and the fingers' bones are the last limbs.
    for x0, y0, _, _, x1, y1, _, radius in limbs[-1:-12:-3]:
        long_x, long_y = x1 - x0, y1 - y0
        length = math.hypot(long_x, long_y)
        if length < radius:
            continue
        along = ((x - x1) * long_x + (y - y1) * long_y) / length
        across = ((y - y1) * long_x - (x - x1) * long_y) / length
        out = ((along - 0.15) / (0.75 * radius)) ** 4 + (across / (0.62 * radius)) ** 4
        nails = np.maximum(nails, np.clip((1 - out) * 2, 0, 1))
    return np.asarray(0.8 * nails, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class HandShape:
    """The shape of a hand, seen from above.

    Attributes
    ----------
    height
        The height of its surface in units, shape ``(rows, columns)``.
    albedo
        The share of light that it reflects, blue-green-red, shape ``(rows, columns, 3)``.
    cover
        The share of each pixel that it covers, 0 to 1, shape ``(rows, columns)``.
    origin
        Column and row of the middle of the palm.
    """

    height: Array
    albedo: Array
    cover: Array
    origin: tuple[float, float]


def shape_hand(person: Person, grip: Grip, scale: float, rng: np.random.Generator) -> HandShape:
    """Shape a hand whose fingers point to the right.

    Parameters
    ----------
    person
        The owner of the hand.
    grip
        ``open`` to take dice, ``fist`` to hold them.
    scale
        Pixels per unit.
    rng
        The random numbers for the grain of skin and cloth.
    """
    columns, rows = int((_ARM + REACH + 3) * scale), int(2 * _HALF_WIDTH * scale)
    x = ((np.arange(columns, dtype=np.float32) + 0.5) / scale - _ARM)[None]
    y = (_HALF_WIDTH - (np.arange(rows, dtype=np.float32) + 0.5) / scale)[:, None]
    if person.left:
        y = -y
    height, depth = _merge(_make_limbs(grip, bare=person.bare), x, y)
    # The blur hides the seams between limbs.
    height = np.asarray(cv2.GaussianBlur(height, (0, 0), 0.3 * scale))
    height += 0.04 * make_cloud(rng, height.shape, scale * 0.9) + 0.010 * make_cloud(
        rng, height.shape, scale * 0.12
    )
    skin = linearize(person.skin)
    warm = np.clip((x - 2) / 9, 0, 1)[..., None] * np.array([-0.22, -0.18, 0.02], np.float32)
    albedo = skin * (1 + warm + 0.05 * make_cloud(rng, height.shape, scale * 1.2)[..., None])
    if grip == "open":
        nails = _find_nails(_make_limbs(grip, bare=True), x, y)[..., None]
        albedo += nails * (1.15 * skin + 0.05 - albedo)
    if not person.bare:
        folds = make_cloud(rng, height.shape, scale * 1.6, scale * 4)
        top, inside = _merge([(-_ARM, 0, 0.6, 6.6, -16.5, 0, 0.6, 5.4)], x, y)
        sleeve = inside > 0
        height = np.where(sleeve, top + 0.35 * folds, height)
        woven = linearize(person.sleeve) * (1 + 0.10 * make_cloud(rng, height.shape, scale * 0.1)[..., None])
        albedo = np.where(sleeve[..., None], woven, albedo)
        depth = np.maximum(depth, inside)
    cover = np.asarray(np.clip(depth * scale + 0.5, 0, 1), np.float32)
    return HandShape(height, albedo, cover, (_ARM * scale, rows / 2))


def carve(person: Person, grip: Grip, scale: float, to_lamp: Array, rng: np.random.Generator) -> Relief:
    """Draw a hand.

    Parameters
    ----------
    person, grip, scale, rng
        As for :func:`shape_hand`.
    to_lamp
        The direction to the lamp in the hand's own axes (x along the fingers, y to their left, z up).

    Returns
    -------
    Relief
        The hand alone, its fingers pointing to the right.
    """
    shape = shape_hand(person, grip, scale, rng)
    return Relief(_shade(shape.height, shape.albedo, to_lamp, scale), shape.cover, shape.origin, scale)


def _shade(height: Array, albedo: Array, to_lamp: Array, scale: float) -> Array:
    """Return the linear light that a surface reflects; lower places beside higher ones are darker."""
    slope_y, slope_x = np.gradient(height, 1 / scale)
    normals = np.stack([-slope_x, slope_y, np.ones_like(slope_x)])
    normals /= np.sqrt((normals * normals).sum(axis=0))
    # Some light passes through skin, so that places turned away from the lamp are not black.
    key = np.maximum(np.tensordot(to_lamp, normals, axes=1) * 0.8 + 0.2, 0)[..., None]
    bright = (0.26 + 0.2 * normals[2])[..., None] + 0.6 * key
    crease = np.clip(cv2.GaussianBlur(height, (0, 0), scale * 0.5) - height, 0, 1)[..., None]
    return np.asarray(albedo * bright * (1 - 0.5 * crease), np.float32)
