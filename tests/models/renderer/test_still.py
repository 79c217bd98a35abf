"""Rendered still pictures agree with their truth."""

import itertools

import cv2
import numpy as np
import pytest
from renderer import (
    DieLook,
    LightLook,
    MatLook,
    TableLook,
    ThrowKind,
    ViewLook,
    render_still,
)
from renderer.lay import are_clear, lay
from renderer.lens import Lens
from renderer.space import Array
from renderer.wild import make_wild_look

from pi_bunco.frames import Image
from pi_bunco.readings import Box

_FLAT = DieLook(body=(0.9, 0.9, 0.9), pips=(0.0, 0.0, 0.0), hollow=0.0, gloss=0.0, wear=0.0)
CLEAN = TableLook(
    mat=MatLook(cloth="plain", colour=(0.2, 0.4, 0.8), contrast=0.0),
    light=LightLook(window=0.0, ambient=0.8, key=0.2),
    view=ViewLook(tilt=0.0, distance=400.0, edge=48.0, bend=0.0, noise=0.0, blur=0.4, vignette=0.0),
    dice=(_FLAT,) * 3,
)
"""A view from so far above that no side face is visible, without noise or glare."""


def count_pips(picture: Image, box: Box) -> int:
    """Return the number of dark spots in a box."""
    x0, y0, x1, y1 = (int(side) for side in box)
    grey = cv2.cvtColor(picture[y0:y1, x0:x1], cv2.COLOR_BGR2GRAY)
    # Shadows in the corners of the box touch its border; pips do not.
    dark = np.pad((grey < 60).astype(np.uint8), 1)
    _, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    return sum(1 for *_, area in stats[1:] if 12 < area < 200)


@pytest.mark.parametrize("right", [True, False])
def test_still_shows_its_values(right: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """In a clean picture each box contains as many pips as its value; boxes are sorted from left to right."""
    die = DieLook(body=_FLAT.body, pips=_FLAT.pips, hollow=0.0, gloss=0.0, wear=0.0, right=right)
    look = TableLook(CLEAN.mat, CLEAN.light, CLEAN.view, (die,), touching=0.0)
    values: set[int] = set()
    for seed in range(8):
        picture, throw = render_still(seed, look=look, size=(400, 300))
        assert tuple(count_pips(picture, box) for box in throw.boxes) == throw.values
        assert [box[0] for box in throw.boxes] == sorted(box[0] for box in throw.boxes)
        values.update(throw.values)
    assert values == {1, 2, 3, 4, 5, 6}


def test_still_repeats() -> None:
    """The same seed gives the same picture, and another seed another picture."""
    one, throw = render_still(5, size=(320, 240))
    again, throw_again = render_still(5, size=(320, 240))
    other, _ = render_still(6, size=(320, 240))
    assert one.tobytes() == again.tobytes()
    assert throw == throw_again
    assert one.tobytes() != other.tobytes()


@pytest.mark.parametrize("dice", range(7))
def test_still_has_the_requested_number_of_dice(dice: int) -> None:
    """Up to six dice are shown, all of them wholly in the picture."""
    picture, throw = render_still(40 + dice, dice=dice, size=(400, 300))
    assert picture.shape == (300, 400, 3)
    assert len(throw.values) == dice
    assert all(x0 >= 0 and y0 >= 0 and x1 <= 400 and y1 <= 300 for x0, y0, x1, y1 in throw.boxes)
    assert throw.readable


@pytest.mark.parametrize("kind", [ThrowKind.COCKED, ThrowKind.STACKED, ThrowKind.OUT])
def test_still_unreadable_throw_has_a_reason(kind: ThrowKind) -> None:
    """A cocked, stacked or outside die makes the throw unreadable, and the truth contains a reason."""
    _, throw = render_still(3, kind=kind, size=(400, 300))
    assert not throw.readable
    assert throw.why


def test_lay_keeps_dice_apart() -> None:
    """No corner or edge of a die is inside another die, whether dice lie flat, lean or are stacked."""
    rng = np.random.default_rng(7)
    for number in range(45):
        look = make_wild_look(rng, edge=40.0, dice=6)
        lens = Lens(look.view, (640, 480))
        kind = (ThrowKind.PLAIN, ThrowKind.COCKED, ThrowKind.STACKED)[number % 3]
        poses = lay(look, lens, rng, (1, 2, 3, 4, 5, 6), kind)
        assert are_clear(look, poses)
        for pose, other in itertools.permutations(poses, 2):
            size, room = (look.dice[die.die].size * (1 - 1e-3) for die in (pose, other))
            points = (_list_edge_points() * size @ pose.turn.T + pose.at - other.at) @ other.turn
            assert not (np.abs(points) < room).all(axis=1).any()


def _list_edge_points() -> Array:
    """Return points on the edges of a cube."""
    steps = np.linspace(-1, 1, 9)
    return np.array(
        [[a, b, c] for a in steps for b in (-1, 1) for c in (-1, 1)]
        + [[b, a, c] for a in steps for b in (-1, 1) for c in (-1, 1)]
        + [[b, c, a] for a in steps for b in (-1, 1) for c in (-1, 1)]
    )


def test_die_off_halves() -> None:
    """Of two dice, one lies in the left half of the picture and one in the right half."""
    for seed in range(12):
        _, throw = render_still(seed, dice=2, size=(320, 240))
        assert throw.boxes[0][2] <= 160 <= throw.boxes[1][0]
