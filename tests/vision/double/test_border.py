"""The reader asks if the picture's border cuts off one more die, and the number of dice is not known."""

import numpy as np
import pytest
from renderer import render_still

from pi_bunco.files.assets import find
from pi_bunco.readings import Doubt, Status
from pi_bunco.vision.double import DoubleReader

IMAGE, TRUTH = render_still(9, dice=3)
RIGHT = max(TRUTH.dice, key=lambda die: die.centre[0])


@pytest.fixture(scope="module")
def reader() -> DoubleReader:
    """Return the reader that ships."""
    return DoubleReader(find("models"))


def test_die_cut_in_half_is_asked_about(reader: DoubleReader) -> None:
    """If the border goes through the middle of the third die, two dice are not read as two."""
    cut = np.ascontiguousarray(IMAGE[:, : round(RIGHT.centre[0])])
    reading = reader.read(cut, dice=None)
    assert (reading.status, reading.doubt, len(reading.dice)) == (Status.DOUBTFUL, Doubt.CUT, 2)
    assert str(reading.reason) == "Another die seems to lie half outside the picture. What do the dice show?"


def test_whole_dice_alone_are_read(reader: DoubleReader) -> None:
    """The question does not come if nothing lies at the border."""
    assert reader.read(IMAGE, dice=None).status is Status.READ


def test_mirror_image_of_a_die_at_the_border_is_no_further_die(reader: DoubleReader) -> None:
    """A die that lies whole at the border is not asked about because of its reflection."""
    edge = np.ascontiguousarray(IMAGE[:, : round(RIGHT.centre[0] + 0.8 * RIGHT.edge)])
    reading = reader.read(edge, dice=None)
    assert (reading.status, len(reading.dice)) == (Status.READ, 3)


def test_known_number_needs_no_look_at_the_border(reader: DoubleReader) -> None:
    """If the number is known, the reader does not look for more dice at the border."""
    reader.read(IMAGE, dice=3)
    assert "border" not in reader.spent
