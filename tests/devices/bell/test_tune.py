"""What is switched, and when; no time passes here."""

from pi_bunco.devices.bell.patterns import Beep
from pi_bunco.devices.bell.tune import CUT_PAUSE, Tune

HOUR = 3600.0


class Stand:
    """Switches that are written down with their time, and steps that come at their due, or later."""

    def __init__(self, late: float = 0.0) -> None:
        self.now, self.late = 0.0, late
        self.switched: list[tuple[float, float]] = []
        self.tune = Tune(lambda hz: self.switched.append((round(self.now, 3), hz)))

    def until(self, end: float) -> None:
        due = self.tune.step(self.now)
        while due is not None and due <= end:
            self.now = due + self.late
            due = self.tune.step(self.now)
        self.now = end


def test_tune_plays_every_beep_in_order() -> None:
    """Each beep is switched on at its pitch and off again, for as long as it lasts; nothing follows."""
    stand = Stand()
    stand.tune.play((Beep(0.5, 0.25, 1000), Beep(0.1, 0.0, 2000)))
    stand.until(HOUR)
    assert stand.switched == [(0.0, 1000), (0.5, 0), (0.75, 2000), (0.85, 0)]
    assert stand.tune.step(HOUR) is None


def test_tune_new_pattern_cuts_off_the_old() -> None:
    """A pattern that would sound for an hour gives way at once, after a silence that parts the two."""
    stand = Stand()
    stand.tune.play((Beep(HOUR, 0.0, 1000), Beep(HOUR, 0.0, 1001)))
    stand.until(5.0)
    stand.tune.play((Beep(0.1, HOUR, 2000), Beep(HOUR, 0.0, 2001)))
    stand.until(7.0)
    stand.tune.play((Beep(0.1, 0.0, 3000),))
    stand.until(2 * HOUR)
    assert stand.switched == [
        (0.0, 1000), (5.0, 0), (5.0 + CUT_PAUSE, 2000), (5.1 + CUT_PAUSE, 0), (7.0, 3000), (7.1, 0),
    ]  # fmt: skip


def test_tune_late_steps_leave_no_beep_out() -> None:
    """A machine that is busy plays slower; the twelve beeps of a trill stay twelve."""
    stand = Stand(late=0.5)
    stand.tune.play((Beep(0.07, 0.06, 1568), Beep(0.07, 0.06, 2093)) * 6)
    stand.until(HOUR)
    assert [hz for _, hz in stand.switched] == [1568, 0, 2093, 0] * 6


def test_tune_for_ever_goes_on_until_something_else() -> None:
    """A lamp blinks on and on; an empty pattern makes it dark."""
    stand = Stand()
    stand.tune.play((Beep(1.0, 1.0, 1),), ever=True)
    stand.until(10.5)
    assert stand.switched == [(float(at), 1 - at % 2) for at in range(11)]
    stand.tune.play((), ever=True)
    stand.until(HOUR)
    assert stand.switched[11:] == [(10.5, 0)]


def test_tune_steady_light_is_not_switched_off_between() -> None:
    """A lamp that stays lit does not flicker when its pattern begins anew."""
    stand = Stand()
    stand.tune.play((Beep(10.0, 0.0, 1),), ever=True)
    stand.until(100.0)
    assert {level for _, level in stand.switched} == {1}
