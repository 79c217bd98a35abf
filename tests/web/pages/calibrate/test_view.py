"""The calibration page: its four steps, the drawing over the picture, and the advice."""

from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.messages import calibration
from pi_bunco.messages.calibration import AdviceView, CalibrationView
from pi_bunco.web.pages.calibrate.view import make_advice_list, make_overlay, make_steps
from tests.web.calibrations import BLANK, LEARNT, PLACED, TESTING

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
def test_steps_follow_one_another(view: CalibrationView, states: str, actions: list[str | None]) -> None:
    """A step can be done when the steps before it are done. Any step can be done again."""
    steps = make_steps(view)
    assert " ".join(step.state for step in steps) == states
    assert [step.action and step.action.step for step in steps] == actions
    assert [step.copy for step in steps] == [False, False, False, view.saved]


@pytest.mark.parametrize(
    ("by", "text"),
    [
        ("markers", "By the four printed markers."),
        ("hand", "By the four corners that you placed."),
        ("file", "As it was calibrated before."),
        ("", "Let the table find its markers, or drag the four corners onto the mat’s."),
    ],
)
def test_the_first_step_says_how_the_corners_were_found(by: str, text: str) -> None:
    """If they are not known yet, it says what to do."""
    assert make_steps(replace(BLANK, by=by))[0].sentences == (text,)


@pytest.mark.parametrize(
    ("change", "sentences"),
    [
        ({}, ("They test the table and do not count.",)),
        ({"testing": True}, ("Throw three dice now, and take your hand away.",)),
        ({"testing": True, "thrown": TESTED.thrown[:1]}, ("Throw 2 more times.",)),
        (
            {"testing": True, "thrown": TESTED.thrown[:2], "die": 52.4},
            ("Throw once more.", "A die is 52 px wide."),
        ),
        ({"thrown": TESTED.thrown}, ()),
    ],
)
def test_the_third_step_says_how_the_test_goes(change: dict[str, Any], sentences: tuple[str, ...]) -> None:
    """The third step says how many throws are left, and how large the dice are if this is known."""
    view = replace(LEARNT, **change)
    step = make_steps(view)[2]
    assert step.sentences == sentences
    assert step.thrown == view.thrown
    assert step.action
    assert step.action.on is not view.testing


def test_the_overlay_has_corners_and_numbered_boxes() -> None:
    """Corners that are not known yet are guessed. Advice about a place has a box with its number."""
    guess = make_overlay(BLANK)
    assert (guess.corners, guess.guessed, guess.size) == (BLANK.guess, True, BLANK.picture)
    placed = make_overlay(PLACED)
    assert (placed.corners, placed.guessed, placed.markers) == (PLACED.corners, False, PLACED.markers)
    with_place = AdviceView("glare", "There is glare here.", (1, 2, 3, 4))
    without_place = AdviceView("small", "The dice are too small.", None)
    assert make_overlay(replace(LEARNT, advice=(without_place, with_place))).boxes == ((2, (1, 2, 3, 4)),)


def test_all_is_good_if_the_mat_is_learnt_and_there_is_no_advice() -> None:
    """Before the mat is learnt, nothing is known."""
    assert [make_advice_list(view).all_good for view in (BLANK, PLACED, LEARNT)] == [False, False, True]
    faulty = make_advice_list(replace(LEARNT, advice=(AdviceView("small", "The dice are too small.", None),)))
    assert (faulty.sentences, faulty.all_good) == (("The dice are too small.",), False)
