"""The choice between the reading of a picture and that of its mirror image."""

import numpy as np
import pytest
from renderer import render_still

from pi_bunco.frames import Image
from pi_bunco.readings import Box, Die, Doubt, Reading, Status
from pi_bunco.vision.double.second_look import choose_reading, mirror, mirror_box

WIDTH = 640
LEFT, RIGHT = (100.0, 50.0, 140.0, 90.0), (300.0, 60.0, 340.0, 100.0)


def make_reading(*dice: tuple[int, Box], doubt: Doubt | None = None) -> Reading:
    """Return a reading of these dice, doubtful if a doubt is given."""
    status = Status.DOUBTFUL if doubt else Status.READ
    return Reading(status, tuple(Die(value, 0.9, box) for value, box in dice), doubt=doubt)


def make_mirrored_reading(*dice: tuple[int, Box]) -> Reading:
    """Return the reading of the mirror image of a picture with these dice."""
    return make_reading(*((value, mirror_box(box, WIDTH)) for value, box in reversed(dice)))


def test_mirroring_twice_changes_nothing() -> None:
    """A picture or a box that is mirrored twice is the same as before."""
    image: Image = np.arange(48, dtype=np.uint8).reshape(2, 8, 3)
    assert np.array_equal(mirror(mirror(image)), image)
    assert not np.array_equal(mirror(image), image)
    assert mirror_box(mirror_box(LEFT, WIDTH), WIDTH) == LEFT


def test_mirrored_box_contains_the_mirrored_pixels() -> None:
    """The mirrored box contains the same pixels in the mirror image as the box does in the picture."""
    image, truth = render_still(8_100_000, size=(WIDTH, 480))
    x0, y0, x1, y1 = (round(edge) for edge in truth.boxes[0])
    a0, b0, a1, b1 = (round(edge) for edge in mirror_box((x0, y0, x1, y1), WIDTH))
    assert np.array_equal(mirror(mirror(image)[b0:b1, a0:a1]), image[y0:y1, x0:x1])


def test_second_reading_without_doubt_is_chosen() -> None:
    """The dice of the second reading, also one that the first look missed, are placed from left to right."""
    chosen = choose_reading(
        make_reading((3, LEFT), doubt=Doubt.FEWER), make_mirrored_reading((3, LEFT), (5, RIGHT)), WIDTH
    )
    assert chosen == make_reading((3, LEFT), (5, RIGHT))


@pytest.mark.parametrize("doubt", [Doubt.UNSURE, Doubt.FEWER])
def test_contradicting_second_reading_is_not_chosen(doubt: Doubt) -> None:
    """If the two readings have different values at one place, the doubt of the first reading stays."""
    first = make_reading((3, LEFT), (6, RIGHT), doubt=doubt)
    assert choose_reading(first, make_mirrored_reading((3, LEFT), (5, RIGHT)), WIDTH) is first


@pytest.mark.parametrize("doubt", list(Doubt))
def test_doubtful_second_reading_is_not_chosen(doubt: Doubt) -> None:
    """If the second reading is doubtful or empty, the first reading stays with its question."""
    first = make_reading((3, LEFT), doubt=Doubt.UNSURE)
    assert choose_reading(first, make_reading((3, RIGHT), doubt=doubt), WIDTH) is first
    assert choose_reading(first, Reading(Status.EMPTY), WIDTH) is first
