"""Dice that were logged are known again by their places."""

from dataclasses import replace

import pytest

from pi_bunco.frames import Die, Reading, Status
from pi_bunco.game.judge_dice import is_logged
from pi_bunco.game.lines import DoubtfulDice, Line, Photo, Sighting
from pi_bunco.rules import Throw

BOXES = ((100.0, 100.0, 160.0, 160.0), (300.0, 200.0, 360.0, 260.0), (500.0, 50.0, 560.0, 110.0))
THROW = Line(Throw(1, (3, 5, 1)), photo=Photo(boxes=BOXES))


def reading(*values: int, shift: float = 0.0, status: Status = Status.READ) -> Reading:
    dice = (
        Die(value, 0.9, (x0 + shift, y0, x1 + shift, y1))
        for value, (x0, y0, x1, y1) in zip(values, BOXES, strict=False)
    )
    return Reading(status, tuple(dice))


def test_lying_dice_are_the_logged_ones() -> None:
    """Same values on the same places: counted already, even when the camera shook a little."""
    assert is_logged(reading(3, 5, 1), THROW)
    assert is_logged(reading(3, 5, 1, shift=12), THROW)


@pytest.mark.parametrize(
    "seen", [reading(3, 5, 1, shift=60), reading(3, 5, 2), reading(3, 5), reading(5, 3, 1)]
)
def test_lying_dice_elsewhere_are_others(seen: Reading) -> None:
    """Another place, another value, another number: not what was logged."""
    assert not is_logged(seen, THROW)


def test_lying_dice_that_were_in_doubt_are_known_by_place() -> None:
    """Where either look was doubtful the values say nothing, so the places decide."""
    why = Sighting((3, 5, 1), (0.9, 0.4, 0.9), "Glare.")
    doubt = replace(THROW, event=DoubtfulDice(1), sighting=why)
    assert is_logged(reading(3, 4, 1), doubt)
    assert is_logged(reading(3, 4, 1, status=Status.DOUBTFUL), THROW)
    assert is_logged(reading(3, 4, 1), replace(THROW, event=Throw(1, (4, 3, 1)), answers=1))
    assert not is_logged(reading(3, 4, 1, shift=80), doubt)


def test_lying_dice_after_nothing_are_new() -> None:
    """Without a logged reading there is nothing to know them by."""
    assert not is_logged(reading(3, 5, 1), None)
