"""Makes the small grey pictures for finding motion."""

from typing import cast

import cv2

from pi_bunco.frames import Grey

MOST = 320 * 240
"""Most pixels of a small picture, apart from the rounding of its sides."""
ENOUGH = 320 * 180
"""This many pixels are enough: as many as a wide Pi camera's own small pictures have."""
FINE = 4 * ENOUGH
"""A small picture is made from at least this many pixels, if the picture has them.

A decoder that skips pixels works block by block. If several of its pixels are averaged, small pictures are as
calm as those made from the whole picture. If each becomes one, they tremble. In a film of six throws, packed
in 15 ways, 81 of 90 throws were found then; with averaging 85; and in whole pictures 84.
"""


def shrink_grey(grey: Grey, width: int, height: int) -> Grey:
    """Return a grey picture with at most :data:`MOST` pixels.

    Parameters
    ----------
    grey
        The picture in grey; it may already be smaller than the whole picture.
    width, height
        Size of the whole picture, in pixels.

    >>> import numpy as np
    >>> shrink_grey(np.zeros((308, 410), np.uint8), 1640, 1232).shape
    (240, 320)
    """
    grey = halve_grey(grey, MOST)
    if grey.size > MOST:
        scale = (MOST / (width * height)) ** 0.5
        size = (round(width * scale), round(height * scale))
        grey = cast("Grey", cv2.resize(grey, size, interpolation=cv2.INTER_AREA))
    return grey


def halve_grey(grey: Grey, least: int) -> Grey:
    """Return a grey picture, halved as long as it keeps this many pixels; much faster than any other scale.

    >>> import numpy as np
    >>> halve_grey(np.zeros((360, 640), np.uint8), ENOUGH).shape
    (180, 320)
    """
    while grey.size >= 4 * least:
        half = (grey.shape[1] // 2, grey.shape[0] // 2)
        grey = cast("Grey", cv2.resize(grey, half, interpolation=cv2.INTER_AREA))
    return grey
