"""Pips at places that are known: all of them on one small sheet, each face brought to one size.

Where somebody else has said where dice may lie, the picture need not be searched: the pieces around
these places are laid side by side, and pips are looked for there alone. So the size of the faces is
known, and the time is the same for every camera.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.vision.geometry.axes import spread_out
from pi_bunco.vision.geometry.context import NAMES as AROUND
from pi_bunco.vision.geometry.evidence import NAMES as SEEN
from pi_bunco.vision.geometry.find import Effort, Found, search
from pi_bunco.vision.geometry.hypotheses import stretches
from pi_bunco.vision.geometry.judge import Judge
from pi_bunco.vision.geometry.judged import judge_faces
from pi_bunco.vision.geometry.planes import Floats, Planes
from pi_bunco.vision.piece import piece

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
    """What the pips say of each place and each value, arrays of shape ``(count, 6)``.

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
    """Return what the pips say of each place.

    Parameters
    ----------
    judges
        ``alone`` and ``among``, grown for sheets.
    found
        What :func:`seek` found.
    count
        How many places there were.
    """
    told = Weighed(*(np.zeros((count, 6), np.float32) for _ in Weighed._fields))
    some, among = judge_faces(judges, found)
    if some.faces.total:
        place, away = place_faces(some, count)
        here = np.flatnonzero(away < HERE * EDGE)
        best = here[np.argsort(among[here], kind="stable")]  # the likeliest is written last, and stays
        at = place[best], some.value[best] - 1
        told.likely[at] = among[best]
        told.stretch[at] = stretches(some.faces.take(best))
        told.bend[at] = -np.log(some.faces.ratio[best])
    return told


def place_faces(found: Found, count: int) -> tuple[NDArray[np.intp], Floats]:
    """Return each face's place, and how far from its middle it lies, in pixels of the sheet."""
    at = found.faces.centre / found.scale
    columns = min(count, ROW)
    cell = np.clip(at // SIDE, 0, (columns - 1, max(0, -(-count // columns) - 1))).astype(np.intp)
    away = np.hypot(*(at - (cell + 0.5) * SIDE).T)
    place = cell[:, 1] * columns + cell[:, 0]
    # The last row may be short: what seems to lie in its empty part lies nowhere.
    return np.minimum(place, count - 1), np.where(place < count, away, np.inf).astype(np.float32)
