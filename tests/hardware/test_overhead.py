"""The height at which a camera hangs over the field."""

import itertools

import cv2
import numpy as np
import pytest

from pi_bunco.devices.camera import v4l2
from pi_bunco.vision.calibrate.advice import DIE_EDGE
from tools.hardware.overhead import MARGIN, MAX_SLANT, CameraModel, find_height, load_cameras

FIELDS = {"a3": (396.0, 273.0), "a4": (273.0, 186.0), "letter": (255.4, 191.9)}
MIN_PIXELS = 40.0
"""A die must be at least this many pixels wide."""
CAMERAS_AND_FIELDS = list(itertools.product(load_cameras(), FIELDS))


def find_pixel(camera: CameraModel, height: float, place: tuple[float, float]) -> tuple[float, float]:
    """Return the pixel that shows a place on the mat, by the model of a pinhole camera.

    The place is in millimetres from the middle of the mat.
    """
    focal = [  # in pixels of the sensor; the picture is a smaller copy of a part of it
        side / 2 / np.tan(np.radians(angle) / 2)
        for side, angle in zip(camera.sensor, camera.view, strict=True)
    ]
    shrink = max(taken / side for taken, side in zip(camera.picture_size, camera.sensor, strict=True))
    x, y = (
        f * at / height * shrink + side / 2
        for f, at, side in zip(focal, place, camera.picture_size, strict=True)
    )
    return float(x), float(y)


@pytest.mark.parametrize(("name", "paper"), CAMERAS_AND_FIELDS)
def test_hang_whole_field_is_in_the_picture(name: str, paper: str) -> None:
    """From the returned height, and from the lowest, the field and a margin are in the picture."""
    camera, field = load_cameras()[name], FIELDS[paper]
    hang = find_height(camera, field, MIN_PIXELS)
    for height in (hang.height, hang.lowest):
        x, y = find_pixel(camera, height, (field[0] / 2 + MARGIN, field[1] / 2 + MARGIN))
        assert x <= camera.picture_size[0] + 1e-6
        assert y <= camera.picture_size[1] + 1e-6


@pytest.mark.parametrize(("name", "paper"), CAMERAS_AND_FIELDS)
def test_hang_dice_are_large_enough(name: str, paper: str) -> None:
    """From the returned height, a die of the returned size is wide enough in pixels."""
    camera = load_cameras()[name]
    hang = find_height(camera, FIELDS[paper], MIN_PIXELS)
    here, there = (np.array(find_pixel(camera, hang.height, at)) for at in ((0, 0), (hang.die, hang.die)))
    assert (there - here).min() >= MIN_PIXELS - 1e-6
    if hang.lowest <= hang.highest:
        assert hang.die == DIE_EDGE
        assert hang.pixels >= MIN_PIXELS
        assert hang.lowest <= hang.height <= hang.highest


@pytest.mark.parametrize(("name", "paper"), CAMERAS_AND_FIELDS)
def test_hang_is_never_too_slanting_or_too_near(name: str, paper: str) -> None:
    """The view of the corners is steep enough, and the camera is far enough away to be sharp."""
    camera = load_cameras()[name]
    hang = find_height(camera, FIELDS[paper], MIN_PIXELS)
    assert hang.slant <= MAX_SLANT
    assert hang.height >= camera.nearest


def test_hang_limits_are_exact_to_a_centimetre() -> None:
    """1 cm above the highest place a die is too small; 1 cm below the lowest the field is cut off."""
    camera = load_cameras()["camera-module-3"]
    hang = find_height(camera, FIELDS["a3"], MIN_PIXELS)
    assert camera.measure_pixels(hang.highest + 10) < MIN_PIXELS <= camera.measure_pixels(hang.highest - 10)
    _, y = find_pixel(camera, hang.lowest - 10, (0, FIELDS["a3"][1] / 2 + MARGIN))
    assert y > camera.picture_size[1]


def test_camera_pictures_have_the_size_that_is_asked_for() -> None:
    """A USB camera has the size that its backend asks for; a Pi camera's size follows from its sensor."""
    wish = v4l2._WANTED_MODE[cv2.CAP_PROP_FRAME_WIDTH], v4l2._WANTED_MODE[cv2.CAP_PROP_FRAME_HEIGHT]
    assert load_cameras()["usb-camera"].picture_size == wish
    assert {name: camera.picture for name, camera in load_cameras().items() if camera.picture} == {
        "usb-camera": wish
    }


def test_camera_angles_agree_with_their_sensor() -> None:
    """Both angles of a camera give the same focal length within 7 %, which excludes a mistyped angle."""
    for camera in load_cameras().values():
        across, along = (
            side / np.tan(np.radians(angle / 2))
            for side, angle in zip(camera.sensor, camera.view, strict=True)
        )
        assert across / along == pytest.approx(1, abs=0.07)


def test_camera_picture_narrower_than_the_sensor_shows_less_across() -> None:
    """A picture narrower than the sensor shows less of the width and all of the height."""
    camera = CameraModel(
        name="x", sensor=(1600, 900), view=(90, 58.7), picture=(1200, 900), fits="hq", drop=0
    )
    across, along = camera.slopes
    assert across == pytest.approx(0.75)
    assert along == pytest.approx(np.tan(np.radians(58.7 / 2)))
