"""Round spots of any size, light or dark: where pips may be.

A difference of two Gaussian blurs answers strongest at the middle of a disc whose radius suits the
blurs (Lindeberg, "Feature detection with automatic scale selection", 1998). An image pyramid gives
the larger radii at little cost.
"""
# ruff: noqa: PLR2004 - the limits were tuned and stand beside what they limit

import itertools
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.vision.geometry.planes import Plane

SIGMAS = (0.9, 1.27, 1.8)
"""Blurs within one octave of the pyramid, in its pixels; neighbours are subtracted."""
RADIUS = 1.665
"""Radius of the disc that answers strongest, over the smaller blur of a pair whose ratio is root 2."""
ANSWER = 1.6
"""Least answer, in grey levels: a disc with a contrast of about ten."""
LINE = 6.5
"""Largest squared trace over determinant of a peak's curvature: a spot 4.3 times as long as wide."""
CLEARER = 1.25
"""How much stronger the octave's other size may answer at a spot of this one."""
SQUARE = np.ones((3, 3), np.uint8)


class Blobs(NamedTuple):
    """Spots, one an entry: middle and radius in pixels, sign (1 dark on light, -1 light on dark)."""

    x: NDArray[np.float32]
    y: NDArray[np.float32]
    radius: NDArray[np.float32]
    sign: NDArray[np.float32]
    answer: NDArray[np.float32]

    @property
    def total(self) -> int:
        """How many spots there are."""
        return int(self.x.size)


def blobs(plane: Plane, smallest: float, largest: float, most: int) -> tuple[list[Plane], Blobs]:
    """Find the spots of a plane with a radius from `smallest` to `largest` pixels.

    Parameters
    ----------
    plane
        The plane; its pyramid is given back, level k shrunk 2**k times.
    smallest, largest
        The radii looked for, in pixels.
    most
        How many spots of one size to keep at most, those that answer strongest.
    """
    pyramid, found, level = [plane], [], 0
    while True:
        factor = 2.0**level
        base = pyramid[level]
        if min(base.shape) < 8 or RADIUS * SIGMAS[0] * factor > largest * 1.2:
            break
        if RADIUS * SIGMAS[-1] * factor >= smallest:
            blurred = [cv2.GaussianBlur(base, (0, 0), sigma) for sigma in SIGMAS]
            answers = [cv2.subtract(large, small) for small, large in itertools.pairwise(blurred)]
            for answer, other, sigma in zip(answers, reversed(answers), SIGMAS, strict=False):
                for sign in (1.0, -1.0):
                    signed = answer if sign > 0 else -answer
                    peak = (signed >= cv2.dilate(signed, SQUARE)) & (signed > ANSWER)
                    peak[:2], peak[-2:], peak[:, :2], peak[:, -2:] = False, False, False, False
                    at = np.flatnonzero(peak)
                    at = at[_round(signed, at)]
                    at = at[sign * other.ravel()[at] < CLEARER * signed.ravel()[at]]
                    strength = signed.ravel()[at]
                    if at.size > most:
                        keep = np.argpartition(strength, -most)[-most:]
                        at, strength = at[keep], strength[keep]
                    y, x = np.divmod(at, base.shape[1])
                    found.append(
                        (
                            (x * factor).astype(np.float32),
                            (y * factor).astype(np.float32),
                            np.full(at.size, RADIUS * sigma * factor, np.float32),
                            np.full(at.size, sign, np.float32),
                            strength.astype(np.float32),
                        )
                    )
        pyramid.append(cv2.pyrDown(base))
        level += 1
    if not found:
        return pyramid, Blobs(*(np.zeros(0, np.float32) for _ in range(5)))
    return pyramid, Blobs(*(np.concatenate(column) for column in zip(*found, strict=True)))


def _round(answer: Plane, at: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which peaks fall off alike to all sides, as a spot does and a line does not (Lowe 2004, 4.1)."""
    flat, row = answer.ravel(), answer.shape[1]
    middle = 2 * flat[at]
    xx = flat[at + 1] + flat[at - 1] - middle
    yy = flat[at + row] + flat[at - row] - middle
    xy = (flat[at + row + 1] + flat[at - row - 1] - flat[at + row - 1] - flat[at - row + 1]) / 4
    trace, determinant = xx + yy, xx * yy - xy * xy
    return np.asarray((determinant > 0) & (trace * trace < LINE * determinant), np.bool_)
