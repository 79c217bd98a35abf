"""The bell's button on a real line of a gpiochip: how long it is pressed, chatter, a button that is stuck."""

from itertools import pairwise
from pathlib import Path

import pytest

from pi_bunco.devices.bell.patterns import SOUNDS
from pi_bunco.devices.bell.press_tracker import PRESS
from pi_bunco.devices.ports import Ring
from tests.pi.bell import BUTTON, BUZZER, LET_GO, PRESSED, SHORT_PRESS, heard, written
from tests.pi.virtualpi import LAB, Played, VirtualPi

pytestmark = pytest.mark.pi


def chatter(at: float, rests: int) -> list[tuple[float, int]]:
    """Return a contact that opens and closes for 150 ms, fifty times, and then rests."""
    changes = [(at + 0.003 * number, LET_GO if number % 2 else PRESSED) for number in range(50)]
    return [*changes, (at + 0.15, rests)]


def hold(seconds: float) -> list[tuple[float, int]]:
    return [(0.2, PRESSED), (0.2 + seconds, LET_GO)]


def without_camera(pi: VirtualPi) -> VirtualPi:
    """Let the table play by taps, so that the bell has nothing to say but of its button."""
    told = 'camera = "none"\\nbell = "gpio:generic"'
    pi.run(f"sed -i -e '/^bell/d' -e 's/^camera .*/{told}/' /etc/pi-bunco/table.toml")
    pi.run("systemctl restart pi-bunco")
    pi.until_table("the table answers", lambda now: now["camera"]["status"] == "none")
    return pi


@pytest.fixture(scope="module")
def quiet(pi: VirtualPi) -> VirtualPi:
    return without_camera(pi)


@pytest.fixture
def playing(quiet: VirtualPi) -> VirtualPi:
    """Return a Pi with a round that is being played, and a button that is up."""
    if quiet.table()["phase"] == "ready":
        quiet.play(SHORT_PRESS, BUTTON, [BUZZER], 3.0)
    quiet.until_table("a round is played", lambda now: now["phase"] == "playing")
    return quiet


def test_button_let_go_in_time_does_nothing(playing: VirtualPi) -> None:
    """Held for two seconds it ticks, and the round goes on."""
    before = len(playing.record())
    played = playing.play(hold(2.0), BUTTON, [BUZZER], 4.0)
    assert set(heard(played.edges)) == {"."}
    assert playing.table()["phase"] == "playing"
    assert not [line for line in playing.record()[before:] if line.get("by") == "button"]


def test_button_chatter_is_no_press(playing: VirtualPi) -> None:
    """A contact that chatters and rests open, as a spike on a long wire, is not answered at all."""

    def chattered() -> Played | None:
        """Play it; ``None`` if the machine stood still meanwhile, which held the button down."""
        played = playing.play(chatter(0.2, LET_GO), BUTTON, [BUZZER], 2.0)
        stood = max(later - at for at, later in pairwise(played.pulled))
        return played if stood < PRESS else None

    for _ in range(5):
        assert playing.until("the contact chatters", chattered).edges == []


def test_button_chatter_at_both_ends_is_one_press(playing: VirtualPi) -> None:
    """A press whose contact chatters as it closes and as it opens is answered once: nothing to ring now."""
    press = [*chatter(0.2, PRESSED), *chatter(0.5, LET_GO)]
    assert heard(playing.play(press, BUTTON, [BUZZER], 3.0).edges) == written(SOUNDS[Ring.REFUSED].pattern)


def test_button_stuck_is_told_and_does_nothing(playing: VirtualPi) -> None:
    """Down for twenty seconds: told on the page, by tone; nothing is ended or switched off; it comes back."""
    before = len(playing.record())
    playing.pull(BUTTON, PRESSED)
    stuck = playing.until_table("it is called stuck", lambda now: now["button"]["stage"] == "stuck")
    assert any("stuck" in banner["text"] for banner in stuck["banners"])
    playing.pull(BUTTON, LET_GO)
    playing.until_table("it is well again", lambda now: now["button"]["stage"] == "up" and not now["banners"])
    assert not [line for line in playing.record()[before:] if line.get("by") == "button"]


def test_button_long_press_warns_and_ends_the_round(playing: VirtualPi) -> None:
    """Held for four seconds it ticks, sounds steadily, and ends the round when it is let go."""
    played = playing.play(hold(4.0), BUTTON, [BUZZER], 8.0)
    ended = [line for line in playing.record() if line.get("event") == "end_round"]
    assert [line["by"] for line in ended] == ["button"]
    warned = written(SOUNDS[Ring.WARN_END].pattern)
    assert heard(played.edges).startswith(warned[:-1])
    assert heard(played.edges).strip(".").startswith(written(SOUNDS[Ring.LET_GO].pattern))


def test_button_very_long_press_switches_the_pi_off(folder: Path, truth: list[list[int]]) -> None:
    """Held for twelve seconds it says so on the page and by tone; systemd then ends everything, and halts."""
    assert truth
    with VirtualPi(folder, LAB / "ready.ext4") as pi:
        without_camera(pi)
        pi.play(SHORT_PRESS, BUTTON, [BUZZER], 3.0)
        played = pi.play(hold(12.0), BUTTON, [BUZZER], 12.6)
        assert pi.table()["button"]["stage"] == "going"
        assert heard(played.edges).count("-") >= 2
        pi.until("the power is off", lambda: pi._process.poll() is not None)
    assert "Power down" in (folder / "screen.txt").read_text("utf-8", errors="replace")
