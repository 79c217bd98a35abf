"""What the networks are given: pieces of a picture, brought to one size and one light.

Training cuts its pieces with the same functions, so that a network meets at the table what it learnt from.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.vision.piece import piece

Pixels = NDArray[np.float32]
"""Pixels as a network takes them: shape ``(3, rows, columns)``."""

EDGE = 32
"""So many pixels of a piece measure the edge of a die's upper face."""
SIDE = 48
"""Pixels along each side of a piece: the face, and half as much again around it."""
_CALM = 8.0
"""Grey levels added to the deviation, so that an even piece does not become noise."""


def cut(image: Image, x: float, y: float, edge: float, side: int = SIDE) -> Image:
    """Cut a square piece around a face.

    Parameters
    ----------
    image
        The picture.
    x, y
        Middle of the face, in pixels.
    edge
        Edge of the face, in pixels; in the piece it measures :data:`EDGE`.
    side
        Pixels along each side of the piece.

    Returns
    -------
    Image
        Shape ``(side, side, 3)``; what lies outside the picture repeats its rim.

    Examples
    --------
    >>> cut(np.zeros((90, 120, 3), np.uint8), 60, 40, 25).shape
    (48, 48, 3)
    """
    return piece(image, x, y, edge * side / EDGE, side)


def even_light(piece: Image | NDArray[np.float32]) -> Pixels:
    """Take a piece's own light from it: each channel's mean off, all divided by one deviation.

    Parameters
    ----------
    piece
        Shape ``(rows, columns, 3)``, 0 to 255.

    Returns
    -------
    Pixels
        Hues stay apart, since the deviation is one for all channels.

    Examples
    --------
    >>> float(even_light(np.full((4, 4, 3), 200, np.uint8)).max())
    0.0
    """
    mean, deviation = cv2.meanStdDev(piece)
    scale = 1 / (float(np.sqrt(np.square(deviation).mean())) + _CALM)
    pixels = np.empty((3, *piece.shape[:2]), np.float32)
    # OpenCV's blobFromImage makes the same numbers, of large pictures in ten times the time.
    for plane, level, out in zip(cv2.split(piece), mean.astype(np.float32), pixels, strict=True):
        np.multiply(np.asarray(plane, np.float32) - level, np.float32(scale), out=out)
    return pixels
