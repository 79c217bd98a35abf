"""How small and grey the pictures are in which motion is looked for."""

from typing import cast

import cv2

from pi_bunco.frames import Grey

MOST = 320 * 240
"""Pixels of a small picture at most, but for the rounding of its sides."""
ENOUGH = 320 * 180
"""From so many on it is as good: a wide Pi camera's own small pictures have them."""
FINE = 4 * ENOUGH
"""Pixels at least from which a small picture is made where there are so many.

A decoder that leaves pixels out works block by block. Where several of its pixels make one, small pictures
are as calm as those of the whole picture. Where one does, they tremble: of a film of six throws, packed in 15
ways, 81 of 90 were found, and 85 so; 84 in whole pictures.
"""


def shrink_grey(grey: Grey, width: int, height: int) -> Grey:
    """Return a grey picture with at most :data:`MOST` pixels.

    Parameters
    ----------
    grey
        The picture, grey; it may be smaller already than the whole one.
    width, height
        The whole picture's, in pixels.

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
    """Return a grey picture halved as often as it keeps so many pixels, much quicker than by any other share.

    >>> import numpy as np
    >>> halve_grey(np.zeros((360, 640), np.uint8), ENOUGH).shape
    (180, 320)
    """
    while grey.size >= 4 * least:
        half = (grey.shape[1] // 2, grey.shape[0] // 2)
        grey = cast("Grey", cv2.resize(grey, half, interpolation=cv2.INTER_AREA))
    return grey
