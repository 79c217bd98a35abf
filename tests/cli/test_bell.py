"""``pi-bunco bell``."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pi_bunco import assets
from pi_bunco.cli.bell import bell
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.bell.patterns import DOES, LIGHTS, SOUNDS, say_held
from pi_bunco.devices.ports import Lamp, Press, Ring, Stage
from pi_bunco.errors import Trouble


class SelfPressingBell(MockBell):
    """A bell whose button is pressed by itself as soon as somebody listens."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[Lamp] = []

    def on_press(self, told: Callable[[Press], None]) -> None:
        super().on_press(told)
        self.press(Stage.SHORT)
        self.press(Stage.END)

    def light(self, lamp: Lamp) -> None:
        self.shown.append(lamp)
        super().light(lamp)


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    return slept


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch, slept: list[float]) -> SelfPressingBell:
    assert slept == []  # nothing sleeps
    toy = SelfPressingBell()
    monkeypatch.setattr("pi_bunco.cli.bell.open_bell", lambda _: toy)
    return toy


def run(*words: str) -> str:
    return CliRunner().invoke(bell, words, catch_exceptions=False).output


def one_line(text: str) -> str:
    return " ".join(text.split())


def test_bell_shows_wiring_presses_sounds_and_lights() -> None:
    """Everything is shown in words, in eighty columns."""
    shown = run("--board", "generic-lamp")
    assert max(map(len, shown.splitlines())) < 80
    result = one_line(shown)
    assert "button GPIO 17, pin 11: one leg to pin 11, the other to pin 9 (ground)" in result
    assert "3 to 6 s one steady tone; letting go ends the round" in result
    for sound in SOUNDS.values():
        assert f"{sound.noticed}: {sound.means}" in result
    for light in LIGHTS.values():
        assert f"{light.noticed} {light.means}" in result


def test_bell_says_what_else_its_pins_do() -> None:
    """For a board on the pins of a bus, that is printed."""
    assert "also the SPI bus: leave that off" in one_line(run("--board", "pibrella"))


def test_bell_takes_the_board_of_the_settings(tmp_path: Path) -> None:
    """A table's own settings name the board; a table whose bell is the page has no wiring to show."""
    settings = tmp_path / "table.toml"
    settings.write_text('bell = "gpio:jam-hat"\n', "utf-8")
    assert "JamHat" in run("--config", str(settings))
    settings.write_text('bell = "mock"\n', "utf-8")
    assert run("--config", str(settings)).startswith("\nHold the button for\n")


def test_bell_try_plays_and_lights_everything(toy: SelfPressingBell, slept: list[float]) -> None:
    """Each pattern and each light comes once, and has its time."""
    shown = run("--board", "generic-lamp", "--try", "--seconds", "0")
    assert list(toy.sounded)[: len(Ring)] == list(SOUNDS)
    assert toy.shown == list(Lamp)
    for rest, pattern in zip(slept, (sound.pattern for sound in SOUNDS.values()), strict=False):
        assert rest > sum(beep.on + beep.off for beep in pattern)
    assert len(slept) == len(Ring) + len(Lamp)
    assert max(map(len, shown.splitlines())) < 80


def test_bell_try_shows_no_lights_where_there_is_no_lamp(toy: SelfPressingBell, slept: list[float]) -> None:
    """A board without a lamp keeps nobody waiting for one."""
    assert "Its lamp is" not in run("--board", "generic", "--try", "--seconds", "0")
    assert (toy.shown, len(slept)) == ([], len(Ring))


def test_bell_try_reports_each_press(toy: SelfPressingBell) -> None:
    """What the finger did, what that would do at the table, and the tone of it, stage by stage."""
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


def test_bell_try_says_that_the_button_is_down_already(toy: SelfPressingBell) -> None:
    """A button that is stuck, or whose wires touch, is reported before anybody presses."""
    toy.down = True
    assert "It is down already" in run("--board", "generic-lamp", "--try", "--seconds", "0")


def test_bell_try_plays_the_bell_of_another_package(toy: SelfPressingBell, tmp_path: Path) -> None:
    """It may have a lamp; nobody knows its wires, and none are shown."""
    settings = tmp_path / "table.toml"
    settings.write_text('bell = "gong:left"\n')
    shown = run("--config", str(settings), "--try", "--seconds", "0")
    assert "Its lamp is" in shown
    assert "GPIO" not in shown
    assert (list(toy.sounded)[: len(Ring)], toy.shown) == (list(SOUNDS), list(Lamp))


def test_bell_try_without_a_bell_says_so(tmp_path: Path) -> None:
    """A table whose bell is the page has nothing to try, and says how to name one."""
    settings = tmp_path / "table.toml"
    settings.write_text('bell = "mock"\n', "utf-8")
    with pytest.raises(Trouble, match=r"its bell is a key on the page\. Name one with --board"):
        run("--config", str(settings), "--try")


@pytest.mark.parametrize(
    ("page", "table"),
    [("host", "presses"), ("host", "rings"), ("host", "lights"), ("builder", "rings"), ("builder", "lights")],
)
def test_documents_describe_the_bell_as_it_is(page: str, table: str) -> None:
    """The tables of presses, rings and lights in the documents say what the code does."""
    text = (assets.find("hardware").parent / "docs" / f"{page}.md").read_text("utf-8")
    rows: dict[str, list[tuple[str, ...]]] = {
        "presses": [
            ("hold the button for", "you hear", "letting go"),
            *((say_held(stage), *DOES[stage]) for stage in Stage),
        ],
        "rings": [("you hear", "it says"), *(sound[1:] for sound in SOUNDS.values())],
        "lights": [("the lamp is", "it says"), *(light[1:] for light in LIGHTS.values())],
    }
    head, *body = (f"| {' | '.join(cells)} |" for cells in rows[table])
    assert [row for row in body if f"{row}\n" not in text] == []
    assert "\n".join([head, f"{'|---' * len(rows[table][0])}|", *body]) in text
