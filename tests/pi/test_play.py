"""A round on the virtual Pi without mocks, from the button's pin to the buzzer's."""

import pytest

from pi_bunco.devices.bell.patterns import SOUNDS
from pi_bunco.devices.ports import Ring
from tests.pi.bell import BUTTON, BUZZER, SHORT_PRESS, format_beeps, format_pattern
from tests.pi.virtualpi import VirtualPi

pytestmark = pytest.mark.pi


def test_play_press_to_score(pi: VirtualPi, truth: list[list[int]]) -> None:
    """A press on the pin starts a round and sounds; dice from picamera2 are read, logged and shown."""
    pi.wait_for_table("the camera gives pictures", lambda now: now["camera"]["status"] == "live")
    assert pi.table()["phase"] == "ready"

    played = pi.play(SHORT_PRESS, BUTTON, [BUZZER], 10.0)
    assert format_beeps(played.edges).startswith(format_pattern(SOUNDS[Ring.START].pattern))
    assert pi.table()["phase"] == "playing"

    pi.wait_for_table("two throws are shown", lambda now: len(now["course"]) >= 2)
    logged = list_throws(pi)
    begin = truth.index(logged[0])
    assert logged == [truth[(begin + n) % len(truth)] for n in range(len(logged))]
    shown = pi.table()["course"]
    assert [sorted(each["dice"]) for each in shown][: len(logged)] == logged[: len(shown)]


def list_throws(pi: VirtualPi) -> list[list[int]]:
    """Return the dice of each throw in the log, sorted."""
    return [sorted(line["dice"]) for line in pi.record() if line.get("event") == "throw"]
