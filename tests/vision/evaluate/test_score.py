"""Counting what a reader made of labelled pictures."""

from pathlib import Path

import numpy as np
import pytest

from pi_bunco.errors import Trouble
from pi_bunco.frames import Die, Image, Reading, Status
from pi_bunco.interval import compute_wilson_interval
from pi_bunco.vision.evaluate.folder import Labelled, Marked
from pi_bunco.vision.evaluate.score import PictureCase, PictureOutcome, count, judge, run


def reading(status: Status, *values: int) -> Reading:
    """Make a reading of some values."""
    return Reading(status, tuple(Die(value, 0.9, (0, 0, 1, 1)) for value in values))


def label(*values: int, source: str = "a", name: str = "x.png", why: str = "") -> Labelled:
    """Label a picture."""
    return Labelled(source, Path(name), tuple(Marked(value) for value in values), why)


class Told:
    """A reader that says what it was told of the number of dice, as so many sixes."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Read sixes, or nothing when no number is given."""
        del image, die_size
        self.spent = {"count": float(dice or 0)}
        return reading(Status.READ, *[6] * dice) if dice else reading(Status.EMPTY)


def load(path: Path) -> Image:
    """Return a picture, or fail as a missing file does."""
    if path.name == "none.png":
        raise Trouble("There is no picture.", "Check the path.")
    return np.zeros((4, 4, 3), np.uint8)


def read(*pictures: Labelled, told: bool = True) -> list[PictureCase]:
    """Read pictures with the reader that says what it was told."""
    return [case for case in run(Told(), pictures, load, told=told) if isinstance(case, PictureCase)]


@pytest.mark.parametrize(
    ("lies", "read", "outcome"),
    [
        (label(1, 2), reading(Status.READ, 2, 1), PictureOutcome.RIGHT),
        (label(1, 2), reading(Status.READ, 2, 2), PictureOutcome.WRONG),
        (label(1, 1, 2), reading(Status.READ, 1, 2, 2), PictureOutcome.WRONG),
        (label(1, 2), reading(Status.DOUBTFUL, 1, 2), PictureOutcome.DOUBTFUL),
        (label(), reading(Status.EMPTY), PictureOutcome.RIGHT),
        (label(4), reading(Status.EMPTY), PictureOutcome.WRONG),
        (label(), reading(Status.READ, 1), PictureOutcome.WRONG),
        (label(), reading(Status.DOUBTFUL, 1), PictureOutcome.DOUBTFUL),
        (label(1, 2, why="A hand."), reading(Status.READ, 1, 2), PictureOutcome.WRONG),
        (label(1, 2, why="A hand."), reading(Status.EMPTY), PictureOutcome.WRONG),
        (label(1, 2, why="A hand."), reading(Status.DOUBTFUL), PictureOutcome.DOUBTFUL),
    ],
)
def test_outcomes_compare_values_in_any_order(lies: Labelled, read: Reading, outcome: PictureOutcome) -> None:
    """Values count with their repetitions, in any order; what nobody can read is wrong unless doubted."""
    assert judge(lies, read) is outcome


def test_one_unreadable_die_makes_a_picture_unreadable() -> None:
    """A die with a reason must be doubted even where the values happen to agree."""
    leaning = Labelled("a", Path("x.png"), (Marked(5), Marked(2, why="It leans.")))
    assert judge(leaning, reading(Status.READ, 5, 2)) is PictureOutcome.WRONG


def test_the_number_is_told_or_not() -> None:
    """With told the reader gets each picture's number, and of an empty picture nothing."""
    pictures = (label(6, 6), label(), label(6))
    assert [case.reading.values for case in read(*pictures)] == [(6, 6), (), (6,)]
    untold = [case.outcome for case in read(*pictures, told=False)]
    assert untold == [PictureOutcome.WRONG, PictureOutcome.RIGHT, PictureOutcome.WRONG]


def test_a_picture_that_cannot_be_opened_is_given_as_trouble() -> None:
    """The others are still read."""
    first, second = run(Told(), [label(6, name="none.png"), label(6)], load, told=True)
    assert isinstance(first, Trouble)
    assert isinstance(second, PictureCase)


def test_stages_are_those_of_each_read() -> None:
    """What a reader tells of its stages is kept for each picture, not only for the last."""
    assert [case.stages for case in read(label(6, 6), label(6))] == [{"count": 2.0}, {"count": 1.0}]


def test_unreadable_pictures_are_no_coverage() -> None:
    """Of the readable ones all are accepted; the unreadable one let through is a silent misread."""
    score = count("a", read(label(6), label(6, 6), label(6, why="It leans.")))
    assert (score.pictures, score.readable, score.accepted, score.coverage) == (3, 2, 3, 1.0)
    assert (score.right, score.wrong, score.let_through, score.unreadable) == (2, 1, 1, 1)
    assert score.misread_interval[0] < score.misread < score.misread_interval[1]


def test_nothing_counted_divides_by_nothing() -> None:
    """Without pictures nothing is known, and without accepted ones nothing of misreads."""
    score = count("a", [])
    assert (score.coverage, score.misread) == (0.0, 0.0)
    assert score.coverage_interval == score.misread_interval == (0.0, 1.0)


@pytest.mark.parametrize(("hits", "of"), [(0, 10), (3, 100), (10, 10), (1, 377)])
def test_intervals_hold_their_share_within_nought_and_one(hits: int, of: int) -> None:
    """The share lies inside; more pictures make the interval narrower."""
    low, high = compute_wilson_interval(hits / of, of)
    assert 0 <= low <= high <= 1
    assert low - 1e-12 <= hits / of <= high + 1e-12
    wide, narrow = compute_wilson_interval(hits / of, of), compute_wilson_interval(hits / of, 10 * of)
    assert narrow[1] - narrow[0] <= wide[1] - wide[0]
