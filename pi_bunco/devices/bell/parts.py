"""The parts of a bell and their pins. Creating a part whose wiring cannot work raises an error."""

from collections.abc import Iterable
from typing import Annotated, Literal, Self

from pydantic import ConfigDict, Field, model_validator
from pydantic.dataclasses import dataclass

from pi_bunco.devices.bell.header import FREE, GROUND, HEADER, PULLED_UP, VOLTS_3, name_pin
from pi_bunco.sentences import Sentence, say, say_series

EXACT = ConfigDict(extra="forbid")  # a misspelt key is an error
_Pin = Annotated[int, Field(strict=True, ge=1, le=40)]
_HIGH_VOLTS, _MAX_AMPERES = 3.3, 0.016
"""Volts of a GPIO that is high, and the most amperes that it supplies (Raspberry Pi, "GPIO pads control")."""


@dataclass(frozen=True, slots=True, config=EXACT, kw_only=True)
class Wire:
    """A part and the pins of the header that it is connected to.

    Attributes
    ----------
    bcm
        The GPIO's number in programs (2 to 27).
    pin
        The number of the same pin on the header (1 to 40).
    part
        Its name on a plug-on board ("button 1"); ``None`` for a loose part.
    other_pin
        The header pin of a loose part's other leg; ``None`` on a plug-on board.
    power_pin
        The 3.3 V pin for a loose part with three legs, ``None`` if it has two.
    ohms
        The resistor between a loose part and its GPIO, ``None`` if it needs none.
    note
        What else people must know about the part.
    """

    bcm: Annotated[int, Field(strict=True)]
    pin: _Pin
    part: str | None = None
    other_pin: _Pin | None = None
    power_pin: _Pin | None = None
    ohms: Annotated[int, Field(strict=True, ge=1)] | None = None
    note: str = ""

    @model_validator(mode="after")
    def _check_pin(self) -> Self:
        if self.bcm not in HEADER:
            raise ValueError(f"GPIO {self.bcm} cannot be used; take one from 2 to 27")
        if HEADER[self.bcm] != self.pin:
            raise ValueError(
                f"GPIO {self.bcm} is pin {HEADER[self.bcm]} of the header, not {self.pin}, which is "
                f"{name_pin(self.pin)}; write the pair that you have wired"
            )
        if (self.part is None) == (self.other_pin is None):
            raise ValueError(
                "write other_pin, the header's pin of the other leg, for a loose part, "
                "or part, its name, for one on a board that plugs on; and not both"
            )
        allowed = self._list_other_pins()
        if self.other_pin is not None and self.other_pin not in allowed:
            raise ValueError(
                f"the other leg cannot go to pin {self.other_pin}, which is {name_pin(self.other_pin)}; "
                f"it goes to {name_pin(allowed[0])}: pin {name_choice(allowed)}"
            )
        if self.ohms is not None and _HIGH_VOLTS / self.ohms > _MAX_AMPERES:
            raise ValueError(
                f"{self.ohms} ohms could let {1000 * _HIGH_VOLTS / self.ohms:.0f} mA flow, and a GPIO gives "
                f"{1000 * _MAX_AMPERES:.0f} at most; take 220 ohms or more"
            )
        if self.power_pin is not None and self.power_pin not in VOLTS_3:
            raise ValueError(
                f"power cannot come from pin {self.power_pin}, which is {name_pin(self.power_pin)}; "
                f"take 3.3 V: pin {name_choice(VOLTS_3)}"
            )
        return self

    def _list_other_pins(self) -> tuple[int, ...]:
        """Return the header's pins to which the other leg may be connected."""
        return GROUND

    @property
    def pins(self) -> tuple[int, ...]:
        """All header pins that it is connected to."""
        return tuple(pin for pin in (self.pin, self.other_pin, self.power_pin) if pin is not None)

    @property
    def wiring(self) -> str:
        """How to connect the part's legs, in words."""
        if self.other_pin is None:
            text = say("on the board: {part}", part=self.part)
        else:
            first_leg, second_leg = self._name_legs()
            first = say("{leg} to pin {pin}", leg=first_leg, pin=self.pin)
            if self.ohms:
                first = say("{leg} through {ohms} ohms", leg=first, ohms=self.ohms)
            second = say(
                "{leg} to pin {pin} ({name})",
                leg=second_leg,
                pin=self.other_pin,
                name=name_pin(self.other_pin),
            )
            text = say_series((first, second))
            if self.power_pin:
                text = say_series((text, say("power to pin {pin} (3.3 V)", pin=self.power_pin)))
        return say("{wiring}; {note}", wiring=text, note=self.note) if self.note else text

    def _name_legs(self) -> tuple[Sentence, Sentence]:
        return say("one leg"), say("the other")


@dataclass(frozen=True, slots=True, config=EXACT, kw_only=True)
class ButtonWire(Wire):
    """The bell's button. ``pull`` is ``up`` where it connects to ground, ``down`` where to 3.3 V."""

    pull: Literal["up", "down"]

    def _list_other_pins(self) -> tuple[int, ...]:
        return VOLTS_3 if self.pull == "down" and not self.power_pin else GROUND

    @model_validator(mode="after")
    def _check_pull(self) -> Self:
        if self.bcm in PULLED_UP and self.pull == "down":
            raise ValueError(
                f'GPIO {self.bcm} has a fixed resistor up to 3.3 V, so that pull = "down" cannot work; '
                f'wire the button to ground and write pull = "up", or take another GPIO, such as {FREE[0]}'
            )
        return self


@dataclass(frozen=True, slots=True, config=EXACT, kw_only=True)
class _SwitchedWire(Wire):
    """A part that is switched on and off; ``on`` is the level at which it beeps or is lit."""

    on: Literal["high", "low"] = "high"

    def _list_other_pins(self) -> tuple[int, ...]:
        return VOLTS_3 if self.on == "low" and not self.power_pin and self._has_plus() else GROUND

    def _name_legs(self) -> tuple[Sentence, Sentence]:
        if self.power_pin:
            return say("signal"), say("ground")
        if not self._has_plus():
            return say("one leg"), say("the other")
        plus, minus = say("plus (the longer leg)"), say("minus")
        return (plus, minus) if self.on == "high" else (minus, plus)

    def _has_plus(self) -> bool:
        """Return whether its two legs must not be swapped."""
        return True


@dataclass(frozen=True, slots=True, config=EXACT, kw_only=True)
class BuzzerWire(_SwitchedWire):
    """The buzzer: an ``active`` one beeps by itself, a ``tonal`` one needs a signal for each tone."""

    kind: Literal["active", "tonal"]

    @model_validator(mode="after")
    def _check_level(self) -> Self:
        if self.kind == "tonal" and self.on == "low":
            raise ValueError('a tonal buzzer is given tones, no level; leave on = "low" out')
        return self

    def _has_plus(self) -> bool:
        return self.kind == "active"


@dataclass(frozen=True, slots=True, config=EXACT, kw_only=True)
class LampWire(_SwitchedWire):
    """The lamp, in the button or beside it."""


def name_choice(pins: Iterable[int]) -> str:
    """Return a list of pins to choose from, as words.

    >>> name_choice({9, 6, 14})
    '6, 9 or 14'
    """
    *most, last = map(str, sorted(pins))
    return f"{', '.join(most)} or {last}" if most else last
