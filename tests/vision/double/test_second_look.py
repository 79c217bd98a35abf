"""The second look, at the mirror image."""

import numpy as np
import pytest

from pi_bunco.devices.camera.mock import render_still
from pi_bunco.frames import Box, Die, Doubt, Image, Reading, Status
from pi_bunco.vision.double.second_look import choose_reading, mirror, mirror_box

WIDTH = 640
LEFT, RIGHT = (100.0, 50.0, 140.0, 90.0), (300.0, 60.0, 340.0, 100.0)


def see(*dice: tuple[int, Box], doubt: Doubt | None = None) -> Reading:
    """Return a reading of dice, doubtful if there is a doubt."""
    status = Status.DOUBTFUL if doubt else Status.READ
    return Reading(status, tuple(Die(value, 0.9, box) for value, box in dice), doubt=doubt)


def see_mirrored(*dice: tuple[int, Box]) -> Reading:
    """Return a reading of the mirror image, in which these dice are read."""
    return see(*((value, mirror_box(box, WIDTH)) for value, box in reversed(dice)))


def test_a_mirror_image_of_a_mirror_image_is_the_picture() -> None:
    """Pictures and boxes are the same after two mirrors."""
    image: Image = np.arange(48, dtype=np.uint8).reshape(2, 8, 3)
    assert np.array_equal(mirror(mirror(image)), image)
    assert not np.array_equal(mirror(image), image)
    assert mirror_box(mirror_box(LEFT, WIDTH), WIDTH) == LEFT


def test_a_mirrored_box_holds_the_mirrored_pixels() -> None:
    """What a box holds in a picture its mirrored box holds in the mirror image."""
    image, truth = render_still(8_100_000, size=(WIDTH, 480))
    x0, y0, x1, y1 = (round(edge) for edge in truth.boxes[0])
    a0, b0, a1, b1 = (round(edge) for edge in mirror_box((x0, y0, x1, y1), WIDTH))
    assert np.array_equal(mirror(mirror(image)[b0:b1, a0:a1]), image[y0:y1, x0:x1])


def test_a_sure_second_look_is_taken() -> None:
    """Its dice are in the picture's places, from left to right, also the one that the first look missed."""
    settled = choose_reading(see((3, LEFT), doubt=Doubt.FEWER), see_mirrored((3, LEFT), (5, RIGHT)), WIDTH)
    assert settled == see((3, LEFT), (5, RIGHT))


@pytest.mark.parametrize("doubt", [Doubt.UNSURE, Doubt.FEWER])
def test_a_second_look_that_contradicts_the_first_is_not_taken(doubt: Doubt) -> None:
    """If the looks saw two values in one place, the doubt stays, whichever die it was about."""
    first = see((3, LEFT), (6, RIGHT), doubt=doubt)
    assert choose_reading(first, see_mirrored((3, LEFT), (5, RIGHT)), WIDTH) is first


@pytest.mark.parametrize("doubt", list(Doubt))
def test_a_doubtful_second_look_changes_nothing(doubt: Doubt) -> None:
    """Two doubts are no reading: the first one's question is asked."""
    first = see((3, LEFT), doubt=Doubt.UNSURE)
    assert choose_reading(first, see((3, RIGHT), doubt=doubt), WIDTH) is first
    assert choose_reading(first, Reading(Status.EMPTY), WIDTH) is first
