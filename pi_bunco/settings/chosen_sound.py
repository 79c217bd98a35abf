"""The sounds that the host has chosen on a page: the end of a round, quiet hours, and the spoken language."""

from dataclasses import dataclass
from datetime import time
from pathlib import Path
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from pi_bunco.files import bounded
from pi_bunco.machine.disk import make_dir, write_atomic

FILE = "sound.json"
"""The name of the file in the state folder."""
CLOCK = r"^(([01]\d|2[0-3]):[0-5]\d)?$"
"""A time of day such as ``22:30``, or nothing."""
CODE = r"^[a-z]{0,3}$"
"""The code of a language, or nothing."""
_MAX_BYTES = 1000
_Clock = Annotated[str, Field(pattern=CLOCK)]


@dataclass(frozen=True, slots=True)
class SoundChoice:
    """What the host has chosen.

    Attributes
    ----------
    horn
        Whether an air horn ends the round instead of the bell.
    quiet_from, quiet_to
        The quiet hours, by the clock of the room, such as ``22:00``; ``""``: there are none.
    quiet_now
        Whether the pages are quiet until the host allows sounds again.
    language
        The code of the language of spoken lines and of the room's screens; ``""``: that of each device.

    >>> night = SoundChoice(quiet_from="22:00", quiet_to="07:30")
    >>> night.is_quiet(time(23, 5)), night.is_quiet(time(7, 29)), night.is_quiet(time(7, 30))
    (True, True, False)
    """

    horn: bool = False
    quiet_from: _Clock = ""
    quiet_to: _Clock = ""
    quiet_now: bool = False
    language: Annotated[str, Field(pattern=CODE)] = ""

    def is_quiet(self, now: time) -> bool:
        """Return whether pages make no sound at this time of day. Equal times mean the whole day."""
        if self.quiet_now or not (self.quiet_from and self.quiet_to):
            return self.quiet_now
        begin, end = time.fromisoformat(self.quiet_from), time.fromisoformat(self.quiet_to)
        return begin <= now < end if begin < end else now >= begin or now < end


_TYPE = TypeAdapter(SoundChoice)


def load_sound_choice(folder: Path) -> SoundChoice:
    """Return what the host has chosen; the default if nobody has, or the file is damaged."""
    try:
        return _TYPE.validate_json(bounded.read(folder / FILE, _MAX_BYTES))
    except (OSError, ValidationError):
        return SoundChoice()


def save_sound_choice(folder: Path, choice: SoundChoice) -> None:
    """Keep what the host has chosen (:class:`OSError` if the disk does not take it)."""
    make_dir(folder)
    write_atomic(folder / FILE, _TYPE.dump_json(choice))
