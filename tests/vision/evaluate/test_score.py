"""Counting what a reader made of labelled pictures."""

from pathlib import Path

import numpy as np
import pytest

from pi_bunco.errors import Trouble
from pi_bunco.frames import Die, Image, Reading, Status
from pi_bunco.interval import compute_wilson_interval
from pi_bunco.vision.evaluate.folder import LabelledDie, LabelledPicture
from pi_bunco.vision.evaluate.score import PictureCase, PictureOutcome, count_cases, judge, read_pictures


def make_reading(status: Status, *values: int) -> Reading:
    """Make a reading of some values."""
    return Reading(status, tuple(Die(value, 0.9, (0, 0, 1, 1)) for value in values))


def make_label(*values: int, source: str = "a", name: str = "x.png", why: str = "") -> LabelledPicture:
    """Label a picture."""
    return LabelledPicture(source, Path(name), tuple(LabelledDie(value) for value in values), why)


class EchoReader:
    """A reader that returns as many sixes as the number of dice that it gets."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Read sixes, or nothing when no number is given."""
        del image, die_size
        self.spent = {"count": float(dice or 0)}
        return make_reading(Status.READ, *[6] * dice) if dice else make_reading(Status.EMPTY)


def load(path: Path) -> Image:
    """Return a picture, or fail as a missing file does."""
    if path.name == "none.png":
        raise Trouble("There is no picture.", "Check the path.")
    return np.zeros((4, 4, 3), np.uint8)


def read(*pictures: LabelledPicture, number_known: bool = True) -> list[PictureCase]:
    """Read pictures with :class:`EchoReader`."""
    return [
        case
        for case in read_pictures(EchoReader(), pictures, load, number_known=number_known)
        if isinstance(case, PictureCase)
    ]


@pytest.mark.parametrize(
    ("lies", "read", "outcome"),
    [
        (make_label(1, 2), make_reading(Status.READ, 2, 1), PictureOutcome.RIGHT),
        (make_label(1, 2), make_reading(Status.READ, 2, 2), PictureOutcome.WRONG),
        (make_label(1, 1, 2), make_reading(Status.READ, 1, 2, 2), PictureOutcome.WRONG),
        (make_label(1, 2), make_reading(Status.DOUBTFUL, 1, 2), PictureOutcome.DOUBTFUL),
        (make_label(), make_reading(Status.EMPTY), PictureOutcome.RIGHT),
        (make_label(4), make_reading(Status.EMPTY), PictureOutcome.WRONG),
        (make_label(), make_reading(Status.READ, 1), PictureOutcome.WRONG),
        (make_label(), make_reading(Status.DOUBTFUL, 1), PictureOutcome.DOUBTFUL),
        (make_label(1, 2, why="A hand."), make_reading(Status.READ, 1, 2), PictureOutcome.WRONG),
        (make_label(1, 2, why="A hand."), make_reading(Status.EMPTY), PictureOutcome.WRONG),
        (make_label(1, 2, why="A hand."), make_reading(Status.DOUBTFUL), PictureOutcome.DOUBTFUL),
    ],
)
def test_outcomes_compare_values_in_any_order(
    lies: LabelledPicture, read: Reading, outcome: PictureOutcome
) -> None:
    """Values count with their repetitions, in any order; what nobody can read is wrong unless doubted."""
    assert judge(lies, read) is outcome


def test_one_unreadable_die_makes_a_picture_unreadable() -> None:
    """A die with a reason must be doubted even where the values happen to agree."""
    leaning = LabelledPicture("a", Path("x.png"), (LabelledDie(5), LabelledDie(2, why="It leans.")))
    assert judge(leaning, make_reading(Status.READ, 5, 2)) is PictureOutcome.WRONG


def test_the_number_is_known_or_not() -> None:
    """If the number is known, the reader gets that of each picture, except of an empty one."""
    pictures = (make_label(6, 6), make_label(), make_label(6))
    assert [case.reading.values for case in read(*pictures)] == [(6, 6), (), (6,)]
    unknown = [case.outcome for case in read(*pictures, number_known=False)]
    assert unknown == [PictureOutcome.WRONG, PictureOutcome.RIGHT, PictureOutcome.WRONG]


def test_a_picture_that_cannot_be_opened_is_given_as_trouble() -> None:
    """The others are still read."""
    first, second = read_pictures(
        EchoReader(), [make_label(6, name="none.png"), make_label(6)], load, number_known=True
    )
    assert isinstance(first, Trouble)
    assert isinstance(second, PictureCase)


def test_stages_are_those_of_each_read() -> None:
    """What a reader tells of its stages is kept for each picture, not only for the last."""
    assert [case.stages for case in read(make_label(6, 6), make_label(6))] == [{"count": 2.0}, {"count": 1.0}]


def test_unreadable_pictures_are_no_coverage() -> None:
    """Of the readable ones all are accepted; the unreadable one let through is a silent misread."""
    score = count_cases("a", read(make_label(6), make_label(6, 6), make_label(6, why="It leans.")))
    assert (score.pictures, score.readable, score.accepted, score.coverage) == (3, 2, 3, 1.0)
    assert (score.right, score.wrong, score.let_through, score.unreadable) == (2, 1, 1, 1)
    assert score.misread_interval[0] < score.misread < score.misread_interval[1]


def test_nothing_counted_divides_by_nothing() -> None:
    """Without pictures nothing is known, and without accepted ones nothing of misreads."""
    score = count_cases("a", [])
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
