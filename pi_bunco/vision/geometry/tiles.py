"""Finds pips at known places, in a small picture that shows these places side by side.

If the places of dice are known, the whole picture need not be searched. The piece around each place is cut
out and resized, so that all faces have one size; such a piece is a tile. All tiles together are the tile
picture, and pips are searched only there. So the size of the faces is known, and the time is the same for
every camera.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.vision.geometry.find import Effort, FoundFaces, search_planes
from pi_bunco.vision.geometry.hypotheses import compute_stretches
from pi_bunco.vision.geometry.judge import Judge, judge_faces
from pi_bunco.vision.geometry.planes import Floats, Planes, Stack
from pi_bunco.vision.piece import cut_piece

MEAN_LEVEL = 128.0
"""Grey level of a face's mean colour in both planes."""
MIN_DEVIATION = 3.0
"""If the deviation in the second direction is smaller, in grey levels, it shows only noise."""


def find_axes(tiles: Image, face: float) -> tuple[Floats, Floats]:
    """Return the two directions in which the colours of each tile's face differ most.

    The planes of the largest and of the smallest of the three colours are not enough here: red pips on blue
    dice have no contrast in them, and a lamp's reflection, which is white in both, hides red pips on black
    dice. The directions in which colours differ most show pips of any colour in the first plane, or in the
    second if the light varies more. (This is the first step of decorrelation stretching: Gillespie, Kahle and
    Walker, "Color enhancement of highly correlated images", 1986.)

    Parameters
    ----------
    tiles
        Shape ``(n, side, side, 3)``.
    face
        Share of a tile's side that its face measures, 0 to 1.

    Returns
    -------
    tuple of arrays
        Rows to multiply colours by and offsets to add, shapes ``(n, 2, 3)`` and ``(n, 2)``. The absolute
        values of each row add up to 1, so that a step of one grey level stays a step of one.

    Examples
    --------
    >>> red_on_blue = np.full((1, 96, 96, 3), (200, 40, 10), np.uint8)
    >>> red_on_blue[0, 40:56, 40:56] = (10, 40, 200)
    >>> rows, _ = find_axes(red_on_blue, 0.5)
    >>> np.abs(rows[0, 0]).round(2)
    array([0.5, 0. , 0.5], dtype=float32)
    """
    disc = _find_disc(tiles.shape[1], face)
    colours = tiles.reshape(len(tiles), -1, 3).take(disc, 1).astype(np.float32)
    mean = colours.mean(1, keepdims=True)
    off = colours - mean
    spread, ways = np.linalg.eigh(off.transpose(0, 2, 1) @ off / off.shape[1])
    rows = ways.transpose(0, 2, 1)[:, :0:-1]  # the two directions with the largest spread, the largest first
    rows = rows / np.abs(rows).sum(2, keepdims=True)
    # The sign of an eigenvector is arbitrary. This rule gives all dice of one set the same sign.
    rows *= np.sign(np.take_along_axis(rows, np.abs(rows).argmax(2, keepdims=True), 2))
    rows[:, 1] *= (spread[:, 1] > MIN_DEVIATION**2)[:, None]
    add = MEAN_LEVEL - (rows @ mean.transpose(0, 2, 1))[..., 0]
    return rows.astype(np.float32), add.astype(np.float32)


def spread_colours(tiles: Image, face: float) -> Stack:
    """Return both planes of each tile, along its :func:`find_axes`: shape ``(2, n, side, side)``."""
    rows, add = find_axes(tiles, face)
    ways = np.concatenate([rows, add[..., None]], 2)
    planes = np.empty((2, *tiles.shape[:3]), np.float32)
    for number, tile in enumerate(tiles.astype(np.float32)):
        for which in (0, 1):  # OpenCV is ten times as fast with one plane as with two
            cv2.transform(tile, ways[number, which : which + 1], planes[which, number])
    return planes


@cache
def _find_disc(side: int, face: float) -> NDArray[np.intp]:
    """Return the pixels of a tile inside a disc as wide as its face, which never contains the mat."""
    across = np.arange(side) - (side - 1) / 2
    return np.flatnonzero(np.hypot(across, across[:, None]) < face * side / 2)


EDGE = 48
"""Pixels of a face's edge in the tile picture."""
SIDE = 96
"""Pixels along each side of a tile: the face, and half its edge all around."""
ROW = 4
"""The most tiles in a row of the tile picture."""
MAX_MIDDLE_DISTANCE = 0.35
"""The face of a tile has its middle within this many edges of the tile's middle."""
EFFORT = Effort(spots=40, hints=100, pairs=300, singles=30, bodies=False)

Place = tuple[float, float, float]
"""Middle and edge of a face, in pixels."""


def make_tile_picture(image: Image, places: Sequence[Place]) -> Image:
    """Return the tile picture of these places.

    Parameters
    ----------
    image
        The picture.
    places
        At least one place.

    Examples
    --------
    >>> make_tile_picture(np.zeros((90, 90, 3), np.uint8), [(40, 40, 20), (50, 50, 20)]).shape
    (96, 192, 3)
    """
    columns = min(len(places), ROW)
    tile_picture = np.full((-(-len(places) // columns) * SIDE, columns * SIDE, 3), 127, np.uint8)
    for number, (x, y, edge) in enumerate(places):
        row, column = divmod(number, columns)
        tile_picture[row * SIDE : (row + 1) * SIDE, column * SIDE : (column + 1) * SIDE] = cut_piece(
            image, x, y, edge * SIDE / EDGE, SIDE
        )
    return tile_picture


def find_in_tiles(image: Image, places: Sequence[Place]) -> FoundFaces:
    """Find the faces in the tile picture of these places."""
    tile_picture = make_tile_picture(image, places)
    tiles = tile_picture.reshape(tile_picture.shape[0] // SIDE, SIDE, -1, SIDE, 3).swapaxes(1, 2)
    planes = spread_colours(tiles.reshape(-1, SIDE, SIDE, 3), EDGE / SIDE)
    grey = planes.reshape(2, *tiles.shape[:2], SIDE, SIDE).swapaxes(2, 3).reshape(2, *tile_picture.shape[:2])
    return search_planes(Planes(tile_picture, grey, 1.0), EDGE, EFFORT)


class PipWeights(NamedTuple):
    """What the pips show about each value at each place, in arrays of shape ``(count, 6)``.

    Attributes
    ----------
    likely
        The probability of the value.
    stretch
        Logarithm of the length of the pips' grid over its width; 0 if fewer than four pips fix the grid.
    bend
        Logarithm of the length of its pips over their width.
    """

    likely: Floats
    stretch: Floats
    bend: Floats


def weigh_values(judges: dict[str, Judge], found: FoundFaces, count: int) -> PipWeights:
    """Return how likely each value is at each place, judged by its pips.

    Parameters
    ----------
    judges
        ``alone`` and ``among``, grown on tile pictures.
    found
        The faces from :func:`find_in_tiles`.
    count
        The number of places.
    """
    weighed = PipWeights(*(np.zeros((count, 6), np.float32) for _ in PipWeights._fields))
    real, probability = judge_faces(judges, found)
    if real.faces.total:
        place, away = place_faces(real, count)
        here = np.flatnonzero(away < MAX_MIDDLE_DISTANCE * EDGE)
        best = here[
            np.argsort(probability[here], kind="stable")
        ]  # the likeliest face of a place is written last, and stays
        at = place[best], real.value[best] - 1
        weighed.likely[at] = probability[best]
        weighed.stretch[at] = compute_stretches(real.faces.take(best))
        weighed.bend[at] = -np.log(real.faces.ratio[best])
    return weighed


def place_faces(found: FoundFaces, count: int) -> tuple[NDArray[np.intp], Floats]:
    """Return each face's place, and its distance from the place's middle in pixels of the tile picture."""
    at = found.faces.centre / found.scale
    columns = min(count, ROW)
    cell = np.clip(at // SIDE, 0, (columns - 1, max(0, -(-count // columns) - 1))).astype(np.intp)
    away = np.hypot(*(at - (cell + 0.5) * SIDE).T)
    place = cell[:, 1] * columns + cell[:, 0]
    # The last row may be incomplete: a face in its empty part belongs to no place.
    return np.minimum(place, count - 1), np.where(place < count, away, np.inf).astype(np.float32)
