"""The checks of the mat: its place, its calibration, and the light on it."""

from dataclasses import replace

import cv2
import numpy as np

from pi_bunco.findings import Finding, Mark
from pi_bunco.station.doctor.mat import has_motion, judge_light, judge_mat
from pi_bunco.vision.calibrate.flat import Corners
from tests.station.doctor.cameras import BLIND, TROUBLE, empty, make_state
from tests.vision.calibrate.mats import (
    CORNERS,
    MARKER,
    MAT,
    draw_felt,
    draw_mat,
    make_calibration,
    photograph,
)


def test_mat_in_its_place() -> None:
    """A mat at its calibrated place is good, empty or with dice on it."""
    assert judge_mat(empty(), make_calibration(), None).mark is Mark.GOOD
    dice = draw_mat((300, 200, 10), (450, 350, 40), (620, 250, 70))
    assert judge_mat(make_state(photograph(dice)), make_calibration(), None).mark is Mark.GOOD


def test_mat_at_another_place_is_bad() -> None:
    """If the mat is not where it was calibrated, it is bad, and the remedy is to calibrate it again."""
    elsewhere = tuple((x + 40, y + 25) for x, y in CORNERS)
    found = judge_mat(make_state(photograph(draw_felt(), elsewhere)), make_calibration(), None)  # type: ignore[arg-type]
    assert found.mark is Mark.BAD
    assert "moved" in found.found
    assert "/calibrate" in found.remedy


def test_mat_without_a_calibration_helps_to_aim_the_camera() -> None:
    """The finding about an uncalibrated mat names hidden markers, the size of a die, or a turned mat."""
    assert "not see the marker at the bottom right" in hidden().found
    assert "not see the marker at the top left" in aimed(((-9, -9), (850, 110), (900, 640), (70, 620))).found
    assert "it needs 40" in aimed(((300, 200), (700, 200), (700, 460), (300, 460))).found
    right = aimed(((10, 40), (950, 40), (950, 667), (10, 667)))
    assert right.found.endswith("All four markers are seen, and a die of 16 mm is 42 pixels wide.")
    assert right.remedy == "Calibrate it: on the page /calibrate."
    turned = aimed(((950, 667), (10, 667), (10, 40), (950, 40)))
    assert "42 pixels wide. The camera sees the mat turned round" in turned.found
    assert "Turn the camera or the mat" in turned.remedy
    assert {right.mark, hidden().mark, turned.mark} == {Mark.LOOK}


def test_mat_markers_give_the_size_of_a_die() -> None:
    """A die of 16 mm is two thirds of a marker of 24 mm, also if the mat seems narrower."""
    corners: Corners = ((100, 60), (850, 60), (850, 560), (100, 560))
    marker = 750 * MARKER / MAT[0]
    assert f"is {marker * 16 / 24:.0f} pixels wide" in aimed(corners).found


def aimed(corners: Corners) -> Finding:
    """Judge an uncalibrated mat with these corners in the picture."""
    return judge_mat(make_state(photograph(draw_felt(), corners)), None, None)


def hidden() -> Finding:
    """Judge an uncalibrated mat with a covered marker."""
    mat = draw_felt().copy()
    mat[-100:, -100:] = 90
    return judge_mat(make_state(photograph(mat)), None, None)


def test_mat_with_each_state_of_calibration() -> None:
    """A missing, a damaged and an unfitting calibration, and one without dice, have their own findings."""
    other = cv2.resize(photograph(draw_felt()), (640, 480))
    found = [
        judge_mat(empty(), None, None),
        judge_mat(empty(), None, TROUBLE),
        judge_mat(make_state(np.asarray(other, np.uint8)), make_calibration(), None),
        judge_mat(BLIND, make_calibration(), None),
        judge_mat(empty(), replace(make_calibration(), die=None, size_mm=(450.0, 300.0)), None),
    ]
    assert [finding.mark for finding in found] == [
        Mark.LOOK, Mark.BAD, Mark.BAD, Mark.LOOK, Mark.GOOD
    ]  # fmt: skip
    assert "for pictures of 960 x 720" in found[2].found
    assert "It is 450 x 300 mm. It has learnt no dice yet" in found[4].found


def test_light_on_an_empty_mat() -> None:
    """Enough light is good, too little is bad, and flickering light needs a look."""
    assert judge_light(empty(), make_calibration()).mark is Mark.GOOD
    dark = judge_light(empty(0.2), make_calibration())
    assert dark.mark is Mark.BAD
    assert dark.found == "It is too dark. Put a lamp near the table, or a brighter one."
    assert judge_light(empty(flicker=0.06), make_calibration()).mark is Mark.LOOK


def test_light_from_one_side() -> None:
    """Uneven light needs a look, with and without a calibration; the remedy names the page that shows it."""
    slope = np.linspace(1.25, 0.3, draw_felt().shape[1])[None, :, None]
    lit = np.clip(draw_felt() * slope, 0, 255).astype(np.uint8)
    picture = photograph(lit)
    for calibration in (make_calibration(), None):  # without one, the markers give the place
        found = judge_light(make_state(picture, picture), calibration)
        assert found.mark is Mark.LOOK
        assert found.found.startswith("The light is uneven")
        assert "/calibrate shows where" in found.remedy


def test_light_on_white_dice_is_good() -> None:
    """White dice on the mat do not count as a lamp's glare."""
    dice = draw_mat((300, 200, 10), (450, 350, 40), (620, 250, 70), colour=255)
    picture = photograph(dice)
    assert judge_light(make_state(picture, picture), make_calibration()).mark is Mark.GOOD


def test_light_with_moving_hands_is_good() -> None:
    """Hands that move over the mat do not count as flicker; darkness is bad all the same."""
    hand = draw_felt().copy()
    cv2.circle(hand, (450, 300), 250, (40, 60, 90), -1)
    pictures = [photograph(draw_felt()), photograph(hand), photograph(draw_felt(), number=1)]
    assert has_motion(pictures)
    assert judge_light(make_state(*pictures), make_calibration()).mark is Mark.GOOD
    dark = [np.asarray(picture * 0.2, np.uint8) for picture in pictures]
    assert judge_light(make_state(*dark), None).mark is Mark.BAD
    assert not has_motion(empty(flicker=0.06).pictures)


def test_light_on_a_mat_at_an_unknown_place() -> None:
    """Without calibration and markers only the brightness is judged, and the finding says so."""
    found = judge_light(empty(markers=False), None)
    assert found.mark is Mark.GOOD
    assert "once the markers are seen" in found.found
    assert judge_light(empty(), None).found == "It is bright enough and even."


def test_light_without_pictures() -> None:
    """The light of a camera without pictures needs a look."""
    assert judge_light(BLIND, None).mark is Mark.LOOK
