"""The bell on gpiozero's mock pins. They ignore ``bounce_time``, so that only our code filters chatter.

Each test moves the clock by hand.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from pi_bunco.devices.bell import open_bell
from pi_bunco.devices.bell.board import list_boards, load_board
from pi_bunco.devices.bell.gpio import GpioBell
from pi_bunco.devices.bell.patterns import SOUNDS
from pi_bunco.devices.bell.press_tracker import STAGES
from pi_bunco.devices.ports import BellTrouble, Lamp, Press, Ring, Stage
from tests.devices.bell.winding import Hand

Make = Callable[[str], GpioBell]
SHORT = [Press(Stage.SHORT), Press(Stage.SHORT, let_go=True)]


class Pins(MockFactory):  # type: ignore[misc]
    """gpiozero's mock pins, which report each edge ``late`` by so many seconds."""

    late = 0.0

    def ticks_diff(self, later: float, earlier: float) -> float:
        assert later >= earlier
        return self.late


@pytest.fixture
def pins() -> Iterator[Any]:
    factory = Pins(revision="a02082", pin_class=MockPWMPin)
    yield factory
    factory.reset()


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def make(pins: Any, hand: Hand) -> Iterator[Make]:
    bells: list[GpioBell] = []

    def make_bell(board: str) -> GpioBell:
        bells.append(GpioBell(load_board(board), pins, hand))
        hand.wind(0)
        return bells[-1]

    yield make_bell
    for bell in bells:
        bell.close()


def listen(bell: GpioBell) -> list[Press]:
    presses: list[Press] = []
    bell.on_press(presses.append)
    return presses


def push(pins: Any, board: str) -> tuple[Callable[[], None], Callable[[], None]]:
    """Return the function that closes the board's button and the one that opens it."""
    wire = load_board(board).button
    pin = pins.pin(f"GPIO{wire.bcm}")
    return (pin.drive_low, pin.drive_high) if wire.pull == "up" else (pin.drive_high, pin.drive_low)


@pytest.mark.parametrize("board", list_boards())
def test_gpio_bell_each_board_presses_sounds_and_shines(
    board: str, pins: Any, make: Make, hand: Hand
) -> None:
    """On every board a press is reported, the buzzer plays its whole pattern, and the lamp blinks."""
    bell = make(board)
    wires, presses = load_board(board), listen(bell)
    close, let_go = push(pins, board)
    close()
    hand.wind(0.1)
    assert bell.down
    let_go()
    hand.wind(0.1)
    assert presses == SHORT
    assert not bell.down

    sounds = record_changes(pins.pin(f"GPIO{wires.buzzer.bcm}"))
    bell.sound(Ring.DOUBT)
    hand.wind(5)
    on, off = (False, True) if wires.buzzer.on == "low" else (True, False)
    assert sounds == [on, off, on, off]

    if wires.lamp:
        flashes = record_changes(pins.pin(f"GPIO{wires.lamp.bcm}"))
        bell.light(Lamp.READY)
        hand.wind(3.5)
        assert flashes == [True, False, True, False]


def record_changes(pin: Any) -> list[bool]:
    """Return a list to which each change of an output pin is added; a tone of any pitch is ``True``."""
    changes: list[bool] = []
    change, pwm = pin._change_state, getattr(pin, "_set_frequency", None)
    assert pwm

    def change_and_record(state: float) -> bool:
        changed: bool = change(state)
        if changed and (not changes or changes[-1] != bool(state)):
            changes.append(bool(state))
        return changed

    pin._change_state = change_and_record
    return changes


def test_gpio_bell_chatter_gives_one_press(pins: Any, make: Make, hand: Hand) -> None:
    """Fifty edges of chatter at each end of two presses give two presses."""
    presses = listen(make("generic"))
    close, let_go = push(pins, "generic")
    for number in (1, 2):
        for _ in range(25):
            close()
            hand.wind(0.001)
            let_go()
            hand.wind(0.001)
        close()
        hand.wind(0.2)
        for _ in range(25):
            let_go()
            hand.wind(0.001)
            close()
            hand.wind(0.001)
        let_go()
        hand.wind(0.2)
        assert presses == SHORT * number


def test_gpio_bell_reports_each_stage_of_a_long_press(pins: Any, make: Make, hand: Hand) -> None:
    """A held button reports each stage when it is reached, and its release with the last stage."""
    presses = listen(make("jam-hat"))
    close, let_go = push(pins, "jam-hat")
    close()
    for stage in list(STAGES)[:-1]:
        hand.wind(0.05)
        assert presses[-1] == Press(stage)
        hand.wind([*STAGES.values()][list(STAGES).index(stage) + 1] - STAGES[stage] - 0.05)
    hand.wind(0.05)
    assert presses[-1] == Press(Stage.STUCK)
    let_go()
    hand.wind(0.1)
    assert presses == [*map(Press, STAGES), Press(Stage.STUCK, let_go=True)]


def test_gpio_bell_held_at_the_start_is_no_press(
    pins: Any, make: Make, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A button that is stuck when the power comes gives no short press, and is reported as stuck."""
    button = pins.pin("GPIO19")
    with monkeypatch.context() as held:  # a finger is stronger than the pull of the resistor
        held.setattr(button, "drive_low", button.drive_high)
        bell = make("jam-hat")
    assert button.state
    presses = listen(bell)
    button.drive_low()  # a loose contact, which chatters while it is held
    hand.wind(0.005)
    button.drive_high()
    hand.wind(8.9)
    assert presses == []
    hand.wind(6.1)
    assert presses == [Press(Stage.OFF, since_start=True)]
    hand.wind(5.1)
    assert presses[1:] == [Press(Stage.STUCK, since_start=True)]
    button.drive_low()
    hand.wind(1)
    button.drive_high()
    hand.wind(0.2)
    button.drive_low()
    hand.wind(0.2)
    assert presses[2:] == [Press(Stage.STUCK, let_go=True, since_start=True), *SHORT]


@contextmanager
def losing_edges(button: Any, callback: str) -> Iterator[None]:
    """Lose the edges inside the ``with``, as the kernel loses edges that come too fast."""
    listener = getattr(button, callback)
    setattr(button, callback, None)
    yield
    setattr(button, callback, listener)


@pytest.fixture
def bell(make: Make) -> GpioBell:
    return make("generic")


@pytest.fixture
def presses(bell: GpioBell) -> list[Press]:
    return listen(bell)


def test_gpio_bell_notices_a_release_whose_edge_is_lost(
    pins: Any, bell: GpioBell, presses: list[Press], hand: Hand
) -> None:
    """If the edge of a release is lost, the bell notices the release when the next stage is due."""
    close, let_go = push(pins, "generic")
    close()
    hand.wind(0.1)
    with losing_edges(bell._button, "when_deactivated"):
        let_go()
    hand.wind(1.1)
    assert presses[-1].let_go
    assert not bell.down


def test_gpio_bell_counts_a_press_whose_last_edge_is_lost(
    pins: Any, bell: GpioBell, presses: list[Press], hand: Hand
) -> None:
    """Chatter that ends closed is a press, even if its last edge is lost."""
    close, let_go = push(pins, "generic")
    close()
    hand.wind(0.001)
    let_go()
    with losing_edges(bell._button, "when_activated"):
        close()
    hand.wind(0.2)
    assert presses == [Press(Stage.SHORT)]
    let_go()
    hand.wind(0.1)
    assert presses == SHORT


def test_gpio_bell_spike_whose_last_edge_is_lost_is_no_press(
    pins: Any, bell: GpioBell, presses: list[Press], hand: Hand
) -> None:
    """Chatter that ends open is no press, even if its last edge is lost."""
    close, let_go = push(pins, "generic")
    close()
    hand.wind(0.001)
    with losing_edges(bell._button, "when_deactivated"):
        let_go()
    hand.wind(0.5)
    assert presses == []
    assert not bell.down


def test_gpio_bell_counts_a_press_whose_edges_come_late(pins: Any, presses: list[Press], hand: Hand) -> None:
    """Two edges that a busy machine reports together, half a second late, count with their true times."""
    close, let_go = push(pins, "generic")
    for edge, pins.late in ((close, 0.5), (let_go, 0.45)):
        edge()
    hand.wind(0)
    assert presses == SHORT


@pytest.mark.parametrize("kept", range(0, 50, 2))
def test_gpio_bell_chatter_that_loses_all_edges_but_one_is_no_press(
    kept: int, pins: Any, bell: GpioBell, presses: list[Press], hand: Hand
) -> None:
    """Chatter that goes on after its only reported edge is no press: the bell also reads the pin."""
    close, let_go = push(pins, "generic")
    chatter = Random(kept)
    with losing_edges(bell._button, "when_activated"), losing_edges(bell._button, "when_deactivated"):
        for number in range(100):
            (let_go if number % 2 else close)()
            if number == kept:
                bell._note_edge(closed=True)
            hand.wind(chatter.uniform(0.0005, 0.002))
    hand.wind(0.5)
    assert presses == []


def test_gpio_bell_tonal_buzzer_plays_tones(pins: Any, make: Make, hand: Hand) -> None:
    """A piezo disc gets the pattern's pitch, and silence when the bell is closed."""
    bell = make("generic-tonal")
    buzzer = pins.pin("GPIO18")
    bell.sound(Ring.END)
    frequencies = []
    for beep in SOUNDS[Ring.END].pattern:
        hand.wind(beep.on / 2)
        frequencies.append(buzzer.frequency)
        hand.wind(beep.on / 2 + beep.off)
    assert frequencies == [1568, 1319, 1047]
    bell.sound(Ring.START)
    hand.wind(0.5)
    assert buzzer.frequency == 1568
    bell.close()
    assert buzzer.frequency is None


def test_gpio_bell_without_a_lamp_ignores_light(make: Make, hand: Hand) -> None:
    """On a board without a lamp, ``light`` does nothing and raises no error."""
    bell = make("generic")
    bell.light(Lamp.DOUBT)
    hand.wind(1)


def test_gpio_bell_releases_its_pins(pins: Any, make: Make, hand: Hand) -> None:
    """After ``close``, even called twice, another bell can use the same pins and the first takes no steps."""
    first = make("generic-lamp")
    first.light(Lamp.PLAYING)
    hand.wind(1)
    assert pins.pin("GPIO23").state
    first.close()
    first.close()
    assert not any(wound.open for wound in hand.wound)
    presses = listen(make("generic-lamp"))
    close, let_go = push(pins, "generic-lamp")
    close()
    hand.wind(0.1)
    let_go()
    hand.wind(0.1)
    assert presses == SHORT


@pytest.mark.parametrize(("bcm", "part"), [(17, "button"), (18, "buzzer"), (23, "lamp")])
def test_gpio_bell_pin_in_use(bcm: int, part: str, pins: Any, make: Make) -> None:
    """The message names a pin in use, its part and board; the bell releases the other pins."""
    lamp = gpiozero.LED(bcm, pin_factory=pins)
    with pytest.raises(
        BellTrouble,
        match=rf'The {part} is on GPIO {bcm} \(pin \d+; board "Lit button and piezo"\), which '
        r"is in use already\. Stop the program that uses it \(a table that plays: sudo systemctl stop",
    ):
        make("generic-lamp")
    lamp.close()
    make("generic-lamp")


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (RuntimeError("'GPIO busy'"), r"GPIO 17 \(pin 11; board .*\), which is in use already"),
        (
            RuntimeError("smoke"),
            r'The button is on GPIO 17 \(.* "Button and buzzer"\), which cannot be used: smoke\.',
        ),
    ],
)
def test_gpio_bell_translates_errors_of_libraries(
    error: Exception, sentence: str, pins: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error of lgpio or another library becomes a sentence with what to do."""

    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(gpiozero, "DigitalInputDevice", refuse)
    with pytest.raises(BellTrouble, match=sentence):
        GpioBell(load_board("generic"), pins)


def test_gpio_bell_without_any_gpio(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """On a machine without pins the message offers both ways out, and gpiozero prints no warnings."""
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    with pytest.raises(BellTrouble, match=r"no GPIO pins .*python3-lgpio.*--bell mock"):
        open_bell("gpio")
    assert capfd.readouterr() == ("", "")
