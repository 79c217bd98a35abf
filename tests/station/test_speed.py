"""The rate and the delay of pictures, measured from their numbers and times."""

import numpy as np
import pytest

from pi_bunco.frames import Frame
from pi_bunco.station.speed import SpeedMeter

PICTURE = np.zeros((2, 2, 3), np.uint8)


def note(meter: SpeedMeter, times: list[float], *, every: int = 1, late: float = 0.03) -> None:
    for number, at in enumerate(times):
        meter.note(Frame(PICTURE, number * every, at), at + late)


def test_speed_counts_pictures_that_are_looked_at_and_that_come() -> None:
    """If every fourth of 20 pictures a second is looked at, the rates are 5 and 20."""
    meter = SpeedMeter()
    note(meter, [k / 5 for k in range(30)], every=4, late=0.12)
    speed = meter.measure(6.0)
    assert speed is not None
    assert speed.processed == pytest.approx(5)
    assert speed.delivered == pytest.approx(20)
    assert speed.delay == pytest.approx(0.12)


def test_slow_camera_has_a_speed_between_its_pictures() -> None:
    """A camera with 0.4 pictures a second is measured by its last two, until it counts as lost."""
    meter = SpeedMeter()
    note(meter, [0.0])
    assert meter.measure(1.0) is None
    meter = SpeedMeter()
    note(meter, [0.0, 2.5, 5.0], late=0.2)
    for now in (5.2, 7.6, 10.0):
        speed = meter.measure(now)
        assert speed is not None
        assert speed.processed == pytest.approx(0.4)
        assert speed.delivered == pytest.approx(0.4)
    assert meter.measure(12.0) is None


def test_speed_is_measured_over_the_last_seconds() -> None:
    """Without recent pictures there are no figures, and one slow look does not change the usual delay."""
    meter = SpeedMeter()
    note(meter, [k / 30 for k in range(90)])
    meter.note(Frame(PICTURE, 91, 3.0), 3.9, 0.9)
    speed = meter.measure(3.9)
    assert speed is not None
    assert speed.delay == pytest.approx(0.03)
    assert speed.longest == pytest.approx(0.9)
    assert meter.measure(60.0) is None
    assert SpeedMeter().measure(0.0) is None
