"""Other things on a table: where a reader could see a die in them."""

import math

import numpy as np
import pytest
from renderer.lens import Lens
from renderer.look import MatLook, ViewLook
from renderer.things import strew

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


def test_things_stay_the_same_if_dominoes_and_prints_are_added() -> None:
    """Dominoes and prints are put on after the other things, so these keep their places."""
    empty = np.full((480, 640, 3), 0.3, np.float32)
    _, without = strew(empty.copy(), MatLook(things=3), LENS, WAY, np.random.default_rng(5))
    mat = MatLook(things=3, dominoes=2, prints=1)
    _, more = strew(empty.copy(), mat, LENS, WAY, np.random.default_rng(5))
    assert more[: len(without)] == without
    assert len(more) > len(without)


@pytest.mark.parametrize("seed", range(8))
def test_each_printed_face_is_listed(seed: int) -> None:
    """A sheet has one, two or four printed faces of one size; where each is listed, its pips are visible."""
    empty = np.full((480, 640, 3), 0.3, np.float32)
    picture, things = strew(empty.copy(), MatLook(prints=1), LENS, WAY, np.random.default_rng(seed))
    assert len(things) in {1, 2, 4}
    assert len({round(thing.width, 3) for thing in things}) == 1
    for thing in things:
        (x, y), half = thing.at, thing.width / 3
        if half < x < 640 - half and half < y < 480 - half:
            face = picture[round(y - half) : round(y + half), round(x - half) : round(x + half)].mean(2)
            assert np.ptp(face) > 0.2
