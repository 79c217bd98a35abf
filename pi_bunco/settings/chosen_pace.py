"""The pace that the host has chosen, in a small file: the countdown to each bell, and a break's length."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from pi_bunco import limits
from pi_bunco.files import bounded
from pi_bunco.machine.disk import write_atomic

FILE = "pace.json"
"""The name of the file in the state folder."""
_MAX_BYTES = 1000


@dataclass(frozen=True, slots=True)
class PaceChoice:
    """What the host has chosen.

    Attributes
    ----------
    usual
        The countdown of the settings, which held before.
    countdown
        How many seconds after each round the next bell rings by itself; 0: somebody rings it.
    minutes
        The length of a break in minutes; 0: as the sheet says.
    since
        When that was chosen, in seconds since 1970 on this machine's clock.
    game, bell
        The break: the number of its game, and that of the last bell before it.
    """

    usual: int = 0
    countdown: Annotated[int, Field(ge=0, le=limits.COUNTDOWN)] = 0
    minutes: Annotated[int, Field(ge=0, le=limits.BREAK)] = 0
    since: Annotated[float, Field(allow_inf_nan=False)] = 0.0
    game: int = 0
    bell: int = -1


_TYPE = TypeAdapter(PaceChoice)


def load_pace_choice(folder: Path, usual: int) -> PaceChoice:
    """Return what the host has chosen; the usual pace if nobody has, or the settings have changed since."""
    try:
        choice = _TYPE.validate_json(bounded.read(folder / FILE, _MAX_BYTES))
    except (OSError, ValidationError):
        return PaceChoice(usual, usual)
    return choice if choice.usual == usual else PaceChoice(usual, usual)


def save_pace_choice(folder: Path, choice: PaceChoice) -> None:
    """Keep what the host has chosen (:class:`OSError` if the disk does not take it)."""
    write_atomic(folder / FILE, _TYPE.dump_json(choice))
