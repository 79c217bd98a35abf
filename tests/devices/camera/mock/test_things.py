"""Other things on a table: where a reader could see a die in them."""

import math

import numpy as np
import pytest

from pi_bunco.devices.camera.mock.lens import Lens
from pi_bunco.devices.camera.mock.look import MatLook, ViewLook
from pi_bunco.devices.camera.mock.things import strew

LENS = Lens(ViewLook(), (640, 480))
WAY = np.array([0.3, 0.2, 0.93], np.float32)


@pytest.mark.parametrize("seed", range(8))
def test_domino_has_two_places_that_look_like_a_die(seed: int) -> None:
    """Both halves of a domino are listed, one width apart, and pixels change there."""
    empty = np.full((480, 640, 3), 0.3, np.float32)
    picture, things = strew(empty.copy(), MatLook(dominoes=1), LENS, WAY, np.random.default_rng(seed))
    first, second = things
    apart = math.dist(first.at, second.at)
    assert first.width == second.width == pytest.approx(apart, rel=0.15)
    x, y = (round((a + b) / 2) for a, b in zip(first.at, second.at, strict=True))
    near = (
        slice(max(y - round(apart), 0), y + round(apart)),
        slice(max(x - round(apart), 0), x + round(apart)),
    )
    assert np.abs(picture - empty)[near].max() > 0.05


def test_things_stay_the_same_if_dominoes_are_added() -> None:
    """Dominoes are put on after the other things, so these keep their places."""
    empty = np.full((480, 640, 3), 0.3, np.float32)
    _, without = strew(empty.copy(), MatLook(things=3), LENS, WAY, np.random.default_rng(5))
    _, both = strew(empty.copy(), MatLook(things=3, dominoes=2), LENS, WAY, np.random.default_rng(5))
    assert both[: len(without)] == without
    assert len(both) > len(without)
