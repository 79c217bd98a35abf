"""Board files, ``hardware/boards/NAME.toml``: they say which part of the bell is on which pin."""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from pydantic import TypeAdapter, ValidationError, model_validator
from pydantic.dataclasses import dataclass

from pi_bunco.devices.bell.header import FREE, GROUND, HEADER, VOLTS_3, find_other_job, name_pin
from pi_bunco.devices.bell.parts import EXACT, ButtonWire, BuzzerWire, LampWire, Wire, name_choice
from pi_bunco.errors import Trouble
from pi_bunco.files import assets
from pi_bunco.files.toml import read_toml_text
from pi_bunco.sentences import say

_REMEDY = say("Correct the file; hardware/boards/generic.toml shows how one is written.")


class BoardTrouble(Trouble, ValueError):
    """A board file is missing or wrong."""


@dataclass(frozen=True, slots=True, config=EXACT, kw_only=True)
class BellBoard:
    """The pins of the bell's parts, on a board or loose; the lamp is optional."""

    name: str
    button: ButtonWire
    buzzer: BuzzerWire
    lamp: LampWire | None = None

    @property
    def parts(self) -> dict[str, Wire]:
        """Its parts by name: ``button``, ``buzzer`` and, where it has one, ``lamp``."""
        all_parts = {"button": self.button, "buzzer": self.buzzer, "lamp": self.lamp}
        return {name: wire for name, wire in all_parts.items() if wire}

    @model_validator(mode="after")
    def _check_clash(self) -> Self:
        taken: dict[int, str] = {}
        for part, wire in self.parts.items():
            for pin in wire.pins:
                if pin in taken:
                    raise ValueError(self._describe_clash(taken[pin], part, pin))
                taken[pin] = part
        return self

    def _describe_clash(self, first: str, second: str, pin: int) -> str:
        if pin in GROUND or pin in VOLTS_3:
            equal_pins = set(GROUND if pin in GROUND else VOLTS_3)
            free = f"{name_pin(pin)} is also pin {name_choice(equal_pins - self._find_used_pins())}"
        else:
            bcm = next(bcm for bcm in FREE if HEADER[bcm] not in self._find_used_pins())
            free = f"GPIO {bcm}, pin {HEADER[bcm]}, is free"
        parts = first if first == second else f"{first} and {second}"
        return f"{parts} are both on pin {pin}, {name_pin(pin)}; give one of them another: {free}"

    def _find_used_pins(self) -> set[int]:
        return {pin for wire in self.parts.values() for pin in wire.pins}

    def list_notes(self) -> tuple[str, ...]:
        """Return a warning for each GPIO that has another function on a Raspberry Pi if that is enabled."""
        return tuple(
            say(
                "The {part} is on GPIO {gpio}, which is also {job}: leave that off (sudo "
                "raspi-config, Interface Options).",
                part=part,
                gpio=wire.bcm,
                job=job,
            )
            for part, wire in self.parts.items()
            if (job := find_other_job(wire.bcm))
        )

    def format_table(self) -> str:
        """Return the wiring as a table in Markdown."""
        lines = [
            f"| {part.capitalize()} | GPIO {wire.bcm} | {wire.pin} | {wire.wiring} |"
            for part, wire in self.parts.items()
        ]
        return "\n".join(["| Part | GPIO | Header pin | Wiring |", "|---|---|---|---|", *lines])


def list_boards() -> tuple[str, ...]:
    """Return the names of the boards that come with pi-bunco, in alphabetical order.

    >>> "generic" in list_boards()
    True
    """
    return tuple(sorted(file.stem for file in assets.find("hardware/boards").glob("*.toml")))


def load_board(name: str) -> BellBoard:
    """Load a board file.

    Parameters
    ----------
    name
        A file in ``hardware/boards`` without its ending, or the path of a board file of your own.

    Raises
    ------
    BoardTrouble
        If there is no such file, or it is wrong. The message names file, board, pin and what to write.

    >>> board = load_board("generic")
    >>> board.button.bcm, board.button.pin, board.buzzer.kind
    (17, 11, 'active')
    >>> load_board("toaster")
    Traceback (most recent call last):
    pi_bunco.devices.bell.board.BoardTrouble: There is no board "toaster". Choose one of ... or give ...
    """
    path = Path(name) if name.endswith(".toml") else assets.find("hardware/boards") / f"{name}.toml"
    values: dict[str, object] = {}
    try:
        values = tomllib.loads(read_toml_text(path))
        return TypeAdapter(BellBoard).validate_python(values)
    except FileNotFoundError:
        raise BoardTrouble(
            say('There is no board "{name}".', name=name),
            say("Choose one of {boards}, or give the path of a .toml file.", boards=", ".join(list_boards())),
        ) from None
    except ValidationError as error:
        file = say("{path} ({name})", path=path, name=values["name"]) if "name" in values else path
        raise BoardTrouble(
            say(
                "The board file {file} is wrong: {faults}.", file=file, faults="; ".join(_list_faults(error))
            ),
            _REMEDY,
        ) from None
    except (OSError, ValueError, RecursionError) as error:  # not readable, not UTF-8, not TOML
        why = error.strerror if isinstance(error, OSError) else error
        raise BoardTrouble(
            say("The board file {path} cannot be read: {reason}.", path=path, reason=why), _REMEDY
        ) from None


def _list_faults(error: ValidationError) -> Iterable[str]:
    for fault in error.errors():
        where = ".".join(map(str, fault["loc"]))
        text = fault["msg"].removeprefix("Value error, ")
        yield f"{where}: {text}" if where else text
