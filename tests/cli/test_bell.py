"""``pi-bunco bell``: the wiring, the sounds, and trying them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pi_bunco.cli.bell import bell
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.bell.patterns import LIGHTS, SOUNDS, STAGE_WORDS, say_hold_time
from pi_bunco.devices.ports import Lamp, Press, Ring, Stage
from pi_bunco.errors import Trouble
from pi_bunco.files import assets


class SelfPressingBell(MockBell):
    """A bell that reports two presses as soon as it has a listener, and records its lights."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[Lamp] = []

    def on_press(self, listener: Callable[[Press], None]) -> None:
        super().on_press(listener)
        self.press(Stage.SHORT)
        self.press(Stage.END)

    def light(self, lamp: Lamp) -> None:
        self.shown.append(lamp)
        super().light(lamp)


@pytest.fixture
def sleeps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Replace ``time.sleep`` and return the seconds of its calls."""
    sleeps: list[float] = []
    monkeypatch.setattr("time.sleep", sleeps.append)
    return sleeps


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch, sleeps: list[float]) -> SelfPressingBell:
    assert sleeps == []  # so that nothing sleeps
    toy = SelfPressingBell()
    monkeypatch.setattr("pi_bunco.cli.bell.open_bell", lambda _: toy)
    return toy


def run(*words: str) -> str:
    return CliRunner().invoke(bell, words, catch_exceptions=False).output


def one_line(text: str) -> str:
    return " ".join(text.split())


def test_bell_shows_wiring_presses_sounds_and_lights() -> None:
    """The output lists wiring, presses, sounds and lights in words, within 80 columns."""
    shown = run("--board", "generic-lamp")
    assert max(map(len, shown.splitlines())) < 80
    result = one_line(shown)
    assert "button GPIO 17, pin 11: one leg to pin 11, the other to pin 9 (ground)" in result
    assert "3 to 6 s one steady tone; letting go ends the round" in result
    for sound in SOUNDS.values():
        assert f"{sound.description}: {sound.means}" in result
    for light in LIGHTS.values():
        assert f"{light.description} {light.means}" in result


def test_bell_prints_other_uses_of_its_pins() -> None:
    """For a board on the pins of a bus, a note about the bus is printed."""
    assert "also the SPI bus: leave that off" in one_line(run("--board", "pibrella"))


def test_bell_takes_the_board_of_the_settings(tmp_path: Path) -> None:
    """The board of the settings is used; if the bell is the page, no wiring is printed."""
    settings = tmp_path / "table.toml"
    settings.write_text('bell = "gpio:jam-hat"\n', "utf-8")
    assert "JamHat" in run("--config", str(settings))
    settings.write_text('bell = "mock"\n', "utf-8")
    assert run("--config", str(settings)).startswith("\nHold the button for\n")


def test_bell_try_plays_and_lights_everything(toy: SelfPressingBell, sleeps: list[float]) -> None:
    """Each ring and each light is played once, for as long as it lasts."""
    shown = run("--board", "generic-lamp", "--try", "--seconds", "0")
    assert list(toy.sounded)[: len(Ring)] == list(SOUNDS)
    assert toy.shown == list(Lamp)
    for rest, pattern in zip(sleeps, (sound.pattern for sound in SOUNDS.values()), strict=False):
        assert rest > sum(beep.on + beep.off for beep in pattern)
    assert len(sleeps) == len(Ring) + len(Lamp)
    assert max(map(len, shown.splitlines())) < 80


def test_bell_try_without_a_lamp_shows_no_lights(toy: SelfPressingBell, sleeps: list[float]) -> None:
    """For a board without a lamp, no lights are shown and no time is spent on them."""
    assert "Its lamp is" not in run("--board", "generic", "--try", "--seconds", "0")
    assert (toy.shown, len(sleeps)) == ([], len(Ring))


def test_bell_try_reports_each_press(toy: SelfPressingBell) -> None:
    """Each stage of a press is printed with what it does at the table, and its ring sounds."""
    pressed = run("--board", "generic-lamp", "--try", "--seconds", "0").partition("Press the button\n")[2]
    assert [one_line(line) for line in pressed.splitlines()] == [
        "For 0 seconds.",
        "down",
        "let go rings the bell: the round begins",
        "down",
        "still down ticks, faster and faster",
        "still down one steady tone",
        "let go ends the round",
    ]
    assert list(toy.sounded)[len(Ring) :] == [Ring.REFUSED, Ring.WARN_END, Ring.LET_GO, Ring.REFUSED]


def test_bell_try_reports_a_button_that_is_down_already(toy: SelfPressingBell) -> None:
    """A button that is stuck, or whose wires touch, is reported before it is tried."""
    toy.down = True
    assert "It is down already" in run("--board", "generic-lamp", "--try", "--seconds", "0")


def test_bell_try_plays_the_bell_of_another_package(toy: SelfPressingBell, tmp_path: Path) -> None:
    """The rings and lights of a plug-in's bell are played; its wiring is unknown and not printed."""
    settings = tmp_path / "table.toml"
    settings.write_text('bell = "gong:left"\n')
    shown = run("--config", str(settings), "--try", "--seconds", "0")
    assert "Its lamp is" in shown
    assert "GPIO" not in shown
    assert (list(toy.sounded)[: len(Ring)], toy.shown) == (list(SOUNDS), list(Lamp))


def test_bell_try_without_a_bell_is_refused(tmp_path: Path) -> None:
    """If the bell is the page, there is nothing to try, and the message names the option for a board."""
    settings = tmp_path / "table.toml"
    settings.write_text('bell = "mock"\n', "utf-8")
    with pytest.raises(Trouble, match=r"its bell is a button on the page\. Name one with --board"):
        run("--config", str(settings), "--try")


@pytest.mark.parametrize(
    ("page", "table"),
    [("host", "presses"), ("host", "rings"), ("host", "lights"), ("builder", "rings"), ("builder", "lights")],
)
def test_documents_describe_the_bell_as_it_is(page: str, table: str) -> None:
    """The documents' tables of presses, rings and lights agree with the code."""
    text = (assets.find("hardware").parent / "docs" / f"{page}.md").read_text("utf-8")
    rows: dict[str, list[tuple[str, ...]]] = {
        "presses": [
            ("hold the button for", "you hear", "letting go"),
            *((say_hold_time(stage), *STAGE_WORDS[stage]) for stage in Stage),
        ],
        "rings": [("you hear", "it says"), *(sound[1:] for sound in SOUNDS.values())],
        "lights": [("the lamp is", "it says"), *(light[1:] for light in LIGHTS.values())],
    }
    head, *body = (f"| {' | '.join(cells)} |" for cells in rows[table])
    assert [row for row in body if f"{row}\n" not in text] == []
    assert "\n".join([head, f"{'|---' * len(rows[table][0])}|", *body]) in text
