"""Measures spots along rays: whether they are pips, how large and round they are, and their contrast.

Rays go outwards from the middle of a spot. The spot's rim is where the brightness is halfway to that of the
face around it. The rim of a pip is an ellipse, its inside is even, and the face around it is even, too. Wood
grain, carpet and letters fail at least one of these tests.
"""
# ruff: noqa: PLR2004 - the limits were tuned, and each is used once

from functools import reduce
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.vision.geometry.blobs import Blobs
from pi_bunco.vision.geometry.planes import Floats, Stack
from pi_bunco.vision.geometry.sampling import compute_median

RAYS, ROUGH_RAYS = 16, 8
"""The number of rays from a spot, in the fine and in the first, rough measurement."""
RAY_RADII = 2.2
"""The length of a ray, in radii of the spot."""
RAY_STEPS = 16
MAX_LEVEL_RADIUS = 4.5
"""Largest radius in pixels of the pyramid level on which a spot is measured."""

_STEPS = np.linspace(0, RAY_RADII, RAY_STEPS, dtype=np.float32)
"""The distance of each step from the middle, in radii of the spot."""
_CORE = 10
"""At most this many steps of a ray are within six tenths of the way to a rim."""


class Pips(NamedTuple):
    """Measured spots, one per entry of each array.

    Attributes
    ----------
    x, y
        Middle, in pixels of the working picture.
    radius
        Geometric mean of the half axes, in pixels.
    ratio
        Minor over major axis, 0 to 1.
    turn
        Direction of the major axis, in radians.
    sign
        1: darker than its face, -1: lighter.
    contrast
        Difference to the face, in grey levels of its plane.
    rough
        Mean relative deviation of the rim from an ellipse; 0 is perfect.
    ring
        Share of rays on which the face begins right behind the rim, 0 to 1.
    inside
        Largest deviation from the middle's brightness inside the spot, over the contrast.
    face
        Grey level of the face around it.
    plane
        The plane in which it was measured.
    """

    x: Floats
    y: Floats
    radius: Floats
    ratio: Floats
    turn: Floats
    sign: Floats
    contrast: Floats
    rough: Floats
    ring: Floats
    inside: Floats
    face: Floats
    plane: Floats

    @property
    def total(self) -> int:
        """The number of spots."""
        return int(self.x.size)

    def take(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> "Pips":
        """Return some of the spots."""
        return Pips._make(column[which] for column in self)


def _sample_rays(pyramid: list[Stack], spots: Blobs | Pips, cos: Floats, sin: Floats) -> Floats:
    """Sample the planes along rays: shape ``(spots, rays, RAY_STEPS)``."""
    x, y, radius, rays = spots.x, spots.y, spots.radius, cos.size
    out = np.empty((x.size, rays, RAY_STEPS), np.float32)
    level = np.clip(np.ceil(np.log2(np.maximum(radius, 0.1) / MAX_LEVEL_RADIUS)), 0, len(pyramid) - 1)
    layer = (level * len(pyramid[0]) + spots.plane).astype(np.intp)
    for number in np.flatnonzero(np.bincount(layer)):
        at = np.flatnonzero(layer == number)
        k, plane = divmod(int(number), len(pyramid[0]))
        factor = np.float32(2.0**k)
        along = (radius[at] / factor)[:, None, None] * _STEPS
        map_x = (x[at] / factor)[:, None, None] + along * cos[:, None]
        map_y = (y[at] / factor)[:, None, None] + along * sin[:, None]
        shape = (at.size, rays * RAY_STEPS)
        for start in range(0, at.size, 16000):
            rows = slice(start, start + 16000)
            out[at[rows]] = cv2.remap(
                pyramid[k][plane],
                map_x.reshape(shape)[rows],
                map_y.reshape(shape)[rows],
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            ).reshape(-1, rays, RAY_STEPS)
    return out


def measure_spots(pyramid: list[Stack], spots: Blobs | Pips, rays: int) -> Pips:
    """Measure spots along rays. A spot that cannot be measured gets a ratio of 0.

    Parameters
    ----------
    pyramid
        The planes at all sizes, from :func:`~pi_bunco.vision.geometry.blobs.find_blobs`.
    spots
        The spots.
    rays
        The number of rays from each spot.
    """
    x, y, radius, sign = spots.x, spots.y, spots.radius, spots.sign
    angles = np.arange(rays, dtype=np.float32) * np.float32(2 * np.pi / rays)
    cos, sin = np.cos(angles), np.sin(angles)
    cos2, sin2 = np.cos(2 * angles), np.sin(2 * angles)
    raw = _sample_rays(pyramid, spots, cos, sin)
    middle = raw[:, :, :4].mean((1, 2))
    rise = (raw - middle[:, None, None]) * sign[:, None, None]
    plateau = reduce(np.maximum, (rise[:, :, k] for k in range(6, 13)))
    contrast = np.maximum(compute_median(plateau, 1), 0.5)
    half = (0.5 * contrast)[:, None, None]
    above = rise >= half
    first = above.argmax(2)
    rows = np.arange(x.size)[:, None]
    ray = np.arange(rays)[None, :]
    crossed = above[rows, ray, first]
    first = np.maximum(first, 1)
    high, low = rise[rows, ray, first], rise[rows, ray, first - 1]
    step = np.clip((half[:, :, 0] - low) / np.maximum(high - low, 1e-3), 0, 1)
    rho = np.where(crossed, first - 1 + step, np.float32(RAY_STEPS)) * np.float32(RAY_RADII / (RAY_STEPS - 1))
    typical = compute_median(rho, 1)
    rho = np.clip(rho, 0.4 * typical[:, None], 1.8 * typical[:, None]) + np.float32(1e-3)
    # Shift to the middle of the rim before fitting the ellipse 1/rho^2 = a + b cos 2t + c sin 2t.
    dx, dy = 2 * (rho * cos).mean(1), 2 * (rho * sin).mean(1)
    centred = rho - dx[:, None] * cos - dy[:, None] * sin
    inverse = 1 / np.maximum(centred, 0.2 * typical[:, None]) ** 2
    a, b, c = inverse.mean(1), 2 * (inverse * cos2).mean(1), 2 * (inverse * sin2).mean(1)
    bend = np.minimum(np.hypot(b, c), 0.95 * a)
    major, minor = 1 / np.sqrt(a - bend), 1 / np.sqrt(a + bend)
    fitted = 1 / np.sqrt(np.maximum(a[:, None] + b[:, None] * cos2 + c[:, None] * sin2, 0.05 * a[:, None]))
    rough = np.abs(centred / fitted - 1).mean(1)
    # The face right behind the rim, and the evenness inside.
    behind = np.clip(np.rint(rho * 1.4 * ((RAY_STEPS - 1) / RAY_RADII)).astype(int), 0, RAY_STEPS - 1)
    after = rise[rows, ray, behind]
    ring = (np.abs(after - contrast[:, None]) < 0.35 * contrast[:, None]).mean(1)
    face = compute_median(after, 1) * sign + middle
    core = _STEPS[:_CORE] < 0.6 * typical[:, None, None]
    inside = (np.abs(rise[:, :, :_CORE]) * core).reshape(x.size, rays * _CORE).max(1) / contrast
    good = (crossed.mean(1) > 0.8) & (typical > 0.3)
    f32 = np.float32
    return Pips(
        (x + dx * radius).astype(f32),
        (y + dy * radius).astype(f32),
        (np.sqrt(major * minor) * radius).astype(f32),
        np.where(good, minor / major, 0).astype(f32),
        (np.arctan2(c, b) / 2 + np.pi / 2).astype(f32),
        sign.astype(f32),
        contrast.astype(f32),
        rough.astype(f32),
        ring.astype(f32),
        inside.astype(f32),
        face.astype(f32),
        spots.plane,
    )


def find_pips(pyramid: list[Stack], found: Blobs) -> tuple[Pips, Pips]:
    """Measure spots; return those that look like pips, and those that look at least a little like pips."""
    rough = measure_spots(pyramid, found, ROUGH_RAYS)
    hints = rough.take((rough.ratio > 0.3) & (rough.contrast > 8) & (rough.ring > 0.2) & (rough.rough < 0.3))
    promising = rough.take(
        (rough.ratio > 0.35)
        & (rough.rough < 0.25)
        & (rough.contrast > 10)
        & (rough.ring > 0.3)
        & (rough.radius > 0.55 * found.radius)
        & (rough.radius < 1.8 * found.radius)
    )
    fine = measure_spots(pyramid, promising, RAYS)
    keep = (
        (fine.ratio > 0.42)
        & (fine.rough < 0.16)
        & (fine.contrast > 12)
        & (fine.ring > 0.45)
        & (np.hypot(fine.x - promising.x, fine.y - promising.y) < 0.35 * promising.radius)
    )
    return fine.take(keep), hints


def keep_best(pips: Pips, most: int) -> Pips:
    """Return the spots that look most like pips, at most `most` of them."""
    return pips.take(np.argsort(-compute_quality(pips), kind="stable")[:most])


def compute_quality(pips: Pips) -> Floats:
    """Return how much each spot looks like a pip, 0 to 1: round, even, and sharp against an even face."""
    return (pips.ring * pips.ratio**0.5 * np.exp(-8 * pips.rough) * np.minimum(1, pips.contrast / 40)).astype(
        np.float32
    )


def drop_doubles(pips: Pips) -> Pips:
    """Return the best of each group of spots that are the same spot, found at two sizes or in two planes."""
    pips = keep_best(pips, pips.total)
    away = np.hypot(pips.x[:, None] - pips.x, pips.y[:, None] - pips.y)
    same = away < 0.7 * np.minimum(pips.radius[:, None], pips.radius)
    keep = np.ones(pips.total, bool)
    for k in range(pips.total):
        if keep[k]:
            keep[k + 1 :] &= ~same[k, k + 1 :]
    return pips.take(keep)
