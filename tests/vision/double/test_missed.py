"""The reader asks about a die that the networks missed, if the pips of the whole picture show one."""

import pytest

from pi_bunco.readings import Die, Doubt, Reading, Status
from pi_bunco.vision.double.missed import doubt_missed

DICE = (Die(3, 0.99, (100.0, 100.0, 140.0, 140.0)), Die(5, 0.98, (200.0, 100.0, 240.0, 140.0)))
READ = Reading(Status.READ, DICE)
EMPTY = Reading(Status.EMPTY)


def make_reading(*more: Die, status: Status = Status.READ) -> Reading:
    """Return the reading by pips: both dice and these."""
    return Reading(status, (*DICE, *more))


@pytest.mark.parametrize(
    ("x", "confidence", "status"),
    [
        pytest.param(400.0, 0.99, Status.DOUBTFUL, id="a die that was missed"),
        pytest.param(400.0, 0.31, Status.DOUBTFUL, id="pips that may be a die"),
        pytest.param(400.0, 0.2, Status.READ, id="clutter"),
        pytest.param(225.0, 0.99, Status.READ, id="the side of a known die"),
        pytest.param(240.0, 0.99, Status.DOUBTFUL, id="a die that touches a known one"),
    ],
)
def test_likely_pips_away_from_all_dice_raise_doubt(x: float, confidence: float, status: Status) -> None:
    """Only likely pips that belong to no known die raise doubt; the known dice are still reported."""
    checked = doubt_missed(READ, make_reading(Die(4, confidence, (x, 100.0, x + 40.0, 140.0))))
    assert (checked.status, checked.dice) == (status, DICE)


def test_reading_stays_if_pips_show_fewer_dice() -> None:
    """If the pips show fewer dice, or none, the reading by both methods stays."""
    assert doubt_missed(READ, Reading(Status.DOUBTFUL, DICE[:1])) is READ
    assert doubt_missed(READ, EMPTY) is READ


def test_pips_on_a_seemingly_empty_table_raise_doubt() -> None:
    """If the networks find nothing but pips are found, the reader asks; without pips the table is empty."""
    assert doubt_missed(EMPTY, EMPTY) is EMPTY
    doubtful = doubt_missed(EMPTY, make_reading())
    assert (doubtful.doubt, doubtful.dice) == (Doubt.UNCLEAR, DICE)
