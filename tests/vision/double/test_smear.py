"""A die that moved while the picture was taken differs from one that was still."""

import cv2
import numpy as np

from pi_bunco.devices.camera.mock import render_still
from pi_bunco.vision.double.smear import MIN_EVENNESS, measure_evenness
from pi_bunco.vision.learnt.find import Spot


def smear(image: np.ndarray, long: int, degrees: float) -> np.ndarray:
    """Move the camera by so many pixels while the picture is taken."""
    streak = np.zeros((long, long), np.float32)
    streak[long // 2] = 1 / long
    turn = cv2.getRotationMatrix2D(((long - 1) / 2, (long - 1) / 2), degrees, 1)
    turned = cv2.warpAffine(streak, turn, (long, long))
    return np.asarray(cv2.filter2D(image, -1, turned / turned.sum()), np.uint8)


def test_a_smear_by_half_an_edge_is_seen() -> None:
    """Still dice of all looks are even in all directions; smeared any way, nine of ten are not."""
    seen = []
    for seed in range(4):
        image, shown = render_still(seed, dice=3)
        spots = [(Spot(*die.centre, die.edge, 1.0), round(0.6 * die.edge) | 1) for die in shown.dice]
        assert all(measure_evenness(image, spot) > MIN_EVENNESS for spot, _ in spots)
        for degrees in (0, 30, 75, 120):
            seen += [
                measure_evenness(smear(image, long, degrees), spot) < MIN_EVENNESS for spot, long in spots
            ]
    assert len(seen) == 48
    assert sum(seen) >= 44


def test_an_even_piece_is_no_still_die() -> None:
    """Where there is no edge at all nothing is said to lie still."""
    assert measure_evenness(np.full((90, 90, 3), 128, np.uint8), Spot(45, 45, 30, 1)) == 0
