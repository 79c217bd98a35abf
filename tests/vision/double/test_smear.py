"""A reading is doubted if one of its dice moved while the picture was taken."""

import cv2
import numpy as np

from pi_bunco.devices.camera.mock import render_still
from pi_bunco.frames import Die, Doubt, Reading, Status
from pi_bunco.vision.double.decide import BOX_EDGES
from pi_bunco.vision.double.smear import MIN_EVENNESS, doubt_smeared, measure_evenness
from pi_bunco.vision.learnt.find import Spot

IMAGE, TRUTH = render_still(3, dice=3)


def make_reading() -> Reading:
    """Return a reading without doubt of the dice in the picture."""
    dice = []
    for die in TRUTH.dice:
        x, y = die.centre
        half = BOX_EDGES * die.edge / 2
        dice.append(Die(die.value, 0.99, (x - half, y - half, x + half, y + half)))
    return Reading(Status.READ, tuple(dice))


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


def test_smear_by_more_than_half_an_edge_is_noticed() -> None:
    """Still dice of all looks count as still. If smeared in any direction, nine of ten count as moved."""
    noticed = []
    for seed in range(4):
        image, truth = render_still(seed, dice=3)
        spots = [(Spot(*die.centre, die.edge, 1.0), round(0.6 * die.edge) | 1) for die in truth.dice]
        assert all(measure_evenness(image, spot) > MIN_EVENNESS for spot, _ in spots)
        for degrees in (0, 30, 75, 120):
            noticed += [
                measure_evenness(smear(image, length, degrees), spot) < MIN_EVENNESS for spot, length in spots
            ]
    assert len(noticed) == 48
    assert sum(noticed) >= 44


def test_piece_without_edges_does_not_count_as_still() -> None:
    """A piece of one even colour has an evenness of 0."""
    assert measure_evenness(np.full((90, 90, 3), 128, np.uint8), Spot(45, 45, 30, 1)) == 0
