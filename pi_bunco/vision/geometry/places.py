"""Finds out which of the nine places of each face have a pip, and which value fits them best.

Places are numbered row by row; the middle one is 4. Two, three and six have two layouts each.
"""

# ruff: noqa: PLR2004 - the limits were tuned, and each is used once

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pi_bunco.vision.geometry.hypotheses import Faces, compute_steps
from pi_bunco.vision.geometry.planes import Floats, Planes
from pi_bunco.vision.geometry.sampling import compute_median, sample

GRID = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float32)
"""The nine places in steps of the grid, shape ``(9, 2)``."""

_PLACES = (
    (1, (4,)),
    (2, (0, 8)),
    (2, (2, 6)),
    (3, (0, 4, 8)),
    (3, (2, 4, 6)),
    (4, (0, 2, 6, 8)),
    (5, (0, 2, 4, 6, 8)),
    (6, (0, 2, 3, 5, 6, 8)),
    (6, (0, 1, 2, 6, 7, 8)),
)

VALUES = np.array([value for value, _ in _PLACES], np.intp)
"""The value of each layout, shape ``(9,)``."""

FILLED = np.array([[place in places for place in range(9)] for _, places in _PLACES], np.float32)
"""1 if a layout has a pip at the place, else 0, shape ``(layouts, 9 places)``."""

_TURN = np.arange(8, dtype=np.float32) * np.float32(np.pi / 4)
RING = np.stack([np.cos(_TURN), np.sin(_TURN)], 1).astype(np.float32)
"""Eight directions, shape ``(8, 2)``."""
_CORE = np.concatenate([[(0, 0)], 0.45 * RING[::2]]).astype(np.float32)
"""Points inside a pip, in radii from its middle."""
MAX_COST = 1.6
"""A face with at least this cost is dropped."""


class FaceGrids(NamedTuple):
    """The contents of the nine places of faces, one row per face.

    Attributes
    ----------
    layout, value
        The layout that fits best: its index and its value.
    cost
        How badly it fits: the sum of squared errors over the places, 0 to 9.
    margin
        How much higher the cost of the best layout of another value is.
    worst
        The squared error of the place that fits worst.
    spread
        The standard deviation of the contrasts of its pips.
    """

    layout: NDArray[np.intp]
    value: NDArray[np.intp]
    cost: Floats
    margin: Floats
    worst: Floats
    spread: Floats

    def take(self, which: NDArray[np.bool_]) -> "FaceGrids":
        """Return the grids of the faces that `which` selects."""
        return FaceGrids._make(column[which] for column in self)


def examine_grids(planes: Planes, faces: Faces) -> FaceGrids:
    """Examine the nine places of faces: each place must show a pip or the plain face, nothing in between."""
    rows = np.arange(faces.total)
    cells = np.clip(_measure_cells(planes, faces), -1.0, 1.0)
    error_with_pip, error_without = np.square(np.clip(0.9 - cells, 0, 1)), np.square(cells)
    errors = np.where(FILLED == 1, error_with_pip[:, None], error_without[:, None])
    cost = errors.sum(2)
    layout = cost.argmin(1)
    value = VALUES[layout]
    others = np.where(value[:, None] == VALUES, np.inf, cost)
    filled = FILLED[layout]
    number = np.maximum(filled.sum(1), 1)
    mean = (cells * filled).sum(1) / number
    return FaceGrids(
        layout,
        value,
        cost[rows, layout],
        others.min(1) - cost[rows, layout],
        errors[rows, layout].max(1),
        np.sqrt((np.square(cells - mean[:, None]) * filled).sum(1) / number),
    )


def keep_promising(planes: Planes, faces: Faces) -> tuple[Faces, FaceGrids]:
    """Return the faces that may be real: those whose value fits the number of pips that they were made from.

    Four pips may be a face of 4 to 6, two pips a face of 2 or 3, and one pip a face of 1.
    """
    grids = examine_grids(planes, faces)
    four = (faces.kind == 4) & (grids.value >= np.where(faces.narrow < 1, 6, 4))
    two = (faces.kind == 2) & ((grids.value == 2) | (grids.value == 3))
    one = (faces.kind == 1) & (grids.value == 1)
    which = (four | two | one) & (grids.cost < MAX_COST)
    return faces.take(which), grids.take(which)


def _measure_cells(planes: Planes, faces: Faces) -> Floats:
    """Return the contrast of each place with the ring around it, divided by the pips' contrast."""
    radius = np.clip(faces.radius / compute_steps(faces), 0.17, 0.45)[:, None, None]
    points = np.concatenate([_CORE * radius, RING * np.minimum(1.45 * radius, 0.6)], 1)
    across = GRID[:, None, 0] + points[:, None, :, 0]
    along = GRID[:, None, 1] * faces.narrow[:, None, None] + points[:, None, :, 1]
    x, y = (
        faces.centre[:, k, None, None]
        + across * faces.u[:, k, None, None]
        + along * faces.v[:, k, None, None]
        for k in (0, 1)
    )
    out = np.empty((faces.total, 9), np.float32)
    for number, plane in enumerate(planes.grey):
        here = np.flatnonzero(faces.plane == number)
        if here.size:
            levels = sample(plane, x[here], y[here])
            out[here] = compute_median(levels[:, :, len(_CORE) :], 2) - levels[:, :, : len(_CORE)].mean(2)
    return np.asarray(out * (faces.sign / faces.contrast)[:, None], np.float32)
