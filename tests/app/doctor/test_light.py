"""The light on the mat."""

import cv2
import numpy as np

from pi_bunco.app.doctor.light import has_motion, judge_light
from pi_bunco.findings import Mark
from tests.app.doctor.cameras import BLIND, NONE, empty, make_state
from tests.vision.calibrate.mats import draw_felt, draw_mat, make_calibration, photograph


def test_light_on_an_empty_mat() -> None:
    """Enough light is good; too little is bad; what flickers is to be looked at."""
    assert judge_light(empty(), make_calibration()).mark is Mark.GOOD
    dark = judge_light(empty(0.2), make_calibration())
    assert (dark.mark, dark.found) == (Mark.BAD, "It is too dark.")
    assert "lamp" in dark.remedy
    assert judge_light(empty(flicker=0.06), make_calibration()).mark is Mark.LOOK


def test_light_from_one_side() -> None:
    """Uneven light is to be looked at, and the remedy says where it is shown."""
    slope = np.linspace(1.25, 0.3, draw_felt().shape[1])[None, :, None]
    lit = np.clip(draw_felt() * slope, 0, 255).astype(np.uint8)
    picture = photograph(lit)
    for calibration in (make_calibration(), None):  # its markers are seen
        found = judge_light(make_state(picture, picture), calibration)
        assert found.mark is Mark.LOOK
        assert found.found.startswith("The light is uneven")
        assert "/calibrate shows where" in found.remedy


def test_dice_are_no_glare() -> None:
    """Bright dice that lie on the mat are not taken for a lamp's glare."""
    dice = draw_mat((300, 200, 10), (450, 350, 40), (620, 250, 70), colour=255)
    picture = photograph(dice)
    assert judge_light(make_state(picture, picture), make_calibration()).mark is Mark.GOOD


def test_hands_are_no_flicker() -> None:
    """While hands move over the mat, only what keeps dice from being read at all is told of its light."""
    hand = draw_felt().copy()
    cv2.circle(hand, (450, 300), 250, (40, 60, 90), -1)
    pictures = [photograph(draw_felt()), photograph(hand), photograph(draw_felt(), number=1)]
    assert has_motion(pictures)
    assert judge_light(make_state(*pictures), make_calibration()).mark is Mark.GOOD
    assert (
        judge_light(make_state(*(np.asarray(one * 0.2, np.uint8) for one in pictures)), None).mark is Mark.BAD
    )
    assert not has_motion(empty(flicker=0.06).pictures)


def test_a_mat_that_nobody_knows() -> None:
    """Without calibration and markers it is told how bright it is, and that more is not known."""
    found = judge_light(empty(markers=False), None)
    assert found.mark is Mark.GOOD
    assert "once the markers are seen" in found.found
    assert judge_light(empty(), None).found == "It is bright enough and even."


def test_light_without_pictures() -> None:
    """Without pictures nobody knows; without a camera nobody asks."""
    assert judge_light(BLIND, None).mark is Mark.LOOK
    assert judge_light(NONE, None).mark is Mark.GOOD
