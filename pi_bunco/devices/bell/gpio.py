"""The bell on the Raspberry Pi's pins, through gpiozero. Only this file and ``pin_library.py`` import it."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from pi_bunco.devices.bell.board import BellBoard
from pi_bunco.devices.bell.parts import BuzzerWire
from pi_bunco.devices.bell.patterns import LIGHTS, SOUNDS
from pi_bunco.devices.bell.pin_library import choose_pins, find_pin_user
from pi_bunco.devices.bell.press_tracker import RELEASE_SECONDS, PressTracker
from pi_bunco.devices.bell.ticker import Clockwork, ThreadClockwork
from pi_bunco.devices.bell.tune import Tune
from pi_bunco.devices.ports import BellTrouble, Lamp, Press, Ring
from pi_bunco.sentences import say

READ_EVERY = 0.002
"""Seconds between two readings of a contact that is not stable yet. The kernel keeps only the last 16 unread
edges (docs.kernel.org, GPIO_V2_LINE_EVENT_READ). So after long bouncing some are lost, and the others may
look like a press."""


class GpioBell:
    """A bell on the header: a button, a buzzer and perhaps a lamp.

    Parameters
    ----------
    board
        The pins of its parts.
    pin_factory
        gpiozero's access to the pins; ``None``: lgpio with the header's chip. Without lgpio, or if
        ``GPIOZERO_PIN_FACTORY`` says so, gpiozero chooses.
    clockwork
        Calls the bell when something is due; ``None``: the bell starts threads for this.

    Raises
    ------
    BellTrouble
        If this machine has no pins, this user may not use them, or another program uses them.
    """

    def __init__(self, board: BellBoard, pin_factory: Any = None, clockwork: Clockwork | None = None) -> None:
        import gpiozero  # noqa: PLC0415 - a table without pins does not need it

        self._clockwork = clockwork or ThreadClockwork()
        self._listener: Callable[[Press], None] | None = None
        self._edges: deque[tuple[bool, float]] = deque()
        self._next_reading: float | None = None  # when to read the contact if no edge comes first
        pin_factory = pin_factory or choose_pins()
        with ExitStack() as opened:
            with _explain_trouble(board, "button", pin_factory):
                # gpiozero.Button without its thread for held buttons, which close() would wait for.
                self._button = gpiozero.DigitalInputDevice(
                    board.button.bcm,
                    pull_up=board.button.pull == "up",
                    bounce_time=None,
                    pin_factory=pin_factory,
                )
                opened.callback(self._button.close)
            with _explain_trouble(board, "buzzer", pin_factory):
                buzzer, switch = _open_buzzer(board.buzzer, pin_factory)
                opened.callback(buzzer.close)
            self._buzzer, self._lamp = Tune(switch), None
            if board.lamp:
                with _explain_trouble(board, "lamp", pin_factory):
                    lamp = gpiozero.DigitalOutputDevice(
                        board.lamp.bcm, active_high=board.lamp.on == "high", pin_factory=pin_factory
                    )
                    opened.callback(lamp.close)
                self._lamp = Tune(lambda lit: lamp.on() if lit else lamp.off())
            self._tracker = PressTracker(closed=self._button.is_active, at=self._clockwork.get_time())
            self._output = self._clockwork.start("bell buzzer and lamp", self._sound_and_light)
            opened.callback(self._output.close)
            self._input = self._clockwork.start("bell button", self._report_presses)
            opened.callback(self._input.close)
            self._button.when_activated = lambda: self._note_edge(closed=True)
            self._button.when_deactivated = lambda: self._note_edge(closed=False)
            self._opened = opened.pop_all()

    @property
    def down(self) -> bool:
        """Whether the button is held down now."""
        return self._tracker.down

    def on_press(self, listener: Callable[[Press], None]) -> None:
        """Call ``listener`` with each :class:`Press`, from a thread of the bell."""
        self._listener = listener

    def sound(self, ring: Ring) -> None:
        """Start the ring's pattern, and cut off one that is still sounding."""
        self._buzzer.play(SOUNDS[ring].pattern)
        self._output.poke()

    def light(self, lamp: Lamp) -> None:
        """Show a signal with the lamp, if there is a lamp."""
        if self._lamp:
            self._lamp.play(LIGHTS[lamp].pattern, repeat=True)
            self._output.poke()

    def close(self) -> None:
        """Switch everything off and release the pins."""
        self._opened.close()

    def _note_edge(self, *, closed: bool) -> None:
        # A busy machine reports an edge late, perhaps together with the next one. So this takes the time at
        # which the kernel saw it.
        ago = (self._button.active_time if closed else self._button.inactive_time) or 0.0
        self._edges.append((closed, self._clockwork.get_time() - ago))
        self._input.poke()

    def _report_presses(self, now: float) -> float | None:
        presses: list[Press] = []
        if self._edges:
            self._next_reading = now + RELEASE_SECONDS
        elif self._next_reading is not None and now >= self._next_reading:
            self._next_reading = None
        while self._edges:
            closed, at = self._edges.popleft()
            presses += self._tracker.note_edge(closed=closed, at=at)
        presses += self._tracker.note_state(closed=self._button.is_active, at=now)
        for press in presses:
            if self._listener:
                self._listener(press)
        dues = [self._tracker.due, self._next_reading, now + READ_EVERY if self._tracker.settling else None]
        return min((due for due in dues if due is not None), default=None)

    def _sound_and_light(self, now: float) -> float | None:
        dues = [tune.step(now) for tune in (self._buzzer, self._lamp) if tune]
        return min((due for due in dues if due is not None), default=None)


def _open_buzzer(wire: BuzzerWire, pin_factory: Any) -> tuple[Any, Callable[[float], None]]:
    """Open the buzzer; return it, and a function that makes it sound at a frequency in hertz (0: silent)."""
    from gpiozero import DigitalOutputDevice, TonalBuzzer  # noqa: PLC0415 - likewise
    from gpiozero.tones import Tone  # noqa: PLC0415

    if wire.kind == "tonal":
        # Two octaves to each side of A5: 220 to 3520 Hz.
        tonal = TonalBuzzer(wire.bcm, mid_tone=Tone("A5"), octaves=2, pin_factory=pin_factory)
        return tonal, lambda hz: tonal.play(Tone.from_frequency(hz)) if hz else tonal.stop()
    active = DigitalOutputDevice(wire.bcm, active_high=wire.on == "high", pin_factory=pin_factory)
    return active, lambda hz: active.on() if hz else active.off()


@contextmanager
def _explain_trouble(board: BellBoard, part: str, pin_factory: Any) -> Iterator[None]:
    """Turn the errors of any pin library into :class:`BellTrouble`."""
    wire = board.parts[part]
    what = say(
        'The {part} is on GPIO {gpio} (pin {pin}; board "{board}")',
        part=part,
        gpio=wire.bcm,
        pin=wire.pin,
        board=board.name,
    )
    try:
        yield
    except Exception as error:  # lgpio, RPi.GPIO and gpiozero each have their own exceptions
        text = str(error)
        if "busy" in text.lower() or "in use" in text:
            in_use = say("{what}, which is in use already.", what=what)
            if user := find_pin_user(pin_factory, wire.bcm):
                in_use = say("{what}, which is in use already by {user}.", what=what, user=user)
            remedy = say(
                "Stop the program that uses it (a table that plays: sudo systemctl stop pi-bunco), "
                "or write a board file with another pin.",
            )
            raise BellTrouble(in_use, remedy) from error
        remedy = say("Check the wiring and the board file, or let the page be the bell: --bell mock.")
        raise BellTrouble(
            say("{what}, which cannot be used: {reason}.", what=what, reason=text), remedy
        ) from error
