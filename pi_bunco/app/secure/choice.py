"""The file that keeps whether the pages are served over HTTPS, and the time that the host's browser said."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import AwareDatetime, Field, TypeAdapter, ValidationError

from pi_bunco.app.secure.known_time import ToldTime
from pi_bunco.files import bounded
from pi_bunco.machine.disk import make_dir, write_atomic

FILE = "choice.json"
_MAX_BYTES = 1000


@dataclass(frozen=True, slots=True)
class SecureChoice:
    """What the host has chosen.

    Attributes
    ----------
    on
        Whether the pages are served over HTTPS too.
    told
        The time that the host's browser said last, ``None`` if it has said nothing.
    """

    on: bool = False
    told: ToldTime | None = None


@dataclass(frozen=True, slots=True)
class _Saved:
    on: bool
    told: AwareDatetime | None = None
    ahead: Annotated[float, Field(ge=0, allow_inf_nan=False, le=1e10)] = 0.0


_TYPE = TypeAdapter(_Saved)


def load_choice(folder: Path) -> SecureChoice:
    """Return what the host has chosen: off, if they have chosen nothing or the file is damaged."""
    try:
        saved = _TYPE.validate_json(bounded.read(folder / FILE, _MAX_BYTES))
    except (OSError, ValidationError):
        return SecureChoice()
    return SecureChoice(saved.on, ToldTime(saved.told, saved.ahead) if saved.told else None)


def save_choice(folder: Path, choice: SecureChoice) -> None:
    """Keep what the host has chosen (:class:`OSError` if the disk does not take it)."""
    make_dir(folder)
    told = choice.told
    saved = _Saved(choice.on, told.time, told.ahead) if told else _Saved(choice.on)
    write_atomic(folder / FILE, _TYPE.dump_json(saved))
