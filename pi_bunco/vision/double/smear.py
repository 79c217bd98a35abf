"""Doubts a reading if one of its dice moved while the picture was taken.

The pips of a die that moves merge, so that two may look like three. A still die has edges in all directions,
since pips are round. A die that moved has few edges across the direction of its motion.

Only the pips are measured. The border between a bright face and its dark side or shadow is straight, so it
looks like a streak, and outweighs the single pip of a one.
"""

import cv2
import numpy as np

from pi_bunco.frames import Image
from pi_bunco.readings import Reading
from pi_bunco.vision.double.decide import make_spot
from pi_bunco.vision.doubts import doubt_blurred
from pi_bunco.vision.geometry.planes import Floats
from pi_bunco.vision.learnt.find import Spot
from pi_bunco.vision.piece import cut_piece

PIECE_PIXELS, PIECE_EDGES = 54, 1.0
"""Side of the piece that is cut out, in its own pixels and in edges of the die: the face."""
BLUR_SIGMA = 3.0
"""Standard deviation in pixels of the blur that is subtracted: details of a pip's size remain, no shading."""
PIPS_EDGES, PIP_EDGES = 0.4, 0.28
"""Radius in edges of the disc that is measured: around a face's middle, and around the pip of a one."""
FADE_EDGES = 0.06
"""Width in edges of the disc's rim, where its weight falls from 1 to 0."""
PIP_SIGMAS = 4.0, 9.0
"""Standard deviations in pixels of the two blurs whose difference is largest at the pip of a one."""
MAX_OFF_EDGES = 0.2
"""The pip of a one is searched up to this distance in edges from where the middle of the face was found."""
MIN_GRADIENT = 5.0
"""If the edges' root mean square, summed over the colours, is weaker than this, they prove no motion.

It is the Sobel operator's output, which is 8 for a slope of one grey level a pixel. The weakest of 1,374
still faces in photos has 33, smeared by 0.6 edges 10.
"""
MIN_EVENNESS = 0.25
"""A die whose edges are less even than this has moved.

Of 1,374 dice that were read in photos, 4 are below, one of them a one (of 225). If each is smeared by
0.3 edges, 98 % are below, as many of the ones as of the others; if by 0.6 edges, 99 %.
"""

_DOWN, _RIGHT = np.mgrid[:PIECE_PIXELS, :PIECE_PIXELS].astype(np.float32)
_MIDDLE = (PIECE_PIXELS - 1) / 2
_PIXEL_EDGES = PIECE_EDGES / PIECE_PIXELS


def doubt_smeared(reading: Reading, image: Image) -> Reading:
    """Return the reading, or a doubtful one if one of its dice is smeared.

    Parameters
    ----------
    reading
        A reading without doubt, with at least one die.
    image
        The picture.
    """
    for place, die in enumerate(reading.dice):
        if measure_evenness(image, make_spot(die.box), die.value) < MIN_EVENNESS:
            return doubt_blurred(place, len(reading.dice)).make_reading(reading.dice)
    return reading


def measure_evenness(image: Image, spot: Spot, value: int) -> float:
    """Return how evenly the edges of a face's pips are spread over all directions.

    Parameters
    ----------
    image
        The picture.
    spot
        The face.
    value
        What it shows, 1 to 6.

    Returns
    -------
    float
        0 if all edges have one direction, 1 if no direction is preferred or there are hardly any edges: the
        ratio of the structure tensor's two eigenvalues (Bigün and Granlund, "Optimal orientation detection of
        linear symmetry", 1987).

    Examples
    --------
    >>> still = np.full((60, 60, 3), 255, np.uint8)
    >>> moved = still.copy()
    >>> _ = cv2.circle(still, (30, 30), 5, (0, 0, 0), -1)
    >>> _ = cv2.rectangle(moved, (25, 0), (35, 60), (0, 0, 0), -1)
    >>> spot = Spot(30, 30, 40, 1)
    >>> measure_evenness(still, spot, 1) > 0.9, measure_evenness(moved, spot, 1) < 0.1
    (True, True)
    """
    pixels = cut_piece(image, spot.x, spot.y, PIECE_EDGES * spot.edge, PIECE_PIXELS).astype(np.float32)
    weight = _weigh_pips(pixels, value)
    pixels -= cv2.GaussianBlur(pixels, (0, 0), BLUR_SIGMA)
    across, along = (cv2.Sobel(pixels, cv2.CV_32F, *order) for order in ((1, 0), (0, 1)))
    mixed = float((weight * across * along).sum())
    tensor = [[float((weight * across**2).sum()), mixed], [mixed, float((weight * along**2).sum())]]
    least, most = np.linalg.eigvalsh(tensor)
    if least + most < MIN_GRADIENT**2 * weight.sum():
        return 1.0
    return float(max(least, 0) / most)


def _weigh_pips(pixels: Floats, value: int) -> Floats:
    """Return how much each pixel of a piece counts, 0 to 1, in the shape ``(side, side, 1)``."""
    x, y, radius = _MIDDLE, _MIDDLE, PIPS_EDGES
    if value == 1:
        (x, y), radius = _find_pip(pixels), PIP_EDGES
    weight = np.clip((radius - _measure_distance(x, y)) / FADE_EDGES + 0.5, 0, 1)
    return np.asarray(weight[..., None], np.float32)


def _find_pip(pixels: Floats) -> tuple[float, float]:
    """Return where the pip of a one is, in pixels of the piece: the strongest spot near the middle."""
    fine, coarse = (cv2.GaussianBlur(pixels, (0, 0), sigma) for sigma in PIP_SIGMAS)
    strength = np.abs(fine - coarse).sum(2)
    strength[_measure_distance(_MIDDLE, _MIDDLE) > MAX_OFF_EDGES] = 0
    row, column = divmod(int(strength.argmax()), PIECE_PIXELS)
    return column, row


def _measure_distance(x: float, y: float) -> Floats:
    """Return the distance of each pixel from a point of the piece, in edges."""
    return np.asarray(np.hypot(_RIGHT - x, _DOWN - y) * _PIXEL_EDGES, np.float32)
