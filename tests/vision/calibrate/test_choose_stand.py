"""The camera's position is chosen by test throws."""

import pytest

from pi_bunco.frames import Image
from pi_bunco.readings import Box, Die, Reading, Status
from pi_bunco.vision.calibrate.choose_stand import StandChooser, measure_certainty
from pi_bunco.vision.stand import Stand
from tests.vision.calibrate.mats import MAT, FixedReader, draw_mat, make_calibration, photograph

THREE = ((250.0, 200.0, 10.0), (450.0, 330.0, 40.0), (640.0, 250.0, 75.0))
PLACES = tuple((x, y) for x, y, _ in THREE)
NEAR, MIDDLE, FAR = (Stand(480.0, 330.0, height) for height in (900.0, 1500.0, 2400.0))


class DoubtingReader(FixedReader):
    """Doubts all dice unless the camera has the right height."""

    def __init__(self, right_height: float) -> None:
        super().__init__(*PLACES)
        self.right_height = right_height
        self.at_right_height = False

    def above(self, stand: Stand, within: Box | None = None) -> "DoubtingReader":  # noqa: ARG002 - of the interface
        self.at_right_height = stand.height == self.right_height
        return self

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        reading = super().read(image, dice=dice, die_size=die_size)
        if self.at_right_height:
            return reading
        doubtful = tuple(Die(die.value, 0.5, die.box) for die in reading.dice)
        return Reading(Status.DOUBTFUL, doubtful, "Does it lean?")


@pytest.mark.parametrize("right", [NEAR, MIDDLE, FAR])
def test_position_that_reads_the_throw_is_chosen(right: Stand) -> None:
    """After one throw the calibration has this position and the size of the dice; the next throw is read."""
    chooser = StandChooser(DoubtingReader(right.height), make_calibration(), [NEAR, MIDDLE, FAR])
    picture = photograph(draw_mat(*THREE))
    assert chooser.learn(picture).status is Status.READ
    assert chooser.calibration.stand == right
    assert chooser.calibration.die == pytest.approx(52.0 * 912 / MAT[0], rel=0.05)
    assert chooser.read(picture).status is Status.READ


def test_most_likely_position_is_chosen_if_all_read_alike() -> None:
    """If the reader does not depend on the camera's position, the first position is chosen."""
    chooser = StandChooser(FixedReader(*PLACES), make_calibration(), [MIDDLE, NEAR, FAR])
    assert chooser.learn(photograph(draw_mat(*THREE))).status is Status.READ
    assert chooser.calibration.stand == MIDDLE


def test_calibration_without_positions_is_used() -> None:
    """A calibration without a position, such as one of pi-bunco 1.0.0, reads and gets no position."""
    chooser = StandChooser(FixedReader(*PLACES), make_calibration(), [])
    assert chooser.learn(photograph(draw_mat(*THREE))).status is Status.READ
    assert chooser.calibration.stand is None


def test_certainty_is_higher_without_doubt() -> None:
    """A reading without doubt has more certainty than a doubtful one; a surplus die does not count."""
    box = (0.0, 0.0, 9.0, 9.0)
    read = Reading(Status.READ, tuple(Die(2, sure, box) for sure in (0.8, 0.9, 0.7)))
    doubtful = Reading(Status.DOUBTFUL, tuple(Die(2, sure, box) for sure in (0.9, 0.9, 0.9, 0.9)), "Why?")
    assert measure_certainty(read, 3) == pytest.approx(1.7)
    assert measure_certainty(doubtful, 3) == pytest.approx(0.9)
