"""The bell on the Raspberry Pi's pins, by way of gpiozero. No other file imports it."""

import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from pi_bunco.devices.bell.board import Board
from pi_bunco.devices.bell.parts import BuzzerWire, Wire
from pi_bunco.devices.bell.patterns import PATTERNS
from pi_bunco.devices.bell.player import Player
from pi_bunco.devices.bell.presses import Presses
from pi_bunco.devices.ports import BellTrouble, Ring

_NO_PINS = (
    "On a Raspberry Pi: sudo apt install python3-lgpio, and make the virtual environment with "
    "--system-site-packages. Elsewhere let the page be the bell: --bell mock."
)


class GpioBell:
    """A button and a buzzer on the header.

    Parameters
    ----------
    board
        Which pins they are on.
    pin_factory
        gpiozero's way to the pins; ``None`` lets it find one (lgpio on a Raspberry Pi).

    Raises
    ------
    BellTrouble
        If this machine has no pins, this user may not use them, or another program does.
    """

    def __init__(self, board: Board, pin_factory: Any = None) -> None:
        self._ring: Callable[[], None] | None = None
        with ExitStack() as taken:
            with _trouble_with("button", board.button):
                import gpiozero  # noqa: PLC0415 - a table whose bell is the page needs none of it

                # It warns of each library that it did not find; what matters is whether one is there.
                warnings.simplefilter("ignore", gpiozero.PinFactoryFallback)
                pull_up = board.button.pull == "up"
                # gpiozero.Button without its thread for held buttons, which close() would wait for.
                button = gpiozero.DigitalInputDevice(
                    board.button.bcm, pull_up=pull_up, bounce_time=None, pin_factory=pin_factory
                )
                taken.callback(button.close)
            with _trouble_with("buzzer", board.buzzer):
                buzzer, switch = _buzzer(board.buzzer, pin_factory)
                taken.callback(buzzer.close)
            self._player = Player(switch)
            taken.callback(self._player.close)
            presses = Presses(self._pressed, closed=button.is_active)
            taken.callback(presses.close)
            button.when_activated = lambda: presses.edge(closed=True)
            button.when_deactivated = lambda: presses.edge(closed=False)
            self._taken = taken.pop_all()

    def on_press(self, ring: Callable[[], None]) -> None:
        """Call ``ring`` once for each press, from a thread of the bell."""
        self._ring = ring

    def sound(self, ring: Ring) -> None:
        """Start the ring's pattern; one that sounds is cut off."""
        self._player.play(PATTERNS[ring])

    def close(self) -> None:
        """Fall silent and give the pins back."""
        self._taken.close()

    def _pressed(self) -> None:
        if self._ring:
            self._ring()


def _buzzer(wire: BuzzerWire, pin_factory: Any) -> tuple[Any, Callable[[float], None]]:
    """Take the buzzer's pin; give it and what makes it sound at so many hertz (0: be silent)."""
    from gpiozero import Buzzer, TonalBuzzer  # noqa: PLC0415 - see above
    from gpiozero.tones import Tone  # noqa: PLC0415

    if wire.kind == "tonal":
        # Two octaves to each side of A5: 220 to 3520 Hz.
        tonal = TonalBuzzer(wire.bcm, mid_tone=Tone("A5"), octaves=2, pin_factory=pin_factory)
        return tonal, lambda hz: tonal.play(Tone.from_frequency(hz)) if hz else tonal.stop()
    active = Buzzer(wire.bcm, pin_factory=pin_factory)
    return active, lambda hz: active.on() if hz else active.off()


@contextmanager
def _trouble_with(part: str, wire: Wire) -> Iterator[None]:
    """Say in our words what the pins' library, whichever it is, has to say."""
    try:
        with warnings.catch_warnings():
            yield
    except ImportError as error:  # gpiozero's BadPinFactory is one too
        raise BellTrouble("This machine has no GPIO pins that a bell could use.", _NO_PINS) from error
    except Exception as error:  # lgpio, RPi.GPIO and gpiozero each raise kinds of their own
        says = str(error)
        if "busy" in says.lower() or "in use" in says:
            remedy = "Stop the program that uses it, or write a board file with another pin."
            raise BellTrouble(f"GPIO {wire.bcm}, the bell's {part}, is in use already.", remedy) from error
        if isinstance(error, PermissionError) or "can not open gpiochip" in says:
            remedy = "Add the user to the group gpio (sudo usermod -aG gpio $USER) and log in again."
            raise BellTrouble("This user may not use the GPIO pins.", remedy) from error
        remedy = "Check the wiring and the board file, or let the page be the bell: --bell mock."
        raise BellTrouble(f"GPIO {wire.bcm}, the bell's {part}, cannot be used: {says}.", remedy) from error
