"""The bell's button on a real line of a gpiochip: lengths of presses, chatter, and a stuck button."""

from itertools import pairwise
from pathlib import Path

import pytest

from pi_bunco.devices.bell.patterns import SOUNDS
from pi_bunco.devices.bell.press_tracker import PRESS_SECONDS
from pi_bunco.devices.ports import Ring
from tests.pi.bell import BUTTON, BUZZER, PRESSED, RELEASED, SHORT_PRESS, format_beeps, format_pattern
from tests.pi.virtualpi import LAB, Played, VirtualPi

pytestmark = pytest.mark.pi


def chatter(at: float, rests: int) -> list[tuple[float, int]]:
    """Return the changes of a contact that toggles fifty times in 150 ms, and then rests."""
    changes = [(at + 0.003 * number, RELEASED if number % 2 else PRESSED) for number in range(50)]
    return [*changes, (at + 0.15, rests)]


def hold(seconds: float) -> list[tuple[float, int]]:
    return [(0.2, PRESSED), (0.2 + seconds, RELEASED)]


def remove_camera(pi: VirtualPi) -> VirtualPi:
    """Let the table play without a camera, so that the bell sounds only for its button."""
    pi.stop_and_remove_camera()
    pi.run("systemctl start pi-bunco")
    pi.wait_for_table("the table answers", lambda now: now["camera"]["status"] == "none")
    return pi


@pytest.fixture(scope="module")
def quiet(pi: VirtualPi) -> VirtualPi:
    return remove_camera(pi)


@pytest.fixture
def playing(quiet: VirtualPi) -> VirtualPi:
    """Return a Pi in the middle of a round, with a released button."""
    if quiet.table()["phase"] == "ready":
        quiet.play(SHORT_PRESS, BUTTON, [BUZZER], 3.0)
    quiet.wait_for_table("a round is played", lambda now: now["phase"] == "playing")
    return quiet


def test_button_released_in_time_does_nothing(playing: VirtualPi) -> None:
    """While the button is held for two seconds the buzzer ticks; then the round goes on."""
    before = len(playing.record())
    played = playing.play(hold(2.0), BUTTON, [BUZZER], 4.0)
    assert set(format_beeps(played.edges)) == {"."}
    assert playing.table()["phase"] == "playing"
    assert not [line for line in playing.record()[before:] if line.get("by") == "button"]


def test_button_chatter_is_no_press(playing: VirtualPi) -> None:
    """A contact that chatters and rests open, like a spike on a long wire, causes no sound."""

    def play_chatter() -> Played | None:
        """Play the chatter; return ``None`` if the machine paused in it, which is a real press."""
        played = playing.play(chatter(0.2, RELEASED), BUTTON, [BUZZER], 2.0)
        longest = max(end - start for (start, _), (_, end) in pairwise(played.pulled))
        return played if longest < PRESS_SECONDS else None

    for _ in range(5):
        assert playing.wait_until("the contact chatters", play_chatter).edges == []


def test_button_chatter_at_both_ends_is_one_press(playing: VirtualPi) -> None:
    """A press with chatter at both ends causes one sound: the press is refused in a round."""
    press = [*chatter(0.2, PRESSED), *chatter(0.5, RELEASED)]
    assert format_beeps(playing.play(press, BUTTON, [BUZZER], 3.0).edges) == format_pattern(
        SOUNDS[Ring.REFUSED].pattern
    )


def test_button_stuck_is_reported_and_does_nothing(playing: VirtualPi) -> None:
    """The page shows a button that is stuck for twenty seconds until its release; it does nothing else."""
    before = len(playing.record())
    playing.pull(BUTTON, PRESSED)
    stuck = playing.wait_for_table("it is called stuck", lambda now: now["button"]["stage"] == "stuck")
    assert any("stuck" in banner["text"] for banner in stuck["banners"])
    playing.pull(BUTTON, RELEASED)
    playing.wait_for_table(
        "it is well again", lambda now: now["button"]["stage"] == "up" and not now["banners"]
    )
    assert not [line for line in playing.record()[before:] if line.get("by") == "button"]


def test_button_long_press_warns_and_ends_the_round(playing: VirtualPi) -> None:
    """A press of four seconds ticks, then sounds steadily, and ends the round at its release."""
    played = playing.play(hold(4.0), BUTTON, [BUZZER], 8.0)
    ended = [line for line in playing.record() if line.get("event") == "end_round"]
    assert [line["by"] for line in ended] == ["button"]
    warned = format_pattern(SOUNDS[Ring.WARN_END].pattern)
    assert format_beeps(played.edges).startswith(warned[:-1])
    assert format_beeps(played.edges).strip(".").startswith(format_pattern(SOUNDS[Ring.LET_GO].pattern))


def test_button_very_long_press_switches_the_pi_off(folder: Path, truth: list[list[int]]) -> None:
    """After a press of twelve seconds, page and buzzer announce it, and systemd switches the machine off."""
    assert truth
    with VirtualPi(folder, LAB / "ready.ext4") as pi:
        remove_camera(pi)
        pi.play(SHORT_PRESS, BUTTON, [BUZZER], 3.0)
        played = pi.play(hold(12.0), BUTTON, [BUZZER], 12.6)
        assert pi.table()["button"]["stage"] == "going"
        assert format_beeps(played.edges).count("-") >= 2
        pi.wait_until("the power is off", lambda: pi._process.poll() is not None)
    assert "Power down" in (folder / "screen.txt").read_text("utf-8", errors="replace")
