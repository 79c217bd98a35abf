"""Another table for every few throws: mats, lamps, cameras and dice of every kind, each one calibrated."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from pi_bunco.app.rehearse_table import DICE, SIZE, RehearsalTable
from pi_bunco.devices.camera.mock import make_wild_look
from pi_bunco.devices.camera.mock.look import MockLook
from pi_bunco.devices.camera.mock.space import make_rng
from pi_bunco.errors import Trouble

_LOOK, _TRIES = 310, 20
_EDGES = (34.0, 72.0)
"""Pixels that a die's edge measures: from about what the doctor recommends to a small mat."""
_TILT, _MARKER = 25.0, 2.5
"""Degrees from straight above, at most, and the edge of a printed marker in units of 8 mm."""
_FOCAL = (0.6, 1.1)
"""Focal length over the picture's longer side, as Pi cameras, webcams and phones have it."""


@lru_cache(1)
def make_same_table(seed: int, chunk: int) -> RehearsalTable:
    """Return the rehearsal's own table, whichever chunk asks."""
    del chunk
    return RehearsalTable(seed)


def make_other_table(seed: int, chunk: int) -> RehearsalTable:
    """Return another table for each chunk of throws, under a camera that changes from picture to picture.

    A table whose markers the camera does not see cannot be calibrated, and the next is taken.

    Raises
    ------
    Trouble
        If none of several tables can be calibrated.
    """
    for trial in range(_TRIES):
        rng = make_rng(seed, chunk, _LOOK + trial)
        table = RehearsalTable(int(rng.integers(2**31)), look=_make_look(rng), unsteady=True)
        if table.markers.corners is not None:
            return table
    raise Trouble(f"No table of seed {seed} shows its markers.", "Choose another --seed.")


def _make_look(rng: np.random.Generator) -> MockLook:
    """Make up a table that a host would set up: the camera looks down on a mat with only dice on it."""
    edge = float(np.exp(rng.uniform(*np.log(_EDGES))))
    look = make_wild_look(rng, edge=edge, dice=DICE)
    focal = float(rng.uniform(*_FOCAL)) * SIZE[0]
    view = replace(
        look.view,
        tilt=float(rng.uniform(0, _TILT)),
        distance=2 * focal / edge,
        bend=float(rng.uniform(0, 0.04)),
        circle=0.0,
        shake=(0.0, 0.0),
    )
    return replace(
        look, view=view, halves=False, mat=replace(look.mat, tray=None, things=0, fiducials=_MARKER)
    )
