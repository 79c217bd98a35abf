"""Fewer pictures are taken while the board is hot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.devices.board import Health
from pi_bunco.devices.camera.cooling import Cooling, choose_share


@given(st.lists(st.floats(-20, 120), min_size=1), st.floats(-20, 120))
def test_cooling_hotter_board_never_takes_more_pictures(past: list[float], now: float) -> None:
    """A hotter board never takes a larger share of pictures: all below 70 °C, a quarter from 79 °C on."""
    before = 1.0
    for degrees in past:
        before = choose_share(degrees, before)
    assert choose_share(now + 1, before) <= choose_share(now, before)
    assert now >= 70 or choose_share(now, before) == 1.0
    assert now < 79 or choose_share(now, before) == 0.25


def test_cooling_reads_the_sensor_every_few_seconds() -> None:
    """The rate is halved above 75 °C, quartered above 79 °C, and full again below 70 °C."""
    now, degrees, readings = 0.0, 60.0, 0

    def health() -> Health:
        nonlocal readings
        readings += 1
        return Health(degrees, None)

    cooling = Cooling(30.0, health, lambda: now)
    rates = []
    for now_degrees in (60.0, 75.5, 79.5, 76.0, 73.9, 71.0, 69.0):
        degrees, now = now_degrees, now + 1.0
        before = readings
        cooling.find_rate()
        assert readings == before
        now += 5.0
        rates.append(cooling.find_rate())
    assert rates == [30.0, 15.0, 7.5, 7.5, 15.0, 15.0, 30.0]
    assert cooling.health.temperature == 69.0


@pytest.mark.parametrize("before", [1.0, 0.5, 0.25])
def test_cooling_without_a_sensor_takes_all_pictures(before: float) -> None:
    """On a machine without a temperature sensor all pictures are taken."""
    assert choose_share(None, before) == 1.0
