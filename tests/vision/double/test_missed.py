"""A die that the networks missed is asked about where the whole picture's pips show it."""

import pytest

from pi_bunco.frames import Die, Doubt, Reading, Status
from pi_bunco.vision.double.missed import doubt_missed

SEEN = (Die(3, 0.99, (100.0, 100.0, 140.0, 140.0)), Die(5, 0.98, (200.0, 100.0, 240.0, 140.0)))
READ = Reading(Status.READ, SEEN)
EMPTY = Reading(Status.EMPTY)


def make_reading(*more: Die, status: Status = Status.READ) -> Reading:
    """Return the reading by pips: both dice, and more."""
    return Reading(status, (*SEEN, *more))


@pytest.mark.parametrize(
    ("x", "confidence", "status"),
    [
        pytest.param(400.0, 0.99, Status.DOUBTFUL, id="a die that was missed"),
        pytest.param(400.0, 0.31, Status.DOUBTFUL, id="what may be one"),
        pytest.param(400.0, 0.2, Status.READ, id="clutter"),
        pytest.param(225.0, 0.99, Status.READ, id="a side of a die that was seen"),
        pytest.param(240.0, 0.99, Status.DOUBTFUL, id="a die that touches one"),
    ],
)
def test_pips_beside_the_dice_may_be_one_more(x: float, confidence: float, status: Status) -> None:
    """Only pips that are likely, and nobody else's, raise doubt; what was read is still shown."""
    agreed = doubt_missed(READ, make_reading(Die(4, confidence, (x, 100.0, x + 40.0, 140.0))))
    assert (agreed.status, agreed.dice) == (status, SEEN)


def test_other_numbers_of_the_same_places_are_no_matter() -> None:
    """Pips that see fewer dice, or are in doubt about them, take nothing back."""
    assert doubt_missed(READ, Reading(Status.DOUBTFUL, SEEN[:1])) is READ
    assert doubt_missed(READ, EMPTY) is READ


def test_an_empty_table_has_no_pips() -> None:
    """Where the networks see nothing and pips are found, somebody must look."""
    assert doubt_missed(EMPTY, EMPTY) is EMPTY
    doubted = doubt_missed(EMPTY, make_reading())
    assert (doubted.doubt, doubted.dice) == (Doubt.UNCLEAR, SEEN)
