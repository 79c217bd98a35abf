"""How fast pictures are looked at, told from the pictures themselves."""

import numpy as np
import pytest

from pi_bunco.frames import Frame
from pi_bunco.stations.speed import SpeedMeter

PICTURE = np.zeros((2, 2, 3), np.uint8)


def note(figures: SpeedMeter, times: list[float], *, every: int = 1, late: float = 0.03) -> None:
    for number, at in enumerate(times):
        figures.note(Frame(PICTURE, number * every, at), at + late)


def test_figures_tell_what_was_looked_at_and_what_came() -> None:
    """Of 20 pictures a second every fourth was looked at."""
    figures = SpeedMeter()
    note(figures, [k / 5 for k in range(30)], every=4, late=0.12)
    speed = figures.measure(6.0)
    assert speed is not None
    assert speed.looked == pytest.approx(5)
    assert speed.given == pytest.approx(20)
    assert speed.delay == pytest.approx(0.12)


def test_figures_are_of_the_last_seconds_alone() -> None:
    """A camera that gives no more has no rate; one slow look does not change the usual delay."""
    figures = SpeedMeter()
    note(figures, [k / 30 for k in range(90)])
    figures.note(Frame(PICTURE, 91, 3.0), 3.9)
    speed = figures.measure(3.9)
    assert speed is not None
    assert speed.delay == pytest.approx(0.03)
    assert figures.measure(60.0) is None
    assert SpeedMeter().measure(0.0) is None
