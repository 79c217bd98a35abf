"""What the host wants to be deleted for good, in a small file until it is done: ``forget.json``.

A page writes it, and the program does it at its next start, before it opens the log. So a power cut only
delays it. The file has the guest's name until the log and its copies are without it, and never afterwards.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from pi_bunco.files import bounded
from pi_bunco.limits import NUMBER
from pi_bunco.machine.disk import write_atomic

FILE = "forget.json"
_MAX_BYTES = 100_000

Stage = Literal["asked", "copies", "backups", "done", "refused"]
"""What comes next: the log, its copies on this Pi, the backups, nothing; or it could not be done."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Something to be deleted, and how far that is.

    Attributes
    ----------
    name
        The guest to be deleted; ``""``: none, or the log and its copies are without the name.
    game
        The evening to be deleted, 0: none.
    stage
        What comes next.
    number
        How many deletions there are with this one.
    stands_for
        The names that stand in the log for the guest's.
    evenings, photos
        In how many evenings the guest was, and how many photos of the evening were deleted.
    listed
        Whether the settings name the guest, so that a new game may have them again.
    text, remedy
        Why it is not done yet, or was refused, and what to do; ``""``: nothing is wrong.
    """

    name: str = ""
    game: Annotated[int, Field(ge=0, le=NUMBER)] = 0
    stage: Stage = "asked"
    number: int = 0
    stands_for: tuple[str, ...] = ()
    evenings: int = 0
    photos: int = 0
    listed: bool = False
    text: str = ""
    remedy: str = ""

    @property
    def is_open(self) -> bool:
        """Whether something is still to be done."""
        return self.stage not in ("done", "refused")


_TYPE = TypeAdapter(Wish)


def load_wish(folder: Path) -> Wish | None:
    """Return the last wish in a state directory, ``None`` if there is none or nobody can read it."""
    try:
        return _TYPE.validate_json(bounded.read(folder / FILE, _MAX_BYTES))
    except (OSError, ValidationError):
        return None


def save_wish(wish: Wish, folder: Path) -> None:
    """Write a wish. Only this user may read it (:class:`OSError` if the disk does not take it)."""
    write_atomic(folder / FILE, _TYPE.dump_json(wish), private=True)
