"""Grey planes of pieces with a face in their middle: along the two directions in which its colours differ.

The largest and the smallest of three colours hide red pips on blue dice, and a lamp's mirror image, white in
both, hides red pips on black ones. The directions in which a face's colours spread most (the first step of
decorrelation stretching: Gillespie, Kahle and Walker, "Color enhancement of highly correlated images", 1986)
show pips of any colour in the first plane, or, where light itself varies more, in the second.
"""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.vision.geometry.planes import Floats, Stack

MIDDLE = 128.0
"""Level of a face's mean colour in both planes."""
GREY = 3.0
"""Deviation in grey levels below which a second direction shows noise alone."""


def axes(tiles: Image, face: float) -> tuple[Floats, Floats]:
    """Return the directions of each tile.

    Parameters
    ----------
    tiles
        Shape ``(n, side, side, 3)``.
    face
        Share of a tile's side that its face measures, 0 to 1.

    Returns
    -------
    tuple of arrays
        Rows to multiply colours by and what to add, shapes ``(n, 2, 3)`` and ``(n, 2)``: each row's absolute
        values add up to 1, so that a step of one grey level stays one.

    Examples
    --------
    >>> red_on_blue = np.full((1, 96, 96, 3), (200, 40, 10), np.uint8)
    >>> red_on_blue[0, 40:56, 40:56] = (10, 40, 200)
    >>> rows, _ = axes(red_on_blue, 0.5)
    >>> np.abs(rows[0, 0]).round(2)
    array([0.5, 0. , 0.5], dtype=float32)
    """
    disc = _disc(tiles.shape[1], face)
    colours = tiles.reshape(len(tiles), -1, 3).take(disc, 1).astype(np.float32)
    mean = colours.mean(1, keepdims=True)
    off = colours - mean
    spread, ways = np.linalg.eigh(off.transpose(0, 2, 1) @ off / off.shape[1])
    rows = ways.transpose(0, 2, 1)[:, :0:-1]  # the widest first
    rows = rows / np.abs(rows).sum(2, keepdims=True)
    # An eigenvector has no sign of its own; dice of one set get the same.
    rows *= np.sign(np.take_along_axis(rows, np.abs(rows).argmax(2, keepdims=True), 2))
    rows[:, 1] *= (spread[:, 1] > GREY**2)[:, None]
    add = MIDDLE - (rows @ mean.transpose(0, 2, 1))[..., 0]
    return rows.astype(np.float32), add.astype(np.float32)


def spread_out(tiles: Image, face: float) -> Stack:
    """Return both planes of each tile, as :func:`axes` says: shape ``(2, n, side, side)``."""
    rows, add = axes(tiles, face)
    ways = np.concatenate([rows, add[..., None]], 2)
    planes = np.empty((2, *tiles.shape[:3]), np.float32)
    for number, tile in enumerate(tiles.astype(np.float32)):
        for which in (0, 1):  # OpenCV is ten times as quick at one plane as at two
            cv2.transform(tile, ways[number, which : which + 1], planes[which, number])
    return planes


@cache
def _disc(side: int, face: float) -> NDArray[np.intp]:
    """Return which pixels of a tile lie in a disc as wide as its face: no mat does, however it is turned."""
    across = np.arange(side) - (side - 1) / 2
    return np.flatnonzero(np.hypot(across, across[:, None]) < face * side / 2)
