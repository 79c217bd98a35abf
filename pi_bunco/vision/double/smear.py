"""Measures whether a die moved while the picture was taken: then pips merge, and two look like three.

A still die has edges in all directions, since faces are square and pips round. A die that moved has few edges
across its direction.
"""

import cv2
import numpy as np

from pi_bunco.frames import Image
from pi_bunco.vision.learnt.find import Spot
from pi_bunco.vision.piece import cut_piece

SIDE, WIDE = 48, 0.9
"""Side of the piece in pixels, and in edges of the die: the face alone, without its rim."""
BLUR_SIGMA = 3.0
"""Standard deviation in pixels of the blur that is subtracted: details of a pip's size remain, no shading."""
BORDER_PIXELS = 3
"""Pixels at the piece's border that are ignored, since the blur does not know what is outside."""
MIN_EVENNESS = 0.28
"""Below this a die has moved. Of 1,305 dice in photos that were read, 2 are below; if these photos are
smeared by 0.3 edges, 96 % of the dice are, and by 0.6 edges 99 %."""


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
        From 0, if all have one direction, to 1, if none is preferred: the ratio of the structure tensor's two
        eigenvalues (Bigün and Granlund, "Optimal orientation detection of linear symmetry", 1987).

    Examples
    --------
    >>> still = np.full((60, 60, 3), 255, np.uint8)
    >>> moved = still.copy()
    >>> _ = cv2.circle(still, (30, 30), 6, (0, 0, 0), -1)
    >>> _ = cv2.rectangle(moved, (25, 0), (35, 60), (0, 0, 0), -1)
    >>> measure_evenness(still, Spot(30, 30, 40, 1)) > 0.9, measure_evenness(moved, Spot(30, 30, 40, 1)) < 0.1
    (True, True)
    """
    pixels = cut_piece(image, spot.x, spot.y, WIDE * spot.edge, SIDE).astype(np.float32)
    pixels -= cv2.GaussianBlur(pixels, (0, 0), BLUR_SIGMA)
    inner = slice(BORDER_PIXELS, SIDE - BORDER_PIXELS)
    across, along = (cv2.Sobel(pixels, cv2.CV_32F, *order)[inner, inner] for order in ((1, 0), (0, 1)))
    mixed = float((across * along).sum())
    tensor = [[float((across * across).sum()), mixed], [mixed, float((along * along).sum())]]
    least, most = np.linalg.eigvalsh(tensor)
    return float(max(least, 0) / max(most, 1e-9))
