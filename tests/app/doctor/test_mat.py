"""The mat: known, in its place, moved."""

from dataclasses import replace

import cv2
import numpy as np

from pi_bunco.app.doctor.mat import judge_mat
from pi_bunco.findings import Mark
from tests.app.doctor.sights import BLIND, NONE, TROUBLE, empty, sight
from tests.vision.calibrate.mats import CORNERS, calibrated, felt, laid, seen


def test_mat_in_its_place() -> None:
    """A mat that lies where it was calibrated is good, empty or with dice on it."""
    assert judge_mat(empty(), calibrated(), None).mark is Mark.GOOD
    dice = laid((300, 200, 10), (450, 350, 40), (620, 250, 70))
    assert judge_mat(sight(seen(dice)), calibrated(), None).mark is Mark.GOOD


def test_a_camera_that_was_moved() -> None:
    """A mat that is seen elsewhere than it was calibrated is bad."""
    elsewhere = tuple((x + 40, y + 25) for x, y in CORNERS)
    found = judge_mat(sight(seen(felt(), elsewhere)), calibrated(), None)  # type: ignore[arg-type]
    assert found.mark is Mark.BAD
    assert "moved" in found.found
    assert "/calibrate" in found.remedy


def test_mat_and_calibration() -> None:
    """No calibration, a damaged one, one of another size, and one without dice each have their words."""
    other = cv2.resize(seen(felt()), (640, 480))
    found = [
        judge_mat(empty(), None, None),
        judge_mat(empty(), None, TROUBLE),
        judge_mat(sight(np.asarray(other, np.uint8)), calibrated(), None),
        judge_mat(BLIND, calibrated(), None),
        judge_mat(NONE, None, None),
        judge_mat(empty(), replace(calibrated(), die=None, size_mm=(450.0, 300.0)), None),
    ]
    assert [one.mark for one in found] == [
        Mark.LOOK, Mark.BAD, Mark.BAD, Mark.LOOK, Mark.GOOD, Mark.GOOD
    ]  # fmt: skip
    assert "for pictures of 960 x 720" in found[2].found
    assert "It is 450 x 300 mm. It has learnt no dice yet" in found[5].found
