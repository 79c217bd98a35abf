"""Grey planes of a picture in which any pip stands out from any die.

Light pips on coloured dice stand out in the smallest of the three colours (white 255, red 0), dark
pips on coloured dice in the largest; red pips on white dice in the smallest, on black ones in the
largest. Two planes serve every pair of colours that differ.
"""

from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image

Floats = NDArray[np.floating[Any]]
Stack = NDArray[np.float32]
"""Grey pictures of one size: shape ``(planes, height, width)``, 0 to 255."""

COLOURED = 28
"""Difference of largest and smallest colour from which a pixel counts as coloured, in levels."""
LINEAR = 0.5
"""Scale above which pictures are shrunk by linear sampling."""
FEW = 3e-4
"""Share of coloured pixels below which one plane says it all."""


class Planes(NamedTuple):
    """The planes of a picture, and its scale.

    Attributes
    ----------
    colour
        The picture as it is worked on: :data:`~pi_bunco.frames.Image`.
    grey
        One or two planes of it, :data:`Stack`.
    scale
        Pixels of the working picture per pixel of the picture given, at most 1.
    """

    colour: Image
    grey: Stack
    scale: float


def planes(image: Image, longest: int) -> Planes:
    """Make the planes of a picture, shrunk so that its longer side is at most `longest` pixels.

    >>> made = planes(np.full((300, 400, 3), 90, np.uint8), longest=200)
    >>> made.scale, made.colour.shape, len(made.grey)
    (0.5, (150, 200, 3), 1)
    """
    scale = min(1.0, longest / max(image.shape[:2]))
    if scale < 1:
        height, width = image.shape[:2]
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        # Within an octave linear sampling blurs as much as it must; averaging takes five times as long.
        how = cv2.INTER_LINEAR if scale > LINEAR else cv2.INTER_AREA
        image = np.asarray(cv2.resize(image, size, interpolation=how), np.uint8)
    blue, green, red = cv2.split(image)
    largest = cv2.max(cv2.max(blue, green), red)
    smallest = cv2.min(cv2.min(blue, green), red)
    coloured = np.count_nonzero(np.asarray(cv2.subtract(largest, smallest)) > COLOURED)
    if coloured < FEW * green.size:
        return Planes(image, np.asarray(green[None], np.float32), scale)
    return Planes(image, np.stack([largest, smallest], dtype=np.float32, casting="safe"), scale)
