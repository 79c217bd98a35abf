"""The truth about each die: its value, its place in the picture, and why it cannot be read."""

import math

import cv2
import numpy as np
from renderer import TableLook, ThrowFault, ThrowKind, ViewLook
from renderer.describe import describe
from renderer.die import turn_flat
from renderer.lens import Lens
from renderer.space import Pose, rotate_about
from renderer.truth import LyingDie, OtherThing, StillThrow

from pi_bunco.frames import Image

_ABOVE = TableLook(view=ViewLook(tilt=0.0, distance=400.0, edge=40.0, bend=0.0))
_SIZE = (640, 480)


def _flat(x: float, y: float, value: int = 4, spin: float = 0.0, z: float = 1.0) -> Pose:
    return Pose(np.array([x, y, z], np.float32), turn_flat(value, spin, right=True), 0)


def _describe(
    *poses: Pose, look: TableLook = _ABOVE, hand: Image | None = None, things: tuple[OtherThing, ...] = ()
) -> StillThrow:
    return describe(look, Lens(look.view, _SIZE), 0, poses, ThrowKind.PLAIN, hand=hand, things=things)


def _describe_die(*poses: Pose, look: TableLook = _ABOVE, hand: Image | None = None) -> LyingDie:
    (die,) = _describe(*poses, look=look, hand=hand).dice
    return die


def test_face_is_where_the_picture_shows_it() -> None:
    """Seen from above, the top face of a die in the middle is a square with the die's edge and turn."""
    die = _describe_die(_flat(0, 0, 5, math.radians(30)))
    assert die.value == 5
    assert die.fault is ThrowFault.NONE
    assert np.allclose(die.centre, (320, 240), atol=0.1)
    assert abs(die.edge - 40) < 0.3
    side = np.array(die.quad[1]) - np.array(die.quad[0])
    assert abs(math.degrees(math.atan2(side[1], side[0])) % 90 - 60) < 0.5


def test_face_moves_with_the_lens() -> None:
    """Seen from a side, the top face is above the foot, and a bent lens moves it towards the middle."""
    straight_view = ViewLook(tilt=40.0, azimuth=-90.0, distance=40.0, edge=40.0, bend=0.0)
    bent_view = ViewLook(tilt=40.0, distance=40.0, edge=40.0, bend=0.3)
    low = _describe_die(_flat(6, 0), look=TableLook(view=straight_view))
    bent = _describe_die(_flat(6, 0), look=TableLook(view=bent_view))
    assert low.centre[1] < 230
    assert math.dist(bent.centre, (320, 240)) < math.dist(low.centre, (320, 240)) - 1


def test_leaning_die_is_cocked() -> None:
    """A die that leans by 5° or more is cocked; its value is the face that points up most."""
    for tilt in (5, 20, 44):
        turn = rotate_about(np.array([1, 0, 0]), math.radians(tilt)) @ turn_flat(3, 0.7, right=True)
        die = _describe_die(Pose(np.array([0, 0, 1.3], np.float32), turn, 0))
        assert die.fault is ThrowFault.COCKED
        assert die.value == 3


def test_pile_has_an_upper_and_a_lower_die() -> None:
    """If a die lies on another, the upper one is ``STACKED`` and the lower one ``UNDER``."""
    lower, upper = _flat(0, 0, 2), _flat(0.5, 0.2, 6, 0.4, z=3.0)
    faults = {die.value: die.fault for die in _describe(lower, upper).dice}
    assert faults == {2: ThrowFault.UNDER, 6: ThrowFault.STACKED}


def test_die_over_the_border_is_cut() -> None:
    """A die partly outside the picture is ``CUT``; a die wholly outside is not in the truth."""
    assert _describe_die(_flat(16, 0)).fault is ThrowFault.CUT
    assert _describe(_flat(20, 0)).dice == ()


def test_die_under_a_hand_is_covered() -> None:
    """The die under a hand is ``COVERED``; the other die stays readable."""
    hand = np.zeros((_SIZE[1], _SIZE[0]), np.uint8)
    cv2.circle(hand, (320, 240), 12, 255, -1)
    faults = {die.value: die.fault for die in _describe(_flat(0, 0, 1), _flat(6, 0, 2), hand=hand).dice}
    assert faults == {1: ThrowFault.COVERED, 2: ThrowFault.NONE}


def test_thing_under_a_die_is_not_listed() -> None:
    """The truth lists a thing beside a die, and not a thing under a die."""
    beside = OtherThing((500.0, 100.0), 30.0)
    assert _describe(_flat(0, 0), things=(OtherThing((322.0, 238.0), 30.0), beside)).things == (beside,)
