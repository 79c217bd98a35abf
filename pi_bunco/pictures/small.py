"""Makes the small grey pictures in which the watcher finds motion."""

from typing import cast

import cv2

from pi_bunco.frames import Grey

MAX_PIXELS = 320 * 240
"""The most pixels of a small picture. Rounding its sides may add a few."""
ENOUGH_PIXELS = 320 * 180
"""Enough pixels to find motion. The small pictures of a wide Pi camera have as many."""
FINE_PIXELS = 4 * ENOUGH_PIXELS
"""The fewest pixels to make a small picture from, if the whole picture has them.

A decoder that skips pixels works block by block. If a pixel of the small picture is a single decoded pixel,
it flickers. The average of several decoded pixels is as calm as one from the whole picture. In a film of six
throws, compressed in 15 ways, 81 of 90 throws were found without averaging, 85 with averaging, and 84 in
whole pictures.
"""


def shrink_grey(grey: Grey, width: int, height: int) -> Grey:
    """Return a grey picture with at most :data:`MAX_PIXELS` pixels.

    Parameters
    ----------
    grey
        The picture in grey; it may already be smaller than the whole picture.
    width, height
        The size of the whole picture, in pixels.

    >>> import numpy as np
    >>> shrink_grey(np.zeros((308, 410), np.uint8), 1640, 1232).shape
    (240, 320)
    """
    grey = halve_grey(grey, MAX_PIXELS)
    if grey.size > MAX_PIXELS:
        scale = (MAX_PIXELS / (width * height)) ** 0.5
        size = (round(width * scale), round(height * scale))
        grey = cast("Grey", cv2.resize(grey, size, interpolation=cv2.INTER_AREA))
    return grey


def halve_grey(grey: Grey, least: int) -> Grey:
    """Return a grey picture, halved as often as possible while it keeps ``least`` pixels.

    Halving is much faster than any other scaling.

    >>> import numpy as np
    >>> halve_grey(np.zeros((360, 640), np.uint8), ENOUGH_PIXELS).shape
    (180, 320)
    """
    while grey.size >= 4 * least:
        half = (grey.shape[1] // 2, grey.shape[0] // 2)
        grey = cast("Grey", cv2.resize(grey, half, interpolation=cv2.INTER_AREA))
    return grey
