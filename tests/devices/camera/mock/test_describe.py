"""The truth of each die: which face, where it is seen, and why it cannot be read."""

import math

import cv2
import numpy as np

from pi_bunco.devices.camera.mock import MockLook, ThrowFault, ThrowKind, ViewLook
from pi_bunco.devices.camera.mock.describe import describe
from pi_bunco.devices.camera.mock.die import turn_flat
from pi_bunco.devices.camera.mock.lens import Lens
from pi_bunco.devices.camera.mock.space import Pose, rotate_about
from pi_bunco.devices.camera.mock.truth import LyingDie, MockThing, Shown
from pi_bunco.frames import Image

_ABOVE = MockLook(view=ViewLook(tilt=0.0, distance=400.0, edge=40.0, bend=0.0))
_SIZE = (640, 480)


def _flat(x: float, y: float, value: int = 4, spin: float = 0.0, z: float = 1.0) -> Pose:
    return Pose(np.array([x, y, z], np.float32), turn_flat(value, spin, right=True), 0)


def _told(
    *poses: Pose, look: MockLook = _ABOVE, hand: Image | None = None, things: tuple[MockThing, ...] = ()
) -> Shown:
    return describe(look, Lens(look.view, _SIZE), 0, poses, ThrowKind.PLAIN, hand=hand, things=things)


def _one(*poses: Pose, look: MockLook = _ABOVE, hand: Image | None = None) -> LyingDie:
    (die,) = _told(*poses, look=look, hand=hand).dice
    return die


def test_face_is_where_the_picture_shows_it() -> None:
    """From straight above, the face of a die in the middle is a square of the die's edge, turned as it is."""
    die = _one(_flat(0, 0, 5, math.radians(30)))
    assert die.value == 5
    assert die.why is ThrowFault.NONE
    assert np.allclose(die.centre, (320, 240), atol=0.1)
    assert abs(die.edge - 40) < 0.3
    side = np.array(die.quad[1]) - np.array(die.quad[0])
    assert abs(math.degrees(math.atan2(side[1], side[0])) % 90 - 60) < 0.5


def test_face_moves_with_the_lens() -> None:
    """From a side, the top's middle is seen away from the foot's, and a bent lens draws it to the middle."""
    view = ViewLook(tilt=40.0, azimuth=-90.0, distance=40.0, edge=40.0, bend=0.0)
    low = _one(_flat(6, 0), look=MockLook(view=view))
    bent = _one(_flat(6, 0), look=MockLook(view=ViewLook(tilt=40.0, distance=40.0, edge=40.0, bend=0.3)))
    assert low.centre[1] < 230
    assert math.dist(bent.centre, (320, 240)) < math.dist(low.centre, (320, 240)) - 1


def test_leaning_die_is_cocked() -> None:
    """A die that leans by 5° or more says so, with the face that points up most."""
    for tilt in (5, 20, 44):
        turn = rotate_about(np.array([1, 0, 0]), math.radians(tilt)) @ turn_flat(3, 0.7, right=True)
        die = _one(Pose(np.array([0, 0, 1.3], np.float32), turn, 0))
        assert die.why is ThrowFault.COCKED
        assert die.value == 3


def test_pile_has_an_upper_and_a_lower_die() -> None:
    """Of two dice one on the other, the upper one is stacked and the lower one lies under it."""
    lower, upper = _flat(0, 0, 2), _flat(0.5, 0.2, 6, 0.4, z=3.0)
    told = {die.value: die.why for die in _told(lower, upper).dice}
    assert told == {2: ThrowFault.UNDER, 6: ThrowFault.STACKED}


def test_die_over_the_border_is_cut() -> None:
    """A die that reaches out of the picture is cut; one that is wholly outside is not told of."""
    assert _one(_flat(16, 0)).why is ThrowFault.CUT
    assert _told(_flat(20, 0)).dice == ()


def test_die_under_a_hand_is_covered() -> None:
    """A hand over one of two dice makes that one covered, the other stays readable."""
    hand = np.zeros((_SIZE[1], _SIZE[0]), np.uint8)
    cv2.circle(hand, (320, 240), 12, 255, -1)
    told = {die.value: die.why for die in _told(_flat(0, 0, 1), _flat(6, 0, 2), hand=hand).dice}
    assert told == {1: ThrowFault.COVERED, 2: ThrowFault.NONE}


def test_thing_under_a_die_is_no_thing() -> None:
    """What lies under a die is not told of as a thing, what lies beside it is."""
    beside = MockThing((500.0, 100.0), 30.0)
    assert _told(_flat(0, 0), things=(MockThing((322.0, 238.0), 30.0), beside)).things == (beside,)
