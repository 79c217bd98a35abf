"""The countdown to each bell and the end of a break hold after a restart."""

import time

import pytest

from pi_bunco.room.pace import HostPace
from pi_bunco.settings.chosen_pace import PaceChoice


def test_the_host_chooses_a_countdown_and_a_break() -> None:
    """Each choice is kept at once, and a break is only that after its bell."""
    kept: list[PaceChoice] = []
    pace = HostPace(PaceChoice(30, 30), kept.append)
    assert (pace.countdown, pace.find_break_end(4, 120)) == (30, None)
    pace.choose_countdown(90)
    pace.choose_break(15, 4, 120)
    assert (pace.countdown, kept[0].countdown, kept[1].countdown) == (90, 90, 90)
    end = pace.find_break_end(4, 120)
    assert end is not None
    assert 890 < end - time.monotonic() <= 900
    assert (pace.find_break_end(4, 121), pace.find_break_end(5, 120)) == (None, None)
    pace.choose_break(0, 4, 120)
    assert pace.find_break_end(4, 120) is None


@pytest.mark.parametrize(
    ("passed", "left"),
    [(300, 600), (900, 0), (5000, 0), (9e6, 900), (-5000, 900)],
    ids=["in the break", "at its end", "after its end", "a clock that jumped on", "a clock without time"],
)
def test_after_a_restart_the_break_goes_on(passed: float, left: float) -> None:
    """The time without power counts. With an implausible clock the break begins again."""
    pace = HostPace(PaceChoice(0, 60, minutes=15, since=time.time() - passed, game=4, bell=120))
    end = pace.find_break_end(4, 120)
    assert end is not None
    assert abs(end - time.monotonic() - left) < 5
    assert pace.countdown == 60
