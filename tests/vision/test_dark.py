"""Darkness is noticed when the light goes out, and ends when it is on again."""

from collections.abc import Sequence

import numpy as np
import pytest

from pi_bunco.frames import Frame
from pi_bunco.vision.dark import MIN_LIGHT, MIN_LIGHT_AGAIN, Darkness, measure_brightness


def make_frame(level: float, at: float, *, small: bool = False) -> Frame:
    """Return a picture whose brightest pixels, a fiftieth of it, have one grey level."""
    image = np.zeros((96, 128, 3), np.uint8)
    image[::7, ::7] = level
    image[:12] = level
    return Frame(image, 0, at, image[::2, ::2, 1].copy() if small else None)


def watch_levels(levels: Sequence[float], step: float = 0.25) -> list[bool]:
    """Return for each picture whether it is too dark; the pictures are `step` seconds apart."""
    darkness = Darkness()
    return [darkness.see(make_frame(level, number * step)) for number, level in enumerate(levels)]


@pytest.mark.parametrize("small", [False, True])
def test_brightness_is_that_of_the_brightest_hundredth(*, small: bool) -> None:
    """A dark picture with a small bright part counts as bright, in the full picture and in the small one."""
    assert measure_brightness(make_frame(200, 0, small=small)) == 200


def test_short_darkness_is_ignored() -> None:
    """Darkness of less than two seconds, such as a hand over the lens, changes nothing."""
    assert not any(watch_levels([120] * 4 + [3] * 7 + [120] * 4 + [3] * 7))


def test_darkness_begins_and_ends_after_two_seconds() -> None:
    """Darkness is reported two seconds after the light goes out, and ends two seconds after it is back."""
    dark = watch_levels([120] * 8 + [5] * 20 + [120] * 20)
    assert 8 + 8 <= dark.index(True) <= 8 + 11
    assert 28 + 8 <= 28 + dark[28:].index(False) <= 28 + 11
    assert not any(dark[40:])


def test_light_between_the_limits_changes_nothing() -> None:
    """Light between the two limits is enough to go on reading, but not to begin again."""
    between = (MIN_LIGHT + MIN_LIGHT_AGAIN) / 2
    assert not any(watch_levels([between] * 40))
    assert all(watch_levels([5] * 20 + [between] * 40)[20:])
