"""Counting what a reader made of labelled pictures."""

from pathlib import Path

import numpy as np
import pytest

from pi_bunco.errors import Trouble
from pi_bunco.frames import Die, Image, Reading, Status
from pi_bunco.interval import wilson
from pi_bunco.vision.evaluate.folder import Labelled
from pi_bunco.vision.evaluate.score import Case, Outcome, judge, run, scores


def reading(status: Status, *values: int) -> Reading:
    """Make a reading of some values."""
    return Reading(status, tuple(Die(value, 0.9, (0, 0, 1, 1)) for value in values))


class Told:
    """A reader that says what it was told of the number of dice, as so many sixes."""

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Read sixes, or nothing when no number is given."""
        del image, die_size
        return reading(Status.READ, *[6] * dice) if dice else reading(Status.EMPTY)


def load(path: Path) -> Image:
    """Give a picture, or fail as a missing file does."""
    if path.name == "none.png":
        raise Trouble("There is no picture.", "Check the path.")
    return np.zeros((4, 4, 3), np.uint8)


@pytest.mark.parametrize(
    ("values", "read", "outcome"),
    [
        ((1, 2), reading(Status.READ, 2, 1), Outcome.RIGHT),
        ((1, 2), reading(Status.READ, 2, 2), Outcome.WRONG),
        ((1, 1, 2), reading(Status.READ, 1, 2, 2), Outcome.WRONG),
        ((1, 2), reading(Status.DOUBTFUL, 1, 2), Outcome.DOUBTFUL),
        ((), reading(Status.EMPTY), Outcome.RIGHT),
        ((4,), reading(Status.EMPTY), Outcome.WRONG),
        ((), reading(Status.READ, 1), Outcome.WRONG),
    ],
)
def test_outcomes_compare_values_in_any_order(
    values: tuple[int, ...], read: Reading, outcome: Outcome
) -> None:
    """Values are compared with their repetitions, not their order; calling dice nothing is wrong."""
    assert judge(values, read) is outcome


def test_the_number_is_told_or_not() -> None:
    """With told the reader gets each picture's number, and of an empty picture nothing."""
    pictures = [Labelled("a", Path("x.png"), values) for values in ((6, 6), (), (6,))]
    told = [case for case in run(Told(), pictures, load, told=True) if isinstance(case, Case)]
    assert [case.reading.values for case in told] == [(6, 6), (), (6,)]
    untold = [case for case in run(Told(), pictures, load, told=False) if isinstance(case, Case)]
    assert [case.outcome for case in untold] == [Outcome.WRONG, Outcome.RIGHT, Outcome.WRONG]


def test_a_picture_that_cannot_be_opened_is_given_as_trouble() -> None:
    """The others are still read."""
    pictures = [Labelled("a", Path(name), (6,)) for name in ("none.png", "x.png")]
    first, second = run(Told(), pictures, load, told=True)
    assert isinstance(first, Trouble)
    assert isinstance(second, Case)


def test_shares_and_their_interval() -> None:
    """Coverage is of all pictures, misreads are of those accepted; the interval holds the share."""
    pictures = [Labelled("a" if k < 6 else "b", Path("x.png"), (6,) if k % 2 else (5,)) for k in range(10)]
    cases = [case for case in run(Told(), pictures, load, told=True) if isinstance(case, Case)]
    a, b, every = scores(cases)
    assert (a.source, a.pictures, a.accepted, a.wrong) == ("a", 6, 6, 3)
    assert (b.source, b.pictures, every.pictures) == ("b", 4, 10)
    assert (every.coverage, every.misread) == (1.0, 0.5)
    assert every.misread_interval[0] < 0.5 < every.misread_interval[1]


@pytest.mark.parametrize(("hits", "of"), [(0, 10), (3, 100), (10, 10), (1, 377)])
def test_intervals_hold_their_share_within_nought_and_one(hits: int, of: int) -> None:
    """The share lies inside; more pictures make the interval narrower."""
    low, high = wilson(hits / of, of)
    assert 0 <= low <= high <= 1
    assert low - 1e-12 <= hits / of <= high + 1e-12
    wide, narrow = wilson(hits / of, of), wilson(hits / of, 10 * of)
    assert narrow[1] - narrow[0] <= wide[1] - wide[0]
