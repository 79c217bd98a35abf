"""The guessed corners are on the mat."""

import cv2
import numpy as np
import pytest

from pi_bunco.frames import Image
from pi_bunco.vision.calibrate.guess import guess_mat
from tests.vision.calibrate.mats import CORNERS, draw_felt, photograph


def _is_inside(point: tuple[float, float], corners: object, by: float = 0) -> bool:
    outline = np.array(corners, np.float32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(outline, point, measureDist=True) >= by


@pytest.mark.parametrize("mat", [(70, 90, 30), (40, 40, 160), (200, 205, 210)])
@pytest.mark.parametrize("around", [(60, 90, 140), (20, 20, 20)])
def test_corners_are_guessed_on_a_turned_mat(mat: tuple[int, int, int], around: tuple[int, int, int]) -> None:
    """On a turned mat of any colour, each guessed point is inside the mat and near its corner."""
    picture: Image = np.full((720, 960, 3), around, np.uint8)
    corners = [(330, 130), (720, 230), (640, 590), (230, 480)]
    cv2.fillPoly(picture, [np.array(corners, np.int32)], mat)
    for at, point in enumerate(guess_mat(picture)):
        assert _is_inside(point, corners)
        assert np.hypot(point[0] - corners[at][0], point[1] - corners[at][1]) < 60


def test_corners_are_guessed_on_a_printed_mat() -> None:
    """On a mat with markers, each guessed point is at most 40 pixels outside the mat."""
    for point in guess_mat(photograph(draw_felt())):
        assert _is_inside(point, CORNERS, -40)


def test_picture_without_a_mat_has_default_corners() -> None:
    """If only a small object is in the middle, the points are those of a rectangle around the middle."""
    picture: Image = np.full((240, 320, 3), 40, np.uint8)
    cv2.rectangle(picture, (125, 92), (195, 148), (230, 230, 230), cv2.FILLED)
    assert guess_mat(picture) == ((80, 60), (240, 60), (240, 180), (80, 180))
