"""Doubts a reading if one of its dice moved while the picture was taken.

The pips of a die that moves merge, so that two may look like three. A still die has edges in all directions,
since faces are square and pips round. A die that moved has few edges across the direction of its motion.
"""

import cv2
import numpy as np

from pi_bunco.frames import Image, Reading
from pi_bunco.vision.double.decide import make_spot
from pi_bunco.vision.doubts import doubt_blurred
from pi_bunco.vision.learnt.find import Spot
from pi_bunco.vision.piece import cut_piece

PIECE_PIXELS, PIECE_EDGES = 48, 0.9
"""Side of the piece that is measured, in its own pixels and in edges of the die: the face without its rim."""
BLUR_SIGMA = 3.0
"""Standard deviation in pixels of the blur that is subtracted: details of a pip's size remain, no shading."""
BORDER_PIXELS = 3
"""Pixels at the piece's border that are ignored, since the blur does not know what is outside."""
MIN_EVENNESS = 0.28
"""A die whose edges are less even than this has moved.

Of 1,305 dice that were read in photos, 2 are below. If the photos are smeared by 0.3 edges, 96 % of the dice
are below; if by 0.6 edges, 99 %.
"""


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
        if measure_evenness(image, make_spot(die.box)) < MIN_EVENNESS:
            return doubt_blurred(place, len(reading.dice)).make_reading(reading.dice)
    return reading


def measure_evenness(image: Image, spot: Spot) -> float:
    """Return how evenly the edges on a face are spread over all directions.

    Parameters
    ----------
    image
        The picture.
    spot
        The face.

    Returns
    -------
    float
        0 if all edges have one direction, 1 if no direction is preferred: the ratio of the structure tensor's
        two eigenvalues (Bigün and Granlund, "Optimal orientation detection of linear symmetry", 1987).

    Examples
    --------
    >>> still = np.full((60, 60, 3), 255, np.uint8)
    >>> moved = still.copy()
    >>> _ = cv2.circle(still, (30, 30), 6, (0, 0, 0), -1)
    >>> _ = cv2.rectangle(moved, (25, 0), (35, 60), (0, 0, 0), -1)
    >>> measure_evenness(still, Spot(30, 30, 40, 1)) > 0.9, measure_evenness(moved, Spot(30, 30, 40, 1)) < 0.1
    (True, True)
    """
    pixels = cut_piece(image, spot.x, spot.y, PIECE_EDGES * spot.edge, PIECE_PIXELS).astype(np.float32)
    pixels -= cv2.GaussianBlur(pixels, (0, 0), BLUR_SIGMA)
    inner = slice(BORDER_PIXELS, PIECE_PIXELS - BORDER_PIXELS)
    across, along = (cv2.Sobel(pixels, cv2.CV_32F, *order)[inner, inner] for order in ((1, 0), (0, 1)))
    mixed = float((across * along).sum())
    tensor = [[float((across * across).sum()), mixed], [mixed, float((along * along).sum())]]
    least, most = np.linalg.eigvalsh(tensor)
    return float(max(least, 0) / max(most, 1e-9))
