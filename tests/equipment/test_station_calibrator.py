"""A calibration through a station: each step is a question."""

from collections.abc import Callable
from typing import Any

import pytest

from pi_bunco.equipment.station_calibrator import StationCalibrator
from pi_bunco.game.refused import Refused
from pi_bunco.messages.up import StepTaken
from tests.web.calibrations import LEARNT


class Station:
    """A station that records the steps, and has learnt the empty mat."""

    def __init__(self) -> None:
        self.steps: list[Any] = []
        self.away = False

    def ask(self, make_question: Callable[[int], Any], seconds: float) -> StepTaken:
        assert seconds > 1
        question = make_question(len(self.steps))
        self.steps.append((question.step, question.points))
        if self.away:
            raise Refused("The camera does not answer.", "See what is wrong with it.")
        return StepTaken(question.id, LEARNT, b"zip" if question.step == "file" else b"")


def test_each_step_is_a_question() -> None:
    """The station gets every step with its corners, and its progress and its file are returned."""
    station: Any = Station()
    calibrator = StationCalibrator(station)
    calibrator.find_mat()
    calibrator.set_corners(((1.0, 2.0),) * 4)
    calibrator.learn()
    calibrator.test(on=True)
    calibrator.test(on=False)
    calibrator.save()
    assert calibrator.get_file() == b"zip"
    assert calibrator.get_view() == LEARNT
    names = ["find", "corners", "learn", "test", "stop", "save", "file", "view"]
    assert [name for name, _ in station.steps] == names
    assert station.steps[1][1] == ((1.0, 2.0),) * 4


def test_progress_of_a_station_that_is_away_is_empty() -> None:
    """The page still opens while the station starts again, but a step is refused."""
    station: Any = Station()
    station.away = True
    calibrator = StationCalibrator(station)
    view = calibrator.get_view()
    assert (view.picture, view.corners, view.learnt, view.saved) == (None, None, False, False)
    with pytest.raises(Refused, match="does not answer"):
        calibrator.learn()
