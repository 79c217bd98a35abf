"""One square piece of a picture, brought to a size."""

import cv2
import numpy as np

from pi_bunco.frames import Image


def piece(image: Image, x: float, y: float, wide: float, side: int) -> Image:
    """Cut a square around a place and bring it to a size.

    Parameters
    ----------
    image
        The picture; it is not written into.
    x, y
        Middle of the square, in pixels.
    wide
        Its side in the picture, in pixels.
    side
        Its side afterwards, in pixels.

    Returns
    -------
    Image
        Shape ``(side, side, 3)``; what lies outside the picture repeats its rim.

    Examples
    --------
    >>> piece(np.full((90, 120, 3), 7, np.uint8), 2, 40, 30, 48).shape
    (48, 48, 3)
    """
    x0, y0 = round(x - wide / 2), round(y - wide / 2)
    whole = max(2, round(wide))
    height, width = image.shape[:2]
    part = image[max(y0, 0) : max(y0 + whole, 0), max(x0, 0) : max(x0 + whole, 0)]
    outside = max(-y0, 0), max(y0 + whole - height, 0), max(-x0, 0), max(x0 + whole - width, 0)
    if any(outside):
        part = np.asarray(cv2.copyMakeBorder(part, *outside, cv2.BORDER_REPLICATE), np.uint8)
    how = cv2.INTER_AREA if whole > side else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(part, (side, side), interpolation=how), np.uint8)
