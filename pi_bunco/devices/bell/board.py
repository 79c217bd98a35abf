"""Which pin does what: reads ``hardware/boards/NAME.toml``."""

import tomllib
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError, model_validator
from pydantic.dataclasses import dataclass

from pi_bunco import assets
from pi_bunco.errors import Trouble

HEADER = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10,
    16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""Where each GPIO number (BCM) stands on the 40-pin header. GPIO 0 and 1 are left to the boards' own
memory, as the Raspberry Pi's HAT specification asks."""

_REMEDY = "Mend the file; hardware/boards/generic.toml shows how one is written."
_EXACT = ConfigDict(extra="forbid")  # a key that is misspelt is not passed over


class BoardTrouble(Trouble, ValueError):
    """A board file is missing or wrong."""


def _on_header(bcm: int) -> int:
    if bcm not in HEADER:
        raise ValueError(f"GPIO {bcm} cannot be used; the header has 2 to 27")
    return bcm


@dataclass(frozen=True, slots=True, config=_EXACT)
class Wire:
    """A part's pin.

    Attributes
    ----------
    bcm
        The GPIO's number, as programs count (2 to 27).
    pin
        The same pin as it is counted on the header (1 to 40).
    wiring
        Where the part's legs go, in words.
    """

    bcm: Annotated[int, Field(strict=True), AfterValidator(_on_header)]
    pin: Annotated[int, Field(strict=True)]
    wiring: str

    @model_validator(mode="after")
    def _same_pin(self) -> Self:
        if HEADER[self.bcm] != self.pin:
            raise ValueError(f"GPIO {self.bcm} is pin {HEADER[self.bcm]} of the header, not {self.pin}")
        return self


@dataclass(frozen=True, slots=True, config=_EXACT)
class ButtonWire(Wire):
    """The bell's button. ``pull`` is ``up`` where it connects to ground, ``down`` where to 3.3 V."""

    pull: Literal["up", "down"]


@dataclass(frozen=True, slots=True, config=_EXACT)
class BuzzerWire(Wire):
    """What sounds: an ``active`` buzzer beeps by itself, a ``tonal`` one is given each tone."""

    kind: Literal["active", "tonal"]


@dataclass(frozen=True, slots=True, config=_EXACT)
class Board:
    """A board, or a handful of loose parts: which of its parts is on which pin.

    >>> board = load_board("generic")
    >>> board.button.bcm, board.button.pin, board.buzzer.kind
    (17, 11, 'active')
    """

    name: str
    button: ButtonWire
    buzzer: BuzzerWire

    @model_validator(mode="after")
    def _no_clash(self) -> Self:
        if self.button.bcm == self.buzzer.bcm:
            raise ValueError(f"button and buzzer are both on GPIO {self.button.bcm}")
        return self

    def table(self) -> str:
        """Give the wiring as a table in Markdown."""
        rows = [("Button", self.button), ("Buzzer", self.buzzer)]
        lines = [f"| {part} | GPIO {wire.bcm} | {wire.pin} | {wire.wiring} |" for part, wire in rows]
        return "\n".join(["| Part | GPIO | Header pin | Wiring |", "|---|---|---|---|", *lines])


def load_board(name: str) -> Board:
    """Load a board.

    Parameters
    ----------
    name
        Of a file in ``hardware/boards`` without its ending, or the path of a board file of one's own.

    Raises
    ------
    BoardTrouble
        If there is none of that name, or the file is wrong; it names file and key.

    >>> load_board("toaster")
    Traceback (most recent call last):
    pi_bunco.devices.bell.board.BoardTrouble: There is no board "toaster". Choose one of ... or give ...
    """
    path = Path(name) if name.endswith(".toml") else assets.find("hardware/boards") / f"{name}.toml"
    try:
        told = tomllib.loads(path.read_text("utf-8"))
        return TypeAdapter(Board).validate_python(told)
    except FileNotFoundError:
        known = ", ".join(sorted(file.stem for file in assets.find("hardware/boards").glob("*.toml")))
        raise BoardTrouble(
            f'There is no board "{name}".', f"Choose one of {known}, or give the path of a .toml file."
        ) from None
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(map(str, fault['loc'])) or 'board'}: {fault['msg'].removeprefix('Value error, ')}"
            for fault in error.errors()
        )
        raise BoardTrouble(f"The board file {path} is wrong: {faults}.", _REMEDY) from None
    except (OSError, ValueError) as error:  # not readable, not UTF-8, not TOML
        raise BoardTrouble(f"The board file {path} cannot be read: {error}.", _REMEDY) from None
