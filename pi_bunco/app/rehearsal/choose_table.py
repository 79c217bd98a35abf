"""Tables for the rehearsal: always the same one, or every few throws another mat, lamp, camera and dice."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from pi_bunco.app.rehearsal.table import DICE, SIZE, RehearsalTable
from pi_bunco.devices.camera.mock import make_wild_look
from pi_bunco.devices.camera.mock.look import MockLook
from pi_bunco.devices.camera.mock.space import make_rng
from pi_bunco.errors import Trouble

_LOOK = 310
"""The stream of random numbers for the look of a table."""
_TRIES = 20
"""How many tables are tried until one can be calibrated."""
_EDGES = (34.0, 72.0)
"""Pixels along a die's edge: from about the least that the doctor recommends, up to those on a small mat."""
_TILT, _MARKER = 25.0, 2.5
"""The camera's greatest angle from straight above, in degrees, and a marker's edge in units of 8 mm."""
_FOCAL = (0.6, 1.1)
"""Focal lengths divided by the picture's longer side, as Pi cameras, webcams and phones have them."""


@lru_cache(1)
def make_same_table(seed: int, chunk: int) -> RehearsalTable:
    """Return the same table for each chunk of throws."""
    del chunk  # as make_other_table
    return RehearsalTable(seed)


def make_other_table(seed: int, chunk: int) -> RehearsalTable:
    """Return another table for each chunk of throws, under a camera that changes from picture to picture.

    A table whose markers the camera does not see cannot be calibrated, so the next one is tried.

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
    """Make a look as hosts set up their tables: the camera looks down on a mat with only dice on it."""
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
