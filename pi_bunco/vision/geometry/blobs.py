"""Round spots of any size, light or dark: where pips may be.

A difference of two Gaussian blurs answers strongest at the middle of a disc whose radius suits the
blurs (Lindeberg, "Feature detection with automatic scale selection", 1998). An image pyramid gives
the larger radii at little cost.
"""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.vision.geometry.planes import Floats, Plane

SIGMAS = (0.9, 1.27, 1.8)
"""Blurs within one octave of the pyramid, in its pixels; neighbours are subtracted."""
SIDES = (7, 9, 11)
"""Sides of the blurs' kernels: two and a half standard deviations to each side, and the middle."""
RADIUS = 1.665
"""Radius of the disc that answers strongest, over the smaller blur of a pair whose ratio is root 2."""
ANSWER = 1.6
"""Least answer, in grey levels: a disc with a contrast of about ten."""
LINE = 6.5
"""Largest squared trace over determinant of a peak's curvature: a spot 4.3 times as long as wide."""
CLEARER = 1.25
"""How much stronger the octave's other size may answer at a spot of this one."""
TINY = 8
"""Side of the smallest level of a pyramid, in pixels."""
CROWDED = 0.15
"""Share of strong pixels from which all are compared with their neighbours at once."""
SQUARE = np.ones((3, 3), np.uint8)


class Blobs(NamedTuple):
    """Spots, one an entry: middle and radius in pixels, sign (1 dark on light, -1 light on dark)."""

    x: Floats
    y: Floats
    radius: Floats
    sign: Floats
    answer: Floats

    @property
    def total(self) -> int:
        """How many spots there are."""
        return int(self.x.size)


def blobs(
    planes: Sequence[Plane], smallest: float, largest: float, most: int
) -> list[tuple[list[Plane], Blobs]]:
    """Find the spots of a picture, each in the plane that shows it best.

    Parameters
    ----------
    planes
        The planes of a picture.
    smallest, largest
        The radii looked for, in pixels.
    most
        How many spots of one size to keep at most in a plane, those that answer strongest.

    Returns
    -------
    list of tuple
        For each plane its pyramid, level k shrunk 2**k times, and its spots.
    """
    pyramids = [[plane] for plane in planes]
    found: list[list[Blobs]] = [[] for _ in planes]
    level = 0
    while min(pyramids[0][level].shape) >= TINY and RADIUS * SIGMAS[0] * 2.0**level <= largest * 1.2:
        factor = 2.0**level
        if RADIUS * SIGMAS[-1] * factor >= smallest:
            answers = [_answers(pyramid[level]) for pyramid in pyramids]
            for number in range(len(planes)):
                for size in (0, 1):
                    for sign in (1.0, -1.0):
                        found[number].append(_peaks(answers, (number, size), sign, factor, most))
        for pyramid in pyramids:
            pyramid.append(cv2.pyrDown(pyramid[level]))
        level += 1
    return [(pyramid, _together(spots)) for pyramid, spots in zip(pyramids, found, strict=True)]


def _together(parts: list[Blobs]) -> Blobs:
    """Put lists of spots behind one another."""
    nothing = Blobs(*(np.zeros(0, np.float32) for _ in Blobs._fields))
    return Blobs(*(np.concatenate(column).astype(np.float32) for column in zip(nothing, *parts, strict=True)))


def _answers(base: Plane) -> list[Plane]:
    """Give the differences of neighbouring blurs: positive at dark spots."""
    blurred = [cv2.GaussianBlur(base, (side, side), sigma) for sigma, side in zip(SIGMAS, SIDES, strict=True)]
    return [np.asarray(cv2.subtract(large, small)) for small, large in itertools.pairwise(blurred)]


def _peaks(
    answers: list[list[Plane]], which: tuple[int, int], sign: float, factor: float, most: int
) -> Blobs:
    """Give the spots of one sign in one plane, at one of the two sizes of a level shrunk by `factor`."""
    number, size = which
    radius = RADIUS * SIGMAS[size] * factor
    answer = answers[number][size]
    at = _extremes(answer, sign)
    at = at[_round(answer, at)]
    strength = sign * answer.ravel()[at]
    keep = sign * answers[number][1 - size].ravel()[at] < CLEARER * strength
    for other, theirs in enumerate(answers):
        if other != number:  # the earlier plane wins where both show a spot alike
            keep &= sign * theirs[size].ravel()[at] < (1.05 if other > number else 0.95) * strength
    at, strength = at[keep], strength[keep]
    if at.size > most:
        strongest = np.argpartition(strength, -most)[-most:]
        at, strength = at[strongest], strength[strongest]
    y, x = np.divmod(at, answer.shape[1])
    alike = np.ones(at.size)
    return Blobs(x * factor, y * factor, radius * alike, sign * alike, strength)


def _extremes(answer: Plane, sign: float) -> NDArray[np.intp]:
    """Give where the answer is above all eight around it, or below them; not within two of the border."""
    inner = answer[2:-2, 2:-2]
    strong = np.flatnonzero(inner > ANSWER if sign > 0 else inner < -ANSWER)
    y, x = np.divmod(strong, inner.shape[1])
    row = answer.shape[1]
    at = (y + 2) * row + x + 2
    if at.size > CROWDED * answer.size:  # then the whole picture at once is quicker
        extreme = cv2.dilate(answer, SQUARE) if sign > 0 else cv2.erode(answer, SQUARE)
        return np.asarray(at[answer.ravel()[at] == np.asarray(extreme).ravel()[at]])
    flat = answer.ravel()
    for step in (1, -1, row, -row, row + 1, row - 1, 1 - row, -1 - row):
        higher = flat[at] >= flat[at + step] if sign > 0 else flat[at] <= flat[at + step]
        at = at[higher]
    return np.asarray(at)


def _round(answer: Plane, at: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which peaks fall off alike to all sides, as a spot does and a line does not (Lowe 2004, 4.1)."""
    flat, row = answer.ravel(), answer.shape[1]
    middle = 2 * flat[at]
    xx = flat[at + 1] + flat[at - 1] - middle
    yy = flat[at + row] + flat[at - row] - middle
    xy = (flat[at + row + 1] + flat[at - row - 1] - flat[at + row - 1] - flat[at - row + 1]) / 4
    trace, determinant = xx + yy, xx * yy - xy * xy
    return np.asarray((determinant > 0) & (trace * trace < LINE * determinant), np.bool_)
