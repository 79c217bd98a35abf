"""Cuts a square piece out of a picture and resizes it."""

import cv2
import numpy as np

from pi_bunco.frames import Image


def cut_piece(image: Image, x: float, y: float, wide: float, side: int) -> Image:
    """Return a square piece of a picture, resized.

    Parameters
    ----------
    image
        The picture; it is not changed.
    x, y
        Middle of the square, in pixels.
    wide
        Side of the square in the picture, in pixels.
    side
        Side of the piece that is returned, in pixels.

    Returns
    -------
    Image
        Shape ``(side, side, 3)``; beyond the picture's border its outermost pixels are repeated.

    Examples
    --------
    >>> cut_piece(np.full((90, 120, 3), 7, np.uint8), 2, 40, 30, 48).shape
    (48, 48, 3)
    """
    x0, y0 = round(x - wide / 2), round(y - wide / 2)
    whole = max(2, round(wide))
    height, width = image.shape[:2]
    part = image[max(y0, 0) : max(y0 + whole, 0), max(x0, 0) : max(x0 + whole, 0)]
    outside = max(-y0, 0), max(y0 + whole - height, 0), max(-x0, 0), max(x0 + whole - width, 0)
    if any(outside):
        part = np.asarray(cv2.copyMakeBorder(part, *outside, cv2.BORDER_REPLICATE), np.uint8)
    if (factor := whole // side) > 1:
        # OpenCV shrinks faster by a whole number. The pixels left over are less than 1/side of the square.
        rest = whole % factor
        part = part[rest // 2 : whole - (rest + 1) // 2, rest // 2 : whole - (rest + 1) // 2]
        part = np.asarray(cv2.resize(part, None, fx=1 / factor, fy=1 / factor, interpolation=cv2.INTER_AREA))
    how = cv2.INTER_AREA if whole > side else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(part, (side, side), interpolation=how), np.uint8)
