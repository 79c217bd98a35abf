"""Things that lie about on a table beside the dice: paper, a phone, coins, a cable."""

import math

import cv2
import numpy as np

from pi_bunco.devices.camera.mock.grain import cloud
from pi_bunco.devices.camera.mock.space import Array
from pi_bunco.devices.camera.mock.truth import Thing

_CABLE_POINTS = 24
_SMALL = 6.0
"""What is wider than this, in units, is not taken for a die."""


def strew(
    albedo: Array, count: int, unit: float, rng: np.random.Generator
) -> tuple[Array, tuple[Thing, ...]]:
    """Lay some things on a mat, mostly near the picture's border.

    Parameters
    ----------
    albedo
        How much light each pixel's place throws back, shape ``(rows, columns, 3)``.
    count
        How many things.
    unit
        Pixels a unit measures.
    rng
        Which things, and where.

    Returns
    -------
    Array and tuple of Thing
        The same with the things, flat, each with a rim of shade; and where the small ones are.
    """
    small: list[Thing] = []
    for _ in range(count):
        kind = int(rng.integers(3))
        mask, colour = (_sheet, _disc, _cable)[kind](albedo.shape[:2], unit, rng)
        x, y, wide, high = cv2.boundingRect(np.asarray(mask > 0.5, np.uint8))  # noqa: PLR2004 - more than half
        if 0 < max(wide, high) < _SMALL * unit:
            small.append(Thing((x + wide / 2, y + high / 2), float(wide)))
        thick = float(rng.uniform(0.1, 0.5)) * unit
        turn = float(rng.uniform(0, 2 * math.pi))
        moved = np.array([[1, 0, thick * math.cos(turn)], [0, 1, thick * math.sin(turn)]], np.float64)
        shade = cv2.warpAffine(mask, moved, (mask.shape[1], mask.shape[0]))
        shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), max(0.6 * thick, 0.6)))[..., None]
        face = colour * (1 + 0.04 * cloud(rng, albedo.shape[:2], unit * 2)[..., None])
        albedo = albedo * (1 - 0.7 * shade)
        albedo += mask[..., None] * (face - albedo)
    return np.asarray(np.clip(albedo, 0.002, 1), np.float32), tuple(small)


def _where(shape: tuple[int, int], rng: np.random.Generator) -> Array:
    """Give a pixel near the border of a picture."""
    at = rng.uniform(0, 1, 2)
    axis = int(rng.integers(2))
    at[axis] = float(rng.choice([0.0, 1.0])) + float(rng.normal(0, 0.12))
    return np.asarray(at * [shape[1], shape[0]], np.float32)


def _drawn(shape: tuple[int, int], polygon: Array) -> Array:
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.round(polygon * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return np.asarray(mask / 255, np.float32)


def _colour(rng: np.random.Generator) -> Array:
    return np.asarray(rng.uniform(0.02, 0.9, 3) ** 2, np.float32)


def _sheet(shape: tuple[int, int], unit: float, rng: np.random.Generator) -> tuple[Array, Array]:
    """Score card, phone, corner of a laptop."""
    half = rng.uniform(3, 14, 2) * unit
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    turn = float(rng.uniform(0, math.pi))
    turned = corners @ np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    return _drawn(shape, np.asarray(turned + _where(shape, rng), np.float32)), _colour(rng)


def _disc(shape: tuple[int, int], unit: float, rng: np.random.Generator) -> tuple[Array, Array]:
    """Coin, cap or coaster."""
    angle = np.linspace(0, 2 * math.pi, 48, endpoint=False)
    radius = float(rng.uniform(0.6, 5)) * unit
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1) * radius
    return _drawn(shape, np.asarray(ring + _where(shape, rng), np.float32)), _colour(rng)


def _cable(shape: tuple[int, int], unit: float, rng: np.random.Generator) -> tuple[Array, Array]:
    """Cable or cord in a wide bend."""
    share = np.linspace(0, 1, _CABLE_POINTS)[:, None]
    ends = [_where(shape, rng) for _ in range(3)]
    bend = (1 - share) ** 2 * ends[0] + 2 * share * (1 - share) * ends[1] + share**2 * ends[2]
    mask = np.zeros(shape, np.uint8)
    wide = max(round(float(rng.uniform(0.15, 0.6)) * unit), 1)
    line = np.round(bend).astype(np.int32)
    cv2.polylines(mask, [line], isClosed=False, color=255, thickness=wide, lineType=cv2.LINE_AA)
    return np.asarray(mask / 255, np.float32), np.asarray(_colour(rng) * 0.3, np.float32)
