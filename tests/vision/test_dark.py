"""The light goes out, and comes on again."""

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


def follow(levels: Sequence[float], step: float = 0.25) -> list[bool]:
    darkness = Darkness()
    return [darkness.see(make_frame(level, number * step)) for number, level in enumerate(levels)]


@pytest.mark.parametrize("small", [False, True])
def test_dark_is_how_bright_the_brightest_hundredth_is(*, small: bool) -> None:
    """A dark mat with something light on it is bright, seen large or small."""
    assert measure_brightness(make_frame(200, 0, small=small)) == 200


def test_dark_a_hand_over_the_lens_is_no_night() -> None:
    """Darkness shorter than two seconds changes nothing."""
    assert not any(follow([120] * 4 + [3] * 7 + [120] * 4 + [3] * 7))


def test_dark_is_reported_after_two_seconds_and_ends_after_two() -> None:
    """It takes two seconds to be dark, and two to be light again."""
    dark = follow([120] * 8 + [5] * 20 + [120] * 20)
    assert 8 + 8 <= dark.index(True) <= 8 + 11
    assert 28 + 8 <= 28 + dark[28:].index(False) <= 28 + 11
    assert not any(dark[40:])


def test_dark_light_between_the_limits_changes_nothing() -> None:
    """What is just light enough to go on is not light enough to begin again."""
    between = (MIN_LIGHT + MIN_LIGHT_AGAIN) / 2
    assert not any(follow([between] * 40))
    assert all(follow([5] * 20 + [between] * 40)[20:])
