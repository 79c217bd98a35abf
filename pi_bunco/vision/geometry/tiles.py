"""Pips at places that are known: all of them on one small sheet, each face brought to one size.

Where it is known where dice may lie, the picture need not be searched: the pieces around these places are
laid side by side, and pips are sought there alone. So the size of the faces is known, and the time is the
same for every camera.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.vision.geometry.context import NAMES as AROUND
from pi_bunco.vision.geometry.evidence import NAMES as SEEN
from pi_bunco.vision.geometry.find import Effort, Found, search
from pi_bunco.vision.geometry.hypotheses import stretches
from pi_bunco.vision.geometry.judge import Judge, judge_faces
from pi_bunco.vision.geometry.planes import Floats, Planes, Stack
from pi_bunco.vision.piece import piece

MIDDLE = 128.0
"""Level of a face's mean colour in both planes."""
GREY = 3.0
"""Deviation in grey levels below which a second direction shows noise alone."""


def axes(tiles: Image, face: float) -> tuple[Floats, Floats]:
    """Return the two directions in which the colours of each tile's face differ most.

    The largest and the smallest of three colours hide red pips on blue dice, and a lamp's reflection, white
    in both, hides red pips on black ones. The directions in which colours spread most (the first step of
    decorrelation stretching: Gillespie, Kahle and Walker, "Color enhancement of highly correlated images",
    1986) show pips of any colour in the first plane, or, where the light varies more, in the second.

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


EDGE = 48
"""Pixels of a face's edge on the sheet."""
SIDE = 96
"""Pixels along each side of a tile: the face, and half its edge all around."""
ROW = 4
"""Tiles side by side."""
HERE = 0.35
"""A face whose middle lies within so many edges of its tile's middle is the one looked for."""
EFFORT = Effort(spots=40, hints=100, pairs=300, singles=30, bodies=False)
NAMES = {"alone": SEEN, "among": (*AROUND, *SEEN)}

Place = tuple[float, float, float]
"""Middle and edge of a face, in pixels."""


def sheet(image: Image, places: Sequence[Place]) -> Image:
    """Lay the pieces around places side by side.

    Parameters
    ----------
    image
        The picture.
    places
        At least one place.

    Examples
    --------
    >>> sheet(np.zeros((90, 90, 3), np.uint8), [(40, 40, 20), (50, 50, 20)]).shape
    (96, 192, 3)
    """
    columns = min(len(places), ROW)
    laid = np.full((-(-len(places) // columns) * SIDE, columns * SIDE, 3), 127, np.uint8)
    for number, (x, y, edge) in enumerate(places):
        row, column = divmod(number, columns)
        laid[row * SIDE : (row + 1) * SIDE, column * SIDE : (column + 1) * SIDE] = piece(
            image, x, y, edge * SIDE / EDGE, SIDE
        )
    return laid


def seek(image: Image, places: Sequence[Place]) -> Found:
    """Find the faces on the sheet of some places."""
    laid = sheet(image, places)
    tiles = laid.reshape(laid.shape[0] // SIDE, SIDE, -1, SIDE, 3).swapaxes(1, 2)
    planes = spread_out(tiles.reshape(-1, SIDE, SIDE, 3), EDGE / SIDE)
    grey = planes.reshape(2, *tiles.shape[:2], SIDE, SIDE).swapaxes(2, 3).reshape(2, *laid.shape[:2])
    return search(Planes(laid, grey, 1.0), EDGE, EFFORT)


class Weighed(NamedTuple):
    """How the pips weigh each value of each place, arrays of shape ``(count, 6)``.

    Attributes
    ----------
    likely
        How likely it shows that value.
    stretch
        How much longer one way than the other the grid is on which its pips lie, as a logarithm; 0 where
        fewer than four pips fix the grid.
    bend
        How much longer than wide its pips are, as a logarithm.
    """

    likely: Floats
    stretch: Floats
    bend: Floats


def weigh(judges: dict[str, Judge], found: Found, count: int) -> Weighed:
    """Weigh the values of each place by its pips.

    Parameters
    ----------
    judges
        ``alone`` and ``among``, grown for sheets.
    found
        What :func:`seek` found.
    count
        How many places there were.
    """
    weighed = Weighed(*(np.zeros((count, 6), np.float32) for _ in Weighed._fields))
    some, among = judge_faces(judges, found)
    if some.faces.total:
        place, away = place_faces(some, count)
        here = np.flatnonzero(away < HERE * EDGE)
        best = here[np.argsort(among[here], kind="stable")]  # the likeliest is written last, and stays
        at = place[best], some.value[best] - 1
        weighed.likely[at] = among[best]
        weighed.stretch[at] = stretches(some.faces.take(best))
        weighed.bend[at] = -np.log(some.faces.ratio[best])
    return weighed


def place_faces(found: Found, count: int) -> tuple[NDArray[np.intp], Floats]:
    """Return each face's place, and how far from its middle it lies, in pixels of the sheet."""
    at = found.faces.centre / found.scale
    columns = min(count, ROW)
    cell = np.clip(at // SIDE, 0, (columns - 1, max(0, -(-count // columns) - 1))).astype(np.intp)
    away = np.hypot(*(at - (cell + 0.5) * SIDE).T)
    place = cell[:, 1] * columns + cell[:, 0]
    # The last row may be short: what seems to lie in its empty part lies nowhere.
    return np.minimum(place, count - 1), np.where(place < count, away, np.inf).astype(np.float32)
