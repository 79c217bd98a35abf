"""Whether a die moved while the picture was taken: then pips run into one another, and two look like three.

What lies still has edges in all directions, since faces are square and pips round. What moved has few across
its way.
"""

import cv2
import numpy as np

from pi_bunco.frames import Image
from pi_bunco.vision.learnt.find import Spot
from pi_bunco.vision.piece import piece

SIDE, WIDE = 48, 0.9
"""Pixels along the piece that is looked at, and edges of the die in it: the face alone, without its rim."""
FINE = 3.0
"""Deviation in its pixels of the blur whose difference is looked at: what is as fine as a pip, no shading."""
RIM = 3
"""Pixels at the piece's border that are left out, since the blur does not know what lies outside."""
SMEARED = 0.28
"""Below this a die moved: 2 of 1,305 dice in photos that were read have less; if those photos are smeared by
0.3 edges, 96 % of their dice do, by 0.6 edges 99 %."""


def evenness(image: Image, spot: Spot) -> float:
    """Say how evenly the edges on a face point in all directions.

    Parameters
    ----------
    image
        The picture.
    spot
        The face.

    Returns
    -------
    float
        0 where all point one way to 1 where none is preferred: the ratio of the structure tensor's two
        eigenvalues (Bigün and Granlund, "Optimal orientation detection of linear symmetry", 1987).

    Examples
    --------
    >>> still = np.full((60, 60, 3), 255, np.uint8)
    >>> moved = still.copy()
    >>> _ = cv2.circle(still, (30, 30), 6, (0, 0, 0), -1)
    >>> _ = cv2.rectangle(moved, (25, 0), (35, 60), (0, 0, 0), -1)
    >>> evenness(still, Spot(30, 30, 40, 1)) > 0.9, evenness(moved, Spot(30, 30, 40, 1)) < 0.1
    (True, True)
    """
    pixels = piece(image, spot.x, spot.y, WIDE * spot.edge, SIDE).astype(np.float32)
    pixels -= cv2.GaussianBlur(pixels, (0, 0), FINE)
    inner = slice(RIM, SIDE - RIM)
    across, along = (cv2.Sobel(pixels, cv2.CV_32F, *way)[inner, inner] for way in ((1, 0), (0, 1)))
    mixed = float((across * along).sum())
    tensor = [[float((across * across).sum()), mixed], [mixed, float((along * along).sum())]]
    least, most = np.linalg.eigvalsh(tensor)
    return float(max(least, 0) / max(most, 1e-9))
