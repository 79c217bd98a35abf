"""A round on the virtual Pi, unmocked from the button's pin to the buzzer's."""

import pytest

from pi_bunco.devices.bell.patterns import SOUNDS
from pi_bunco.devices.ports import Ring
from tests.pi.bell import BUTTON, BUZZER, SHORT_PRESS, heard, written
from tests.pi.virtualpi import VirtualPi

pytestmark = pytest.mark.pi


def test_play_press_to_score(pi: VirtualPi, truth: list[list[int]]) -> None:
    """A press on the pin starts a round and sounds; dice seen through picamera2 are read, logged, scored."""
    pi.until_table("the camera gives pictures", lambda now: now["camera"]["status"] == "live")
    assert pi.table()["phase"] == "ready"

    played = pi.play(SHORT_PRESS, BUTTON, [BUZZER], 10.0)
    assert heard(played.edges).startswith(written(SOUNDS[Ring.START].pattern))
    assert pi.table()["phase"] == "playing"

    pi.until_table("two throws are shown", lambda now: len(now["course"]) >= 2)
    seen = throws(pi)
    begin = truth.index(seen[0])
    assert seen == [truth[(begin + n) % len(truth)] for n in range(len(seen))]
    shown = pi.table()["course"]
    assert [sorted(each["dice"]) for each in shown][: len(seen)] == seen[: len(shown)]


def throws(pi: VirtualPi) -> list[list[int]]:
    """Return the dice of each throw in the log that the camera made."""
    return [sorted(line["dice"]) for line in pi.record() if line.get("event") == "throw"]
