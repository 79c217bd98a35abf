"""The calibration page: its four steps, what is drawn, what is to be mended."""

from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.views import calibration
from pi_bunco.views.calibration import AdviceView, CalibrationView
from pi_bunco.views.page.calibration import make_advice_list, make_overlay, make_steps
from tests.web.benches import BLANK, LEARNT, PLACED, TESTING

TESTED = replace(LEARNT, thrown=(calibration.TestThrow((1, 2, 3), ""),) * 3)
SAVED = replace(TESTED, saved=True)


@pytest.mark.parametrize(
    ("view", "states", "actions"),
    [
        (BLANK, "now later later later", ["find", None, None, None]),
        (PLACED, "done now later later", ["find", "learn", None, None]),
        (LEARNT, "done done now later", ["find", "learn", "test", "save"]),
        (TESTING, "done done now later", ["find", "learn", "test", "save"]),
        (TESTED, "done done done now", ["find", "learn", "test", "save"]),
        (SAVED, "done done done done", ["find", "learn", "test", None]),
    ],
)
def test_one_step_after_the_other(view: CalibrationView, states: str, actions: list[str | None]) -> None:
    """A step can be done once what it needs is there, and any step can be done again."""
    shown = make_steps(view)
    assert " ".join(step.state for step in shown) == states
    assert [step.action and step.action.step for step in shown] == actions
    assert [step.copy for step in shown] == [False, False, False, view.saved]


@pytest.mark.parametrize(
    ("by", "says"),
    [
        ("markers", "By the four printed markers."),
        ("hand", "By the four corners that you placed."),
        ("file", "As it was calibrated before."),
        ("", "Let the table find its markers, or drag the four corners onto the mat’s."),
    ],
)
def test_who_told_the_corners(by: str, says: str) -> None:
    """Or how to tell them."""
    assert make_steps(replace(BLANK, by=by))[0].sentences == (says,)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({}, ("They test the table and do not count.",)),
        ({"testing": True}, ("Throw three dice now, and take your hand away.",)),
        ({"testing": True, "thrown": TESTED.thrown[:1]}, ("Throw 2 times more.",)),
        (
            {"testing": True, "thrown": TESTED.thrown[:2], "die": 52.4},
            ("Throw once more.", "A die is 52 px wide."),
        ),
        ({"thrown": TESTED.thrown}, ()),
    ],
)
def test_how_the_test_goes(change: dict[str, Any], says: tuple[str, ...]) -> None:
    """How many throws are left, and how large the dice are once it is known."""
    view = replace(LEARNT, **change)
    step = make_steps(view)[2]
    assert step.sentences == says
    assert step.thrown == view.thrown
    assert step.action
    assert step.action.on is not view.testing


def test_what_is_drawn() -> None:
    """Corners that nobody told stand where the mat may be; what is to be mended has its number."""
    guess = make_overlay(BLANK)
    assert (guess.corners, guess.guessed, guess.size) == (BLANK.guess, True, BLANK.picture)
    told = make_overlay(PLACED)
    assert (told.corners, told.guessed, told.markers) == (PLACED.corners, False, PLACED.markers)
    somewhere = AdviceView("glare", "There is glare here.", (1, 2, 3, 4))
    nowhere = AdviceView("small", "The dice are too small.", None)
    assert make_overlay(replace(LEARNT, mend=(nowhere, somewhere))).boxes == ((2, (1, 2, 3, 4)),)


def test_all_is_well_only_once_the_mat_was_learnt() -> None:
    """Before, nothing is known; after it, only where nothing is to be mended."""
    assert [make_advice_list(view).all_good for view in (BLANK, PLACED, LEARNT)] == [False, False, True]
    faulty = make_advice_list(replace(LEARNT, mend=(AdviceView("small", "The dice are too small.", None),)))
    assert (faulty.sentences, faulty.all_good) == (("The dice are too small.",), False)
