"""Dice that were read are doubted where one is smeared."""

import cv2
import numpy as np

from pi_bunco.devices.camera.mock import render_still
from pi_bunco.frames import Die, Doubt, Reading, Status
from pi_bunco.vision.double.decide import BOX_EDGES
from pi_bunco.vision.double.recheck import recheck

IMAGE, SHOWN = render_still(3, dice=3)


def read(count: int = 3) -> Reading:
    """Return a reading of the first dice in the picture."""
    dice = []
    for die in SHOWN.dice[:count]:
        x, y = die.centre
        half = BOX_EDGES * die.edge / 2
        dice.append(Die(die.value, 0.99, (x - half, y - half, x + half, y + half)))
    return Reading(Status.READ, tuple(dice))


def test_still_dice_stay_read() -> None:
    """Nothing is wrong with them: the reading is the same."""
    reading = read()
    assert recheck(reading, IMAGE) is reading


def test_a_smeared_die_is_asked_about() -> None:
    """The first smeared one is named, with what was read."""
    long = round(0.6 * SHOWN.dice[0].edge) | 1
    doubted = recheck(read(), cv2.blur(IMAGE, (long, 1)).astype(np.uint8))
    assert (doubted.doubt, doubted.which) == (Doubt.UNSURE, 0)
    assert str(doubted.reason) == "The first die from the left is blurred: what does it show?"
