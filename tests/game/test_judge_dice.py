"""Logged dice are recognized by their places."""

from dataclasses import replace

import pytest

from pi_bunco.game.judge_dice import is_logged
from pi_bunco.game.lines import DoubtfulDice, Line, Photo, Sighting
from pi_bunco.readings import Die, Reading, Status
from pi_bunco.rules import Throw

BOXES = ((100.0, 100.0, 160.0, 160.0), (300.0, 200.0, 360.0, 260.0), (500.0, 50.0, 560.0, 110.0))
THROW = Line(Throw(1, (3, 5, 1)), photo=Photo(boxes=BOXES))


def make_reading(*values: int, shift: float = 0.0, status: Status = Status.READ) -> Reading:
    dice = (
        Die(value, 0.9, (x0 + shift, y0, x1 + shift, y1))
        for value, (x0, y0, x1, y1) in zip(values, BOXES, strict=False)
    )
    return Reading(status, tuple(dice))


def test_same_dice_are_logged() -> None:
    """The same values at the same places are logged dice, even if the camera has moved a little."""
    assert is_logged(make_reading(3, 5, 1), THROW)
    assert is_logged(make_reading(3, 5, 1, shift=12), THROW)


@pytest.mark.parametrize(
    "found",
    [make_reading(3, 5, 1, shift=60), make_reading(3, 5, 2), make_reading(3, 5), make_reading(5, 3, 1)],
)
def test_other_dice_are_not_logged(found: Reading) -> None:
    """Dice at another place, with another value or of another number are not the logged ones."""
    assert not is_logged(found, THROW)


def test_doubtful_dice_are_recognized_by_place() -> None:
    """If one of the two readings was doubtful, only the places count, not the values."""
    sighting = Sighting((3, 5, 1), (0.9, 0.4, 0.9), "Glare.")
    doubt = replace(THROW, event=DoubtfulDice(1), sighting=sighting)
    assert is_logged(make_reading(3, 4, 1), doubt)
    assert is_logged(make_reading(3, 4, 1, status=Status.DOUBTFUL), THROW)
    assert is_logged(make_reading(3, 4, 1), replace(THROW, event=Throw(1, (4, 3, 1)), answers=1))
    assert not is_logged(make_reading(3, 4, 1, shift=80), doubt)


def test_dice_without_logged_reading_are_new() -> None:
    """Without a logged reading the dice are new."""
    assert not is_logged(make_reading(3, 5, 1), None)
