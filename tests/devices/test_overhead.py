"""How high a camera hangs."""

import itertools

import cv2
import numpy as np
import pytest

from pi_bunco.devices.camera import v4l2
from pi_bunco.devices.overhead import DIE_EDGE, MARGIN, MAX_SLANT, CameraModel, find_height, load_cameras

FIELDS = {"a3": (396.0, 273.0), "a4": (273.0, 186.0), "letter": (255.4, 191.9)}
LEAST = 40.0
EACH = list(itertools.product(load_cameras(), FIELDS))


def seen(camera: CameraModel, height: float, place: tuple[float, float]) -> tuple[float, float]:
    """Return the pixel of a place on the mat, counted from its middle, seen through a pinhole.

    The sensor's focal length in pixels of the sensor, then cropped to the picture's shape and made smaller.
    """
    focal = [
        side / 2 / np.tan(np.radians(angle) / 2)
        for side, angle in zip(camera.sensor, camera.view, strict=True)
    ]
    shrink = max(taken / side for taken, side in zip(camera.picture_size, camera.sensor, strict=True))
    x, y = (
        f * at / height * shrink + side / 2
        for f, at, side in zip(focal, place, camera.picture_size, strict=True)
    )
    return float(x), float(y)


@pytest.mark.parametrize(("name", "paper"), EACH)
def test_hang_all_of_the_field_is_in_the_picture(name: str, paper: str) -> None:
    """From the height that is told, as from the lowest, the field and some room round it are seen."""
    camera, field = load_cameras()[name], FIELDS[paper]
    told = find_height(camera, field, LEAST)
    for height in (told.height, told.lowest):
        x, y = seen(camera, height, (field[0] / 2 + MARGIN, field[1] / 2 + MARGIN))
        assert x <= camera.picture_size[0] + 1e-6
        assert y <= camera.picture_size[1] + 1e-6


@pytest.mark.parametrize(("name", "paper"), EACH)
def test_hang_dice_are_large_enough(name: str, paper: str) -> None:
    """From the height that is told a die, of the size that is told, is as many pixels wide as it must be."""
    camera = load_cameras()[name]
    told = find_height(camera, FIELDS[paper], LEAST)
    here, there = (np.array(seen(camera, told.height, at)) for at in ((0, 0), (told.die, told.die)))
    assert (there - here).min() >= LEAST - 1e-6
    if told.lowest <= told.highest:
        assert told.die == DIE_EDGE
        assert told.pixels >= LEAST
        assert told.lowest <= told.height <= told.highest


@pytest.mark.parametrize(("name", "paper"), EACH)
def test_hang_is_never_too_slanting_or_too_near(name: str, paper: str) -> None:
    """The corners are seen from above, and the camera can be sharp."""
    camera = load_cameras()[name]
    told = find_height(camera, FIELDS[paper], LEAST)
    assert told.slant <= MAX_SLANT
    assert told.height >= camera.nearest


def test_hang_higher_than_the_highest_is_too_small() -> None:
    """A centimetre above the highest place a die is too small; one below the lowest the field is cut."""
    camera = load_cameras()["camera-module-3"]
    told = find_height(camera, FIELDS["a3"], LEAST)
    assert camera.measure_pixels(told.highest + 10) < LEAST <= camera.measure_pixels(told.highest - 10)
    _, y = seen(camera, told.lowest - 10, (0, FIELDS["a3"][1] / 2 + MARGIN))
    assert y > camera.picture_size[1]


def test_camera_pictures_are_those_that_are_asked_for() -> None:
    """A USB camera's pictures are what its backend asks for; a Pi camera's what is planned for its sensor."""
    asked = v4l2._WISH[cv2.CAP_PROP_FRAME_WIDTH], v4l2._WISH[cv2.CAP_PROP_FRAME_HEIGHT]
    assert load_cameras()["usb-camera"].picture_size == asked
    assert {name: camera.picture for name, camera in load_cameras().items() if camera.picture} == {
        "usb-camera": asked
    }


def test_camera_angles_agree_with_their_sensor() -> None:
    """Across and along, angles differ by what makers round and lenses bend, not by a slip."""
    for camera in load_cameras().values():
        across, along = (
            side / np.tan(np.radians(angle / 2))
            for side, angle in zip(camera.sensor, camera.view, strict=True)
        )
        assert across / along == pytest.approx(1, abs=0.07)


def test_camera_of_another_shape_sees_the_middle() -> None:
    """A picture narrower than the sensor shows less across and as much along; a wider one the other way."""
    told = CameraModel(name="x", sensor=(1600, 900), view=(90, 58.7), picture=(1200, 900), fits="hq", drop=0)
    across, along = told.slopes
    assert across == pytest.approx(0.75)
    assert along == pytest.approx(np.tan(np.radians(58.7 / 2)))
