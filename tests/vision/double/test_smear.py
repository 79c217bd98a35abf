"""A reading is doubted if one of its dice moved while the picture was taken."""

import cv2
import numpy as np
import pytest
from renderer import render_still

from pi_bunco.frames import Image
from pi_bunco.readings import Die, Doubt, Reading, Status
from pi_bunco.vision.double.decide import BOX_EDGES
from pi_bunco.vision.double.smear import MIN_EVENNESS, doubt_smeared, measure_evenness
from pi_bunco.vision.learnt.find import Spot

IMAGE, TRUTH = render_still(3, dice=3)
_DIAGONAL = ((-0.25, -0.25), (0.25, 0.25))
_CORNERS = (*_DIAGONAL, (-0.25, 0.25), (0.25, -0.25))
PIPS = {
    1: ((0.0, 0.0),),
    2: _DIAGONAL,
    3: (*_DIAGONAL, (0.0, 0.0)),
    4: _CORNERS,
    5: (*_CORNERS, (0.0, 0.0)),
    6: (*_CORNERS, (-0.25, 0.0), (0.25, 0.0)),
}
"""Where the pips of each value are, in edges from the middle."""


def make_reading() -> Reading:
    """Return a reading without doubt of the dice in the picture."""
    dice = []
    for die in TRUTH.dice:
        x, y = die.centre
        half = BOX_EDGES * die.edge / 2
        dice.append(Die(die.value, 0.99, (x - half, y - half, x + half, y + half)))
    return Reading(Status.READ, tuple(dice))


def draw_face(value: int, side: int) -> tuple[Image, float]:
    """Return a bright face of 30 pixels with a dark side above, on a dark mat, and its middle."""
    image = np.full((120, 120, 3), 30, np.uint8)
    cv2.rectangle(image, (45, 25), (74, 44), (side,) * 3, -1)
    cv2.rectangle(image, (45, 45), (74, 74), (235,) * 3, -1)
    for x, y in PIPS[value]:
        at = (round(16 * (59.5 + 30 * x)), round(16 * (59.5 + 30 * y)))
        cv2.circle(image, at, round(16 * 0.09 * 30), (20, 20, 20), -1, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.7), np.uint8), 59.5


def smear(image: np.ndarray, length: int, degrees: float) -> np.ndarray:
    """Return a picture as if the camera had moved by some pixels while the picture was taken."""
    streak = np.zeros((length, length), np.float32)
    streak[length // 2] = 1 / length
    turn = cv2.getRotationMatrix2D(((length - 1) / 2, (length - 1) / 2), degrees, 1)
    turned = cv2.warpAffine(streak, turn, (length, length))
    return np.asarray(cv2.filter2D(image, -1, turned / turned.sum()), np.uint8)


def test_still_dice_stay_read() -> None:
    """If no die moved, the reading stays as it is."""
    reading = make_reading()
    assert doubt_smeared(reading, IMAGE) is reading


def test_smeared_die_raises_a_question() -> None:
    """The reader asks about the first die that is smeared."""
    length = round(0.6 * TRUTH.dice[0].edge) | 1
    doubtful = doubt_smeared(make_reading(), cv2.blur(IMAGE, (length, 1)).astype(np.uint8))
    assert (doubtful.doubt, doubtful.which) == (Doubt.UNSURE, 0)
    assert str(doubtful.reason) == "The first die from the left is blurred: what does it show?"


@pytest.mark.nightly
def test_smear_by_more_than_half_an_edge_is_noticed() -> None:
    """Still dice of all looks count as still. If smeared in any direction, nine of ten count as moved."""
    noticed = []
    for seed in range(4):
        image, truth = render_still(seed, dice=3)
        faces = [
            (Spot(*die.centre, die.edge, 1.0), die.value, round(0.6 * die.edge) | 1) for die in truth.dice
        ]
        assert all(measure_evenness(image, spot, value) > MIN_EVENNESS for spot, value, _ in faces)
        for degrees in (0, 30, 75, 120):
            noticed += [
                measure_evenness(smear(image, length, degrees), spot, value) < MIN_EVENNESS
                for spot, value, length in faces
            ]
    assert len(noticed) == 48
    assert sum(noticed) >= 44


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("shift", [0, 1.5, 3])
@pytest.mark.parametrize("side", [0, 40, 90])
def test_dark_side_or_shadow_is_no_smear(value: int, shift: float, side: int) -> None:
    """A face found a bit beside its place counts as still, though its border to a dark side is straight."""
    image, middle = draw_face(value, side)
    assert measure_evenness(image, Spot(middle, middle - shift, 30, 1), value) > 1.5 * MIN_EVENNESS


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("amount", [0.3, 0.6])
def test_each_value_is_noticed_if_smeared(value: int, amount: float) -> None:
    """A face of each value beside a dark side is noticed if it is smeared, in most directions."""
    image, middle = draw_face(value, side=40)
    noticed = [
        measure_evenness(smear(image, round(30 * amount) | 1, degrees), Spot(middle, middle, 30, 1), value)
        < MIN_EVENNESS
        for degrees in range(0, 180, 15)
    ]
    assert sum(noticed) >= 10


def test_hardly_any_edges_prove_no_motion() -> None:
    """A piece of nearly one colour, with a faint streak across it, does not count as smeared."""
    image = np.full((90, 90, 3), 128, np.uint8)
    image[40:50] += 1
    assert measure_evenness(image, Spot(45, 45, 30, 1), 1) == 1
