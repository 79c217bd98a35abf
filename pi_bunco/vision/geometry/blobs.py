"""Finds round spots of any size, light or dark, which may be pips.

A difference of two Gaussian blurs has its strongest response at the middle of a disc whose radius fits the
blurs (Lindeberg, "Feature detection with automatic scale selection", 1998). An image pyramid finds larger
radii at little cost.
"""

import itertools
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.vision.geometry.planes import Floats, Stack

SIGMAS = (0.9, 1.27, 1.8)
"""Blurs within one octave of the pyramid, in its pixels; neighbours are subtracted."""
SIDES = (7, 9, 11)
"""Sides of the blurs' kernels: two and a half standard deviations to each side, and the middle."""
RADIUS = 1.665
"""Radius of the disc with the strongest response, over the smaller blur of a pair whose ratio is root 2."""
MIN_RESPONSE = 1.6
"""Least response, in grey levels: that of a disc with a contrast of about ten."""
MAX_CURVATURE_RATIO = 6.5
"""Largest squared trace over determinant of a peak's curvature: a spot 4.3 times as long as wide."""
MIN_RESPONSE_RATIO = 1.25
"""A spot is dropped if the octave's other size has an response this many times as strong there."""
MIN_LEVEL_SIDE = 8
"""Side of the smallest level of a pyramid, in pixels."""
BORDER_PIXELS = 2
"""Peaks this near to the border of a plane, in pixels, are ignored."""
KERNEL = np.ones((3, 3), np.uint8)


class Blobs(NamedTuple):
    """Spots, one per entry: middle, radius in pixels, sign (1 if dark on light, else -1), response, plane."""

    x: Floats
    y: Floats
    radius: Floats
    sign: Floats
    response: Floats
    plane: Floats


def find_blobs(planes: Stack, smallest: float, largest: float, most: int) -> tuple[list[Stack], Blobs]:
    """Find the spots of a picture, each in the plane that shows it best.

    Parameters
    ----------
    planes
        The planes of a picture.
    smallest, largest
        The smallest and the largest radius to find, in pixels.
    most
        How many spots of one size to keep at most in a plane: those with the strongest responses.

    Returns
    -------
    list of Stack, Blobs
        The pyramid of the planes, whose level k is shrunk 2**k times; and the spots, ordered by their planes.
    """
    pyramid = [planes]
    found: list[Blobs] = []
    factor = 1.0
    while min(pyramid[-1].shape[1:]) >= MIN_LEVEL_SIDE and RADIUS * SIGMAS[0] * factor <= largest * 1.2:
        base = pyramid[-1]
        if RADIUS * SIGMAS[-1] * factor >= smallest:
            found.append(_find_peaks(_compute_responses(base), factor, most))
        factor *= 2
        pyramid.append(np.stack([np.asarray(cv2.pyrDown(plane)) for plane in base]))
    if not found:
        return pyramid, Blobs._make(np.zeros((len(Blobs._fields), 0), np.float32))
    spots = np.concatenate(found, 1)
    return pyramid, Blobs._make(spots[:, np.argsort(spots[-1], kind="stable")])


def _compute_responses(base: Stack) -> Floats:
    """Return the two differences of neighbouring blurs, positive at dark spots: ``(planes, 2, h, w)``."""
    responses = np.empty((len(base), 2, *base.shape[1:]), np.float32)
    for plane, out in zip(base, responses, strict=True):
        blurred = [
            cv2.GaussianBlur(plane, (side, side), sigma) for sigma, side in zip(SIGMAS, SIDES, strict=True)
        ]
        for (small, large), response in zip(itertools.pairwise(blurred), out, strict=True):
            cv2.subtract(large, small, response)
    return responses


def _find_peaks(responses: Floats, factor: float, most: int) -> Blobs:
    """Return the spots of one level, shrunk by `factor`, as :func:`_compute_responses` shows them."""
    planes, _, height, width = responses.shape
    size = height * width
    flat = responses.ravel()
    at = _find_extremes(responses)
    at = at[_are_round(flat, at, width)]
    sign = np.sign(flat[at])
    strength = sign * flat[at]
    layer = at // size  # each plane has two layers, one for each difference of blurs
    keep = sign * flat[at + size - 2 * size * (layer % 2)] < MIN_RESPONSE_RATIO * strength
    plane = layer // 2
    for step in range(1, planes):  # if both planes show a spot equally well, the earlier one wins
        other_plane = (plane + step) % planes
        other_strength = sign * flat[at + 2 * size * (other_plane - plane)]
        keep &= other_strength < np.where(other_plane > plane, np.float32(1.05), np.float32(0.95)) * strength
    strongest = _keep_strongest(strength, 2 * layer + (sign < 0), keep, most)
    at, sign, strength, layer = at[strongest], sign[strongest], strength[strongest], layer[strongest]
    y, x = np.divmod(at % size, width)
    radius = RADIUS * np.asarray(SIGMAS)[layer % 2] * factor
    columns = (x * factor, y * factor, radius, sign, strength, layer // 2)
    return Blobs._make(np.stack(columns).astype(np.float32))


def _keep_strongest(
    strength: Floats, kinds: NDArray[np.intp], keep: NDArray[np.bool_], most: int
) -> NDArray[np.intp]:
    """Return the indices of the spots in `keep` that are among the `most` strongest of their kind."""
    at = np.flatnonzero(keep)
    at = at[np.argsort(kinds[at], kind="stable")]
    counts = np.bincount(kinds[at])
    if counts.max(initial=0) <= most:
        return at
    strongest = [
        group if group.size <= most else group[np.argpartition(strength[group], -most)[-most:]]
        for group in np.split(at, np.cumsum(counts)[:-1])
    ]
    return np.concatenate(strongest)


def _find_extremes(responses: Floats) -> NDArray[np.intp]:
    """Return the positions of responses above, or below, their eight neighbours, except near the border."""
    rows = responses.reshape(-1, responses.shape[-1])
    # All planes at once: only pixels at borders get a neighbour of another plane, and borders are left out.
    high, low = (np.asarray(extreme) for extreme in (cv2.dilate(rows, KERNEL), cv2.erode(rows, KERNEL)))
    peaks = ((rows == high) & (rows > MIN_RESPONSE)) | ((rows == low) & (rows < -MIN_RESPONSE))
    planes = peaks.reshape(responses.shape)
    for rim in (slice(BORDER_PIXELS), slice(-BORDER_PIXELS, None)):
        planes[..., rim, :] = planes[..., rim] = False
    return np.flatnonzero(planes)


def _are_round(flat: Floats, at: NDArray[np.intp], row: int) -> NDArray[np.bool_]:
    """Return which peaks are equally steep on all sides, as spots are and lines are not (Lowe 2004, 4.1)."""
    middle = 2 * flat[at]
    xx = flat[at + 1] + flat[at - 1] - middle
    yy = flat[at + row] + flat[at - row] - middle
    xy = (flat[at + row + 1] + flat[at - row - 1] - flat[at + row - 1] - flat[at - row + 1]) / 4
    trace, determinant = xx + yy, xx * yy - xy * xy
    return np.asarray((determinant > 0) & (trace * trace < MAX_CURVATURE_RATIO * determinant), np.bool_)
