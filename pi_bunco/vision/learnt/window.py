"""Makes the input of the networks: pieces of a picture in one size and one light.

Training uses the same functions, so that a network gets the same kind of input at the table.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.vision.piece import cut_piece

Pixels = NDArray[np.float32]
"""The input of a network: shape ``(3, rows, columns)``."""

EDGE = 32
"""Edge of a die's upper face in a piece, in pixels."""
SIDE = 48
"""Side of a piece, in pixels: the face, and a quarter of its edge around it."""
_ADDED_DEVIATION = 8.0
"""Grey levels added to the deviation, so that a plain piece does not become noise."""


def cut_face(image: Image, x: float, y: float, edge: float, side: int = SIDE) -> Image:
    """Return a square piece around a face.

    Parameters
    ----------
    image
        The picture.
    x, y
        Middle of the face, in pixels.
    edge
        Edge of the face, in pixels; in the piece it measures :data:`EDGE`.
    side
        Side of the piece, in pixels.

    Returns
    -------
    Image
        Shape ``(side, side, 3)``; beyond the picture's border its outermost pixels are repeated.

    Examples
    --------
    >>> cut_face(np.zeros((90, 120, 3), np.uint8), 60, 40, 25).shape
    (48, 48, 3)
    """
    return cut_piece(image, x, y, edge * side / EDGE, side)


def normalise_light(piece: Image | NDArray[np.float32]) -> Pixels:
    """Return a piece in normalised light: without each channel's mean, divided by one common deviation.

    Parameters
    ----------
    piece
        Shape ``(rows, columns, 3)``, 0 to 255.

    Returns
    -------
    Pixels
        Hues remain distinct, since all channels have one deviation.

    Examples
    --------
    >>> float(normalise_light(np.full((4, 4, 3), 200, np.uint8)).max())
    0.0
    """
    mean, deviation = cv2.meanStdDev(piece)
    scale = 1 / (float(np.sqrt(np.square(deviation).mean())) + _ADDED_DEVIATION)
    pixels = np.empty((3, *piece.shape[:2]), np.float32)
    # OpenCV's blobFromImage computes the same numbers, but takes ten times as long for large pictures.
    for plane, level, out in zip(cv2.split(piece), mean.astype(np.float32), pixels, strict=True):
        np.multiply(np.asarray(plane, np.float32) - level, np.float32(scale), out=out)
    return pixels
