"""The note of how often something was deleted from the log for good. It has numbers and times, and no names.

Each backup says how often that had happened before it was made. So a stick that is plugged in months later
can be cleaned, although nobody knows any more what was deleted.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from pi_bunco.files import bounded
from pi_bunco.machine.disk import write_atomic

FILE = "forgotten.json"
_MAX_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class ForgottenNote:
    """What is remembered of deletions.

    Attributes
    ----------
    deletions
        How often something was deleted.
    games
        When each game of the log began that was there at a deletion, by its number, as its header says it:
        a backup of this log has one of them.
    """

    deletions: int = 0
    games: Mapping[int, str] = field(default_factory=dict)


_TYPE = TypeAdapter(ForgottenNote)


def load_note(folder: Path) -> ForgottenNote:
    """Return the note in a state directory. If there is none, or it is damaged, nothing was deleted."""
    try:
        return _TYPE.validate_json(bounded.read(folder / FILE, _MAX_BYTES))
    except (OSError, ValidationError):
        return ForgottenNote()


def save_note(note: ForgottenNote, folder: Path) -> None:
    """Write the note (:class:`OSError` if the disk does not take it)."""
    write_atomic(folder / FILE, _TYPE.dump_json(note))
