"""When a tune switches its output; the tests set the time, so that nothing waits."""

from pi_bunco.devices.bell.patterns import Beep
from pi_bunco.devices.bell.tune import CUT_PAUSE, Tune

HOUR = 3600.0


class Bench:
    """Steps a tune when it is due, or ``late`` seconds later, and records each switch with its time."""

    def __init__(self, late: float = 0.0) -> None:
        self.now, self.late = 0.0, late
        self.switched: list[tuple[float, float]] = []
        self.tune = Tune(lambda hz: self.switched.append((round(self.now, 3), hz)))

    def run_until(self, end: float) -> None:
        due = self.tune.step(self.now)
        while due is not None and due <= end:
            self.now = due + self.late
            due = self.tune.step(self.now)
        self.now = end


def test_tune_plays_every_beep_in_order() -> None:
    """Each beep is switched on at its pitch and off again, for as long as it lasts; nothing follows."""
    bench = Bench()
    bench.tune.play((Beep(0.5, 0.25, 1000), Beep(0.1, 0.0, 2000)))
    bench.run_until(HOUR)
    assert bench.switched == [(0.0, 1000), (0.5, 0), (0.75, 2000), (0.85, 0)]
    assert bench.tune.step(HOUR) is None


def test_tune_new_pattern_replaces_the_old() -> None:
    """A new pattern ends a sounding one at once, and begins after a short silence."""
    bench = Bench()
    bench.tune.play((Beep(HOUR, 0.0, 1000), Beep(HOUR, 0.0, 1001)))
    bench.run_until(5.0)
    bench.tune.play((Beep(0.1, HOUR, 2000), Beep(HOUR, 0.0, 2001)))
    bench.run_until(7.0)
    bench.tune.play((Beep(0.1, 0.0, 3000),))
    bench.run_until(2 * HOUR)
    assert bench.switched == [
        (0.0, 1000), (5.0, 0), (5.0 + CUT_PAUSE, 2000), (5.1 + CUT_PAUSE, 0), (7.0, 3000), (7.1, 0),
    ]  # fmt: skip


def test_tune_late_steps_skip_no_beep() -> None:
    """If its steps come late, a tune plays slower but plays all twelve beeps."""
    bench = Bench(late=0.5)
    bench.tune.play((Beep(0.07, 0.06, 1568), Beep(0.07, 0.06, 2093)) * 6)
    bench.run_until(HOUR)
    assert [hz for _, hz in bench.switched] == [1568, 0, 2093, 0] * 6


def test_tune_for_ever_repeats_until_replaced() -> None:
    """A lamp blinks until an empty pattern makes it dark."""
    bench = Bench()
    bench.tune.play((Beep(1.0, 1.0, 1),), repeat=True)
    bench.run_until(10.5)
    assert bench.switched == [(float(at), 1 - at % 2) for at in range(11)]
    bench.tune.play((), repeat=True)
    bench.run_until(HOUR)
    assert bench.switched[11:] == [(10.5, 0)]


def test_tune_steady_light_does_not_flicker() -> None:
    """A lamp with a steady pattern is not switched off when the pattern repeats."""
    bench = Bench()
    bench.tune.play((Beep(10.0, 0.0, 1),), repeat=True)
    bench.run_until(100.0)
    assert {level for _, level in bench.switched} == {1}
