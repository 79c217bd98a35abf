"""Makes grey planes of a picture in which any pip contrasts with any die.

One plane has the smallest of each pixel's three colours, the other the largest. Light pips on coloured dice
have contrast in the smallest (white 255, red 0), dark pips on coloured dice in the largest. Red pips have it
in the smallest on white dice, and in the largest on black dice. So two planes are enough for every pair of
colours.
"""

from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image

Floats = NDArray[np.floating[Any]]
Stack = NDArray[np.float32]
"""Grey pictures of one size: shape ``(planes, height, width)``, 0 to 255."""

MIN_COLOUR_DIFFERENCE = 28
"""A pixel is coloured if its largest and smallest colours differ by more grey levels than this."""
MIN_LINEAR_SCALE = 0.5
"""Above this scale pictures are shrunk by linear sampling."""
MIN_COLOURED_SHARE = 3e-4
"""With a smaller share of coloured pixels, one plane is enough."""


class Planes(NamedTuple):
    """The planes of a picture, and its scale.

    Attributes
    ----------
    colour
        The working picture, :data:`~pi_bunco.frames.Image`.
    grey
        One or two planes of it, :data:`Stack`.
    scale
        Pixels of the working picture per pixel of the original picture, at most 1.
    """

    colour: Image
    grey: Stack
    scale: float


def make_planes(image: Image, longest: int) -> Planes:
    """Make the planes of a picture, shrunk so that its longer side is at most `longest` pixels.

    >>> planes = make_planes(np.full((300, 400, 3), 90, np.uint8), longest=200)
    >>> planes.scale, planes.colour.shape, len(planes.grey)
    (0.5, (150, 200, 3), 1)
    """
    scale = min(1.0, longest / max(image.shape[:2]))
    if scale < 1:
        height, width = image.shape[:2]
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        # Within an octave linear sampling blurs enough; averaging takes five times as long.
        how = cv2.INTER_LINEAR if scale > MIN_LINEAR_SCALE else cv2.INTER_AREA
        image = np.asarray(cv2.resize(image, size, interpolation=how), np.uint8)
    blue, green, red = cv2.split(image)
    largest = cv2.max(cv2.max(blue, green), red)
    smallest = cv2.min(cv2.min(blue, green), red)
    coloured = np.count_nonzero(np.asarray(cv2.subtract(largest, smallest)) > MIN_COLOUR_DIFFERENCE)
    if coloured < MIN_COLOURED_SHARE * green.size:
        return Planes(image, np.asarray(green[None], np.float32), scale)
    return Planes(image, np.stack([largest, smallest], dtype=np.float32, casting="safe"), scale)
