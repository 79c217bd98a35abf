"""A board that gets hot and cools down again, told by a script."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.devices.board import Health
from pi_bunco.devices.camera.cooling import Cooling, choose_share


@given(st.lists(st.floats(-20, 120), min_size=1), st.floats(-20, 120))
def test_cooling_hotter_never_means_more_pictures(past: list[float], now: float) -> None:
    """Whatever came before, a hotter board is not asked for more; below 70 °C all pictures are taken."""
    before = 1.0
    for degrees in past:
        before = choose_share(degrees, before)
    assert choose_share(now + 1, before) <= choose_share(now, before)
    assert now >= 70 or choose_share(now, before) == 1.0
    assert now < 79 or choose_share(now, before) == 0.25


def test_cooling_looks_now_and_then_and_slows_before_the_firmware_does() -> None:
    """Pictures get fewer at 75 °C, before 80, and are all taken again once the board is under 70."""
    now, degrees, looks = 0.0, 60.0, 0

    def health() -> Health:
        nonlocal looks
        looks += 1
        return Health(degrees, None)

    cooling = Cooling(30.0, health, lambda: now)
    rates = []
    for now_degrees in (60.0, 75.5, 79.5, 76.0, 73.9, 71.0, 69.0):
        degrees, now = now_degrees, now + 1.0
        before = looks
        cooling.find_rate()
        assert looks == before
        now += 5.0
        rates.append(cooling.find_rate())
    assert rates == [30.0, 15.0, 7.5, 7.5, 15.0, 15.0, 30.0]
    assert cooling.health.temperature == 69.0


@pytest.mark.parametrize("before", [1.0, 0.5, 0.25])
def test_cooling_without_a_sensor_nothing_is_slowed(before: float) -> None:
    """A machine that does not say how warm it is gets all its pictures."""
    assert choose_share(None, before) == 1.0
