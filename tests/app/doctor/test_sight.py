"""What the camera sees: pictures, light, and where the mat lies."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_bunco.app.doctor.sight import Sight, by_opening, judge_camera, judge_light, judge_mat
from pi_bunco.config import Settings
from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.findings import Mark
from pi_bunco.frames import Image
from tests.vision.calibrate.mats import CORNERS, SIZE, calibrated, felt, laid, seen

TROUBLE = CameraTrouble("No Pi camera is connected.", "Check the ribbon cable.")
NONE = Sight("none")


def sight(*pictures: Image, rate: float | None = 30.0, mock: bool = False) -> Sight:
    return Sight("Pi camera", pictures, None, rate, mock)


def empty(light: float = 1.0, **changed: object) -> Sight:
    return sight(*(seen(felt(), light=light, number=k) for k in range(6)), **changed)  # type: ignore[arg-type]


def test_pictures_come() -> None:
    """A camera that gives pictures is good, with their size and pace."""
    found = judge_camera(empty())
    assert (found.mark, found.found) == (Mark.GOOD, "Pi camera gives pictures of 960 x 720, 30 a second.")


@pytest.mark.parametrize(
    ("sees", "mark", "words"),
    [
        (NONE, Mark.GOOD, "as set"),
        (Sight("the camera", trouble=TROUBLE), Mark.BAD, "No Pi camera is connected."),
        (sight(felt(), rate=3.0), Mark.LOOK, "slow"),
        (sight(felt(), mock=True), Mark.LOOK, "plays itself"),
        (sight(felt(), rate=None), Mark.GOOD, "pictures of 900 x 600."),
    ],
)
def test_camera(sees: Sight, mark: Mark, words: str) -> None:
    """No pictures are bad, with the camera's own words; few pictures and a mock are to be looked at."""
    found = judge_camera(sees)
    assert found.mark is mark
    assert words in found.found
    assert bool(found.remedy) == (mark is not Mark.GOOD)


def test_light_on_an_empty_mat() -> None:
    """Enough light is good; too little is bad; what flickers is to be looked at."""
    assert judge_light(empty(), calibrated()).mark is Mark.GOOD
    dark = judge_light(empty(0.2), calibrated())
    assert (dark.mark, dark.found) == (Mark.BAD, "It is too dark.")
    assert "lamp" in dark.remedy
    flickers = sight(*(seen(felt(), light=1 + 0.06 * (k % 2), number=k) for k in range(6)))
    assert judge_light(flickers, calibrated()).mark is Mark.LOOK


def test_light_from_one_side() -> None:
    """Uneven light is to be looked at, and the remedy says where it is shown."""
    slope = np.linspace(1.25, 0.3, felt().shape[1])[None, :, None]
    lit = np.clip(felt() * slope, 0, 255).astype(np.uint8)
    found = judge_light(sight(*(seen(lit, number=k) for k in range(3))), calibrated())
    assert found.mark is Mark.LOOK
    assert found.found.startswith("The light is uneven")
    assert "/calibrate shows where" in found.remedy


def test_dice_are_no_glare() -> None:
    """Bright dice that lie on the mat are not taken for a lamp's glare."""
    dice = laid((300, 200, 10), (450, 350, 40), (620, 250, 70), colour=255)
    assert judge_light(sight(*(seen(dice, number=k) for k in range(3))), calibrated()).mark is Mark.GOOD


def test_light_without_pictures() -> None:
    """Without pictures nobody knows; without a camera nobody asks."""
    assert judge_light(Sight("the camera", trouble=TROUBLE), None).mark is Mark.LOOK
    assert judge_light(NONE, None).mark is Mark.GOOD
    assert judge_light(empty(), None).mark is Mark.GOOD


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
        judge_mat(Sight("the camera", trouble=TROUBLE), calibrated(), None),
        judge_mat(NONE, None, None),
        judge_mat(empty(), replace(calibrated(), die=None, size_mm=(450.0, 300.0)), None),
    ]
    assert [one.mark for one in found] == [
        Mark.LOOK, Mark.BAD, Mark.BAD, Mark.LOOK, Mark.GOOD, Mark.GOOD
    ]  # fmt: skip
    assert "for pictures of 960 x 720" in found[2].found
    assert "It is 450 x 300 mm. It has learnt no dice yet" in found[5].found


def test_opened_and_given_back(tmp_path: Path) -> None:
    """A camera that nobody holds is opened, looked through and closed; what is wrong is kept."""
    for number in range(8):
        cv2.imwrite(str(tmp_path / f"{number}.png"), seen(felt(), number=number))
    found = by_opening(Settings(camera=str(tmp_path)))
    assert {(picture.shape[1], picture.shape[0]) for picture in found.pictures} == {SIZE}
    missing = by_opening(Settings(camera="/dev/video99"))
    assert missing.trouble is not None
    assert "/dev/video99" in missing.trouble.text
    assert by_opening(Settings(camera="none")).name == "none"
    assert by_opening(Settings(camera="mock")).mock
