"""The score of a reader on labelled pictures."""

from pathlib import Path

import numpy as np
import pytest
from evaluation.folder import LabelledDie, LabelledPicture
from evaluation.score import PictureCase, PictureOutcome, count_cases, judge, read_pictures

from pi_bunco.chance.interval import compute_wilson_interval
from pi_bunco.errors import Trouble
from pi_bunco.frames import Image
from pi_bunco.readings import Die, Reading, Status


def make_reading(status: Status, *values: int) -> Reading:
    """Return a reading of these values."""
    return Reading(status, tuple(Die(value, 0.9, (0, 0, 1, 1)) for value in values))


def make_label(*values: int, source: str = "a", name: str = "x.png", why: str = "") -> LabelledPicture:
    """Return a picture with a label of these values."""
    return LabelledPicture(source, Path(name), tuple(LabelledDie(value) for value in values), why)


class EchoReader:
    """A reader that returns as many sixes as the number of dice that it gets."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Return sixes, or an empty reading if no number is given."""
        del image, die_size
        self.spent = {"count": float(dice or 0)}
        return make_reading(Status.READ, *[6] * dice) if dice else make_reading(Status.EMPTY)


def load(path: Path) -> Image:
    """Return a picture; raise for ``none.png`` as for a missing file."""
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
    ("label", "reading", "outcome"),
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
def test_outcome_compares_values_in_any_order(
    label: LabelledPicture, reading: Reading, outcome: PictureOutcome
) -> None:
    """The same values in any order are right. An unreadable picture is wrong unless it is doubted."""
    assert judge(label, reading) is outcome


def test_unreadable_die_makes_a_picture_unreadable() -> None:
    """If nobody can read one die, a reading without doubt is wrong, even if its values agree."""
    leaning = LabelledPicture("a", Path("x.png"), (LabelledDie(5), LabelledDie(2, why="It leans.")))
    assert judge(leaning, make_reading(Status.READ, 5, 2)) is PictureOutcome.WRONG


def test_reader_gets_the_number_of_dice_if_it_is_known() -> None:
    """If the number is known, the reader gets the number of dice of each picture, except an empty one."""
    pictures = (make_label(6, 6), make_label(), make_label(6))
    assert [case.reading.values for case in read(*pictures)] == [(6, 6), (), (6,)]
    unknown = [case.outcome for case in read(*pictures, number_known=False)]
    assert unknown == [PictureOutcome.WRONG, PictureOutcome.RIGHT, PictureOutcome.WRONG]


def test_picture_that_cannot_be_opened_becomes_trouble() -> None:
    """A picture that cannot be opened yields its trouble, and the next picture is still read."""
    first, second = read_pictures(
        EchoReader(), [make_label(6, name="none.png"), make_label(6)], load, number_known=True
    )
    assert isinstance(first, Trouble)
    assert isinstance(second, PictureCase)


def test_each_case_has_the_stages_of_its_own_read() -> None:
    """The times of the stages are kept for each picture, not only for the last one."""
    assert [case.stages for case in read(make_label(6, 6), make_label(6))] == [{"count": 2.0}, {"count": 1.0}]


def test_unreadable_pictures_do_not_count_as_coverage() -> None:
    """Coverage counts readable pictures alone; an unreadable picture without a doubt is a silent misread."""
    score = count_cases("a", read(make_label(6), make_label(6, 6), make_label(6, why="It leans.")))
    assert (score.pictures, score.readable, score.accepted, score.coverage) == (3, 2, 3, 1.0)
    assert (score.right, score.wrong, score.let_through, score.unreadable) == (2, 1, 1, 1)
    assert score.misread_interval[0] < score.misread < score.misread_interval[1]


def test_score_of_no_pictures_is_zero() -> None:
    """Without pictures all shares are 0, and their intervals reach from 0 to 1."""
    score = count_cases("a", [])
    assert (score.coverage, score.misread) == (0.0, 0.0)
    assert score.coverage_interval == score.misread_interval == (0.0, 1.0)


@pytest.mark.parametrize(("hits", "of"), [(0, 10), (3, 100), (10, 10), (1, 377)])
def test_interval_contains_its_share(hits: int, of: int) -> None:
    """The interval is within 0 and 1 and contains the share; with more pictures it is narrower."""
    low, high = compute_wilson_interval(hits / of, of)
    assert 0 <= low <= high <= 1
    assert low - 1e-12 <= hits / of <= high + 1e-12
    wide, narrow = compute_wilson_interval(hits / of, of), compute_wilson_interval(hits / of, 10 * of)
    assert narrow[1] - narrow[0] <= wide[1] - wide[0]
