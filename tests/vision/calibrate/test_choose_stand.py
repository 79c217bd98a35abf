"""Choosing the camera's position by test throws."""

import pytest

from pi_bunco.frames import Box, Die, Image, Reading, Status
from pi_bunco.vision.calibrate.choose_stand import StandChooser, measure_certainty
from pi_bunco.vision.stand import Stand
from tests.vision.calibrate.mats import MAT, FixedReader, draw_mat, make_calibration, photograph

THREE = ((250.0, 200.0, 10.0), (450.0, 330.0, 40.0), (640.0, 250.0, 75.0))
WHERE = tuple((x, y) for x, y, _ in THREE)
NEAR, MIDDLE, FAR = (Stand(480.0, 330.0, height) for height in (900.0, 1500.0, 2400.0))


class DoubtingReader(FixedReader):
    """Doubts dice unless it sees them from one height."""

    def __init__(self, right: float) -> None:
        super().__init__(*WHERE)
        self.right = right
        self.sees = False

    def above(self, stand: Stand, within: Box | None = None) -> "DoubtingReader":  # noqa: ARG002 - of the interface
        self.sees = stand.height == self.right
        return self

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        reading = super().read(image, dice=dice, die_size=die_size)
        if self.sees:
            return reading
        doubtful = tuple(Die(die.value, 0.5, die.box) for die in reading.dice)
        return Reading(Status.DOUBTFUL, doubtful, "Does it lean?")


@pytest.mark.parametrize("right", [NEAR, MIDDLE, FAR])
def test_the_position_that_reads_the_throws_is_chosen(right: Stand) -> None:
    """After one throw it is the calibration's, with the size of the dice, and reads further throws."""
    chooser = StandChooser(DoubtingReader(right.height), make_calibration(), [NEAR, MIDDLE, FAR])
    picture = photograph(draw_mat(*THREE))
    assert chooser.learn(picture).status is Status.READ
    assert chooser.calibration.stand == right
    assert chooser.calibration.die == pytest.approx(52.0 * 912 / MAT[0], rel=0.05)
    assert chooser.read(picture).status is Status.READ


def test_the_most_likely_position_stays_if_all_read_alike() -> None:
    """A reader that does not care for the camera's position changes nothing."""
    chooser = StandChooser(FixedReader(*WHERE), make_calibration(), [MIDDLE, NEAR, FAR])
    assert chooser.learn(photograph(draw_mat(*THREE))).status is Status.READ
    assert chooser.calibration.stand == MIDDLE


def test_a_calibration_without_positions_is_used_as_it_is() -> None:
    """Such as one of pi-bunco 1.0.0: its position is computed from the corners when it reads."""
    chooser = StandChooser(FixedReader(*WHERE), make_calibration(), [])
    assert chooser.learn(photograph(draw_mat(*THREE))).status is Status.READ
    assert chooser.calibration.stand is None


def test_a_reading_without_doubt_counts_more_than_any_doubtful_one() -> None:
    """Of doubtful ones, that with more certain dice counts more; dice beyond the number do not count."""
    box = (0.0, 0.0, 9.0, 9.0)
    read = Reading(Status.READ, tuple(Die(2, sure, box) for sure in (0.8, 0.9, 0.7)))
    doubtful = Reading(Status.DOUBTFUL, tuple(Die(2, sure, box) for sure in (0.9, 0.9, 0.9, 0.9)), "Why?")
    assert measure_certainty(read, 3) == pytest.approx(1.7)
    assert measure_certainty(doubtful, 3) == pytest.approx(0.9)
