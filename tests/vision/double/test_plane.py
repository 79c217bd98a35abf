"""Dice that lie flat share one plane: the odd one leans, and perspective alone accuses nobody."""

import numpy as np
import pytest

from pi_bunco.vision.double.plane import leaning_odds
from pi_bunco.vision.learnt.slant import Slants

LONGER = 640
PLACES = np.array([(200.0, 150.0), (420.0, 200.0), (300.0, 330.0)])


def seen_from(aside: tuple[float, float], focal: float, count: int = 3) -> np.ndarray:
    """Return the tangents of flat dice under a camera that looks aside, whose focal length is in pixels."""
    return np.asarray(np.array(aside) + (PLACES[:count] - PLACES[:count].mean(0)) / focal)


@pytest.mark.parametrize("focal", [400, 640, 1200])
@pytest.mark.parametrize("aside", [(0.0, 0.0), (0.3, -0.2), (-0.5, 0.1)])
def test_flat_dice_are_not_accused(aside: tuple[float, float], focal: float) -> None:
    """Whatever the camera, no die of three that lie flat seems to lean."""
    odds = leaning_odds(Slants(seen_from(aside, focal), np.full(3, 0.04)), PLACES, LONGER)
    assert (odds < 0).all()


@pytest.mark.parametrize("odd", [0, 1, 2])
@pytest.mark.parametrize("degrees", [15, 25, 40])
def test_a_leaning_die_is_the_likeliest(odd: int, degrees: float) -> None:
    """Each die in its turn leans: its odds are the highest, and high."""
    tangent = seen_from((0.1, 0.1), 640)
    tangent[odd] += np.tan(np.radians(degrees)) * np.array((0.6, 0.8))
    odds = leaning_odds(Slants(tangent, np.full(3, 0.04)), PLACES, LONGER)
    assert odds.argmax() == odd
    assert odds[odd] > 2


def test_what_is_seen_badly_accuses_nobody() -> None:
    """A slant that the network itself calls uncertain is no evidence."""
    tangent = seen_from((0.0, 0.0), 640)
    tangent[1] += (0.3, 0.0)
    odds = leaning_odds(Slants(tangent, np.array([0.04, 0.4, 0.04])), PLACES, LONGER)
    assert odds[1] < 1


def test_a_die_alone_has_nothing_to_differ_from() -> None:
    """One die may be seen from any side: nothing says that it leans."""
    odds = leaning_odds(Slants(np.array([(0.3, 0.2)]), np.array([0.04])), PLACES[:1], LONGER)
    assert abs(odds[0]) < 0.5
