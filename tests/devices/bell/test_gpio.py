"""The bell on gpiozero's own mock pins, which ignore ``bounce_time``: what filters here is ours."""

from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from pi_bunco.devices.bell import open_bell
from pi_bunco.devices.bell.board import load_board
from pi_bunco.devices.bell.gpio import GpioBell
from pi_bunco.devices.ports import BellTrouble, Ring

Make = Callable[[str], GpioBell]


@pytest.fixture
def pins() -> Iterator[Any]:
    factory = MockFactory(revision="a02082", pin_class=MockPWMPin)
    yield factory
    factory.reset()


@pytest.fixture
def make(pins: Any) -> Iterator[Make]:
    bells: list[GpioBell] = []

    def make_bell(board: str) -> GpioBell:
        bells.append(GpioBell(load_board(board), pins))
        return bells[-1]

    yield make_bell
    for bell in bells:
        bell.close()


def listen(bell: GpioBell) -> SimpleQueue[str]:
    presses: SimpleQueue[str] = SimpleQueue()
    bell.on_press(lambda: presses.put("press"))
    return presses


def test_gpio_bell_chatter_gives_one_press(pins: Any, make: Make) -> None:
    """Fifty edges of chatter at each end of two presses give two presses."""
    presses = listen(make("generic"))
    button = pins.pin("GPIO17")
    for _ in range(2):
        for _ in range(25):
            button.drive_low()
            button.drive_high()
        button.drive_low()
        assert presses.get(timeout=30) == "press"
        for _ in range(25):
            button.drive_high()
            button.drive_low()
        button.drive_high()
        with pytest.raises(Empty):
            presses.get(timeout=0.08)  # longer than a release needs, so that the next press counts


def test_gpio_bell_pull_down_button(pins: Any, make: Make) -> None:
    """A button that connects to 3.3 V is pressed when its pin goes high."""
    presses = listen(make("jam-hat"))
    pins.pin("GPIO19").drive_high()
    assert presses.get(timeout=30) == "press"


def test_gpio_bell_held_at_the_start_is_no_press(
    pins: Any, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A button that is stuck, or held while the power comes, does not start the round."""
    button = pins.pin("GPIO19")
    with monkeypatch.context() as held:  # a finger is stronger than the pull of the resistor
        held.setattr(button, "drive_low", button.drive_high)
        bell = make("jam-hat")
    assert button.state
    presses = listen(bell)
    button.drive_low()  # a loose contact, which chatters while it is held
    button.drive_high()
    with pytest.raises(Empty):
        presses.get(timeout=0.05)
    button.drive_low()
    with pytest.raises(Empty):
        presses.get(timeout=0.08)
    button.drive_high()
    assert presses.get(timeout=30) == "press"


def test_gpio_bell_active_buzzer_plays_the_pattern(pins: Any, make: Make) -> None:
    """The buzzer's line goes up and down as often as the doubtful throw's pattern has beeps."""
    bell = make("generic")
    buzzer = pins.pin("GPIO18")
    changes, done = [], Event()

    def changed(state: bool) -> None:  # noqa: FBT001 - as the pin calls it
        changes.append(bool(state))
        if len(changes) == 4:
            done.set()

    watch(buzzer, changed)
    bell.sound(Ring.DOUBT)
    assert done.wait(30)
    bell.close()
    assert changes == [True, False, True, False]


def test_gpio_bell_tonal_buzzer_plays_tones(pins: Any, make: Make) -> None:
    """A piezo disc gets the pattern's pitch, and silence when the bell is closed."""
    bell = make("generic-tonal")
    buzzer = pins.pin("GPIO18")
    sounds = Event()
    watch(buzzer, lambda _: sounds.set())
    bell.sound(Ring.START)
    assert sounds.wait(30)
    assert buzzer.frequency == 1568
    bell.close()
    assert buzzer.frequency is None


def watch(pin: Any, changed: Callable[[bool], None]) -> None:
    """Tell each change of an output pin of gpiozero's mock, in the thread that makes it."""
    change = pin._change_state

    def told(state: bool) -> bool:  # noqa: FBT001 - as the pin calls it
        done: bool = change(state)
        if done:
            changed(state)
        return done

    pin._change_state = told


def test_gpio_bell_gives_its_pins_back(pins: Any, make: Make) -> None:
    """After close, twice, another bell may have the same pins."""
    first = make("generic")
    first.close()
    first.close()
    presses = listen(make("generic"))
    pins.pin("GPIO17").drive_low()
    assert presses.get(timeout=30) == "press"


def test_gpio_bell_pin_in_use(pins: Any, make: Make) -> None:
    """A pin that something else holds is named with its part; the other pin is given back."""
    lamp = gpiozero.LED(18, pin_factory=pins)
    with pytest.raises(
        BellTrouble, match=r"GPIO 18, the bell's buzzer, is in use already\. Stop the program"
    ):
        make("generic")
    lamp.close()
    make("generic")


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (RuntimeError("'GPIO busy'"), r"GPIO 17, the bell's button, is in use already"),
        (
            RuntimeError("'can not open gpiochip'"),
            r"may not use the GPIO pins\. Add the user to the group gpio",
        ),
        (PermissionError(13, "Permission denied"), r"may not use the GPIO pins"),
        (RuntimeError("smoke"), r"GPIO 17, the bell's button, cannot be used: smoke"),
    ],
)
def test_gpio_bell_libraries_errors_have_our_words(
    error: Exception, sentence: str, pins: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lgpio and others raise becomes one sentence with its remedy."""

    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(gpiozero, "DigitalInputDevice", refuse)
    with pytest.raises(BellTrouble, match=sentence):
        GpioBell(load_board("generic"), pins)


def test_gpio_bell_without_any_gpio(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A machine without pins says so, with both ways out, and gpiozero's warnings are not shown."""
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    with pytest.raises(BellTrouble, match=r"no GPIO pins .*python3-lgpio.*--bell mock"):
        open_bell("gpio")
    assert capfd.readouterr() == ("", "")
