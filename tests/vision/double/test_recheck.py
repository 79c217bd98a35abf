"""Dice that were read are doubted where one is smeared, or lies otherwise than the rest."""

from typing import cast

import cv2
import numpy as np
import pytest

from pi_bunco.devices.camera.mock import render_still
from pi_bunco.frames import Die, Doubt, Reading, Status
from pi_bunco.vision.double.decide import BODY
from pi_bunco.vision.double.recheck import recheck
from pi_bunco.vision.learnt.network import Network

IMAGE, SHOWN = render_still(3, dice=3)


class Slanted:
    """A network that says of each die in turn what it was told, however often it is turned."""

    def __init__(self, *tangents: tuple[float, float]) -> None:
        self.tangents = tangents

    def __call__(self, pixels: np.ndarray) -> np.ndarray:
        """Return two tangents and the logarithm of their deviation for each piece."""
        assert pixels.shape[1:] == (3, 80, 80)
        turned = np.array(self.tangents[: len(SHOWN.dice)])
        looks = []
        for _ in range(len(pixels) // len(turned)):
            looks += [(x, y, np.log(0.04)) for x, y in turned]
            turned = np.stack([turned[:, 1], -turned[:, 0]], 1)
        return np.array(looks, np.float32)


def read(count: int = 3) -> Reading:
    """Return a reading of the first dice in the picture."""
    dice = []
    for die in SHOWN.dice[:count]:
        x, y = die.centre
        half = BODY * die.edge / 2
        dice.append(Die(die.value, 0.99, (x - half, y - half, x + half, y + half)))
    return Reading(Status.READ, tuple(dice))


def slanted(*tangents: tuple[float, float]) -> Network:
    """Return a network that says these."""
    return cast("Network", Slanted(*tangents))


def test_dice_in_one_plane_stay_read() -> None:
    """Nothing is wrong with them: the reading is the same."""
    reading = read()
    assert recheck(reading, IMAGE, slanted((0.1, 0.1), (0.12, 0.1), (0.1, 0.09))) is reading


@pytest.mark.parametrize("odd", [0, 1, 2])
def test_the_odd_one_leans(odd: int) -> None:
    """Throw again, it says, and names the die."""
    tangents = [(0.1, 0.1)] * 3
    tangents[odd] = (0.1, 0.55)
    doubted = recheck(read(), IMAGE, slanted(*tangents))
    assert (doubted.status, doubted.doubt, doubted.which) == (Status.DOUBTFUL, Doubt.COCKED, odd)
    assert doubted.values == read().values


def test_one_die_alone_is_not_accused() -> None:
    """There is nothing to compare it with."""
    reading = read(1)
    assert recheck(reading, IMAGE, slanted((0.5, 0.5))) is reading


def test_a_calibrated_reader_does_without() -> None:
    """Where another network knows whether dice lean, nothing is compared."""
    reading = read()
    assert recheck(reading, IMAGE, None) is reading


def test_a_smeared_die_is_asked_about() -> None:
    """The first smeared one is named, with what was read."""
    long = round(0.6 * SHOWN.dice[0].edge) | 1
    doubted = recheck(read(), cv2.blur(IMAGE, (long, 1)).astype(np.uint8), None)
    assert (doubted.doubt, doubted.which) == (Doubt.UNSURE, 0)
    assert str(doubted.reason) == "The first die from the left is blurred: what does it show?"
