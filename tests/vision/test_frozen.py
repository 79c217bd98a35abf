"""A camera that repeats one picture is noticed, and no other camera is taken for one."""

from collections.abc import Iterator

import numpy as np
import pytest

from pi_bunco.frames import Frame, Image
from pi_bunco.vision.frozen import MIN_PICTURES, MIN_SECONDS, Repetition

RNG = np.random.default_rng(5)
MAT: Image = RNG.integers(60, 120, (48, 64, 3), dtype=np.uint8)
GRAIN = RNG.integers(0, 2, (96, 128, 3), dtype=np.uint8)
HOUR = 3600


def shoot(index: int, scene: Image = MAT) -> Image:
    """Return a picture of a scene with the noise of a sensor."""
    x, y = index % 61, index % 43
    return scene + GRAIN[y : y + 48, x : x + 64]


def see(pictures: Iterator[Image], rate: float = 15, repetition: Repetition | None = None) -> list[bool]:
    """Return for each picture whether the camera counts as frozen."""
    repetition = repetition or Repetition()
    return [repetition.see(Frame(image, index, index / rate)) for index, image in enumerate(pictures)]


def test_camera_that_freezes_is_noticed_after_two_seconds() -> None:
    """A camera that worked for an hour and then repeats a picture is frozen two seconds later."""
    start = HOUR * 5
    frozen = see(
        (shoot(0) if start <= index < start + 60 else shoot(index) for index in range(start + 75)), 5
    )
    assert frozen.index(True) == start + MIN_SECONDS * 5
    assert frozen[-16:] == [True] + 15 * [False]


@pytest.mark.parametrize(("rate", "pictures"), [(3.0, MIN_PICTURES), (15.0, 31), (30.0, 61)])
def test_camera_that_is_frozen_from_the_first_picture_is_noticed(rate: float, pictures: int) -> None:
    """At any rate, at least ten pictures and two seconds must be identical."""
    frozen = see((MAT.copy() for _ in range(100)), rate)
    assert frozen.index(True) == pictures - 1
    assert all(frozen[pictures:])


def test_one_pixel_that_differs_is_enough() -> None:
    """Pictures that differ in one pixel which the small picture does not show are not identical."""
    small, repetition = MAT[::6, ::6, 1].copy(), Repetition()
    for index in range(150):
        image = MAT.copy()
        image[1, 1] = index
        assert not repetition.see(Frame(image, index, index / 15, small))


@pytest.mark.parametrize("level", [0, 16, 255])
def test_picture_without_content_is_not_judged(level: int) -> None:
    """A lens cap or a lamp in the lens makes an hour of identical pictures, and the camera is not frozen."""
    picture = np.full((48, 64, 3), level, np.uint8)
    assert not any(see(picture for _ in range(HOUR * 5)))


def test_stream_may_leave_a_calm_picture_until_the_next_key_frame() -> None:
    """A stream with a key frame every ten seconds is not frozen in an hour, and is when it repeats longer."""
    calm = (shoot(index // 50) for index in range(HOUR * 5))
    assert not any(see(calm, 5, Repetition(10.0)))
    assert see((MAT for _ in range(300)), 15, Repetition(10.0)).index(True) == 12 * 15


def test_hour_of_dim_pictures_is_no_freeze() -> None:
    """A dim picture in which only few pixels change is not identical."""
    dim = np.full((48, 64, 3), 25, np.uint8)
    dots = (np.array(dim) for _ in range(HOUR))
    assert not any(see(_change_pixel(image, index) for index, image in enumerate(dots)))


def _change_pixel(image: Image, index: int) -> Image:
    image[6 * (index % 8), 6 * (index // 8 % 10)] += 1
    return image
