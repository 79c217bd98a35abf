"""What the measurement of a room with far Pis counts, and that it runs."""

import pytest

from tools import far_pis
from tools.far_pis import TIMES, Tap, compute_p99, find_delays, list_faults


def test_delay_ends_when_the_room_shows_the_throw() -> None:
    """The room has event 7 when it shows eight events or more: the header counts as one."""
    taps = [Tap("1.1", 10.0, 10.5, late=False), Tap("2.1", 10.25, 10.5, late=False)]
    shown = [(9.0, "7"), (10.125, "8"), (10.5, "10")]
    assert find_delays(taps, {"1.1": 7, "2.1": 8}, shown) == [125.0, 250.0]


def test_throw_that_the_room_never_shows_is_an_error() -> None:
    """Such a throw has no delay, and must not be left out silently."""
    with pytest.raises(IndexError):
        find_delays([Tap("1.1", 10.0, 10.5, late=False)], {"1.1": 8}, [(10.125, "8")])


def test_each_throw_must_be_there_once() -> None:
    """Lost and doubled throws are named, and also those that nobody has tapped."""
    assert list_faults(["1.1", "2.1"], ["2.1", "1.1"]) == []
    assert list_faults(["1.1", "1.2", "2.1"], ["1.1", "1.1", "2.1", "3.1"]) == [
        "The throw 1.2 is lost.",
        "Nobody has tapped the throw 3.1.",
        "The throw 1.1 came 2 times.",
    ]


def test_p99_is_never_above_the_slowest() -> None:
    """Few times do not make it larger than all of them."""
    assert compute_p99([10.0, 20.0]) == pytest.approx(19.9)


@pytest.mark.nightly
@pytest.mark.skipif(bool(far_pis.explain_why_not()), reason="Mosquitto is not installed")
def test_small_room_is_measured() -> None:
    """Two far Pis: all throws count, and each figure is there."""
    figures = far_pis.measure(pis=2, seconds=4, pause=1)
    assert figures["throws"] == 8
    assert all(figures[name] > 0 for name in (*TIMES, "head", "broker", "far", "unit"))
