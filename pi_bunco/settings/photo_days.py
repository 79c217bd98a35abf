"""How long photos of throws stay: what the host has chosen on a page, otherwise what the settings say."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from pi_bunco.files import bounded
from pi_bunco.limits import PHOTOS_FOR_EVER
from pi_bunco.machine.disk import make_dir, write_atomic

FILE = "photos.json"
"""The name of the file in the state folder."""
_MAX_BYTES = 1000


@dataclass(frozen=True, slots=True)
class _Chosen:
    days: Annotated[int, Field(ge=0, le=PHOTOS_FOR_EVER)]


_TYPE = TypeAdapter(_Chosen)


def load_photo_days(folder: Path, otherwise: int) -> int:
    """Return how many days photos stay; 0: those of this evening only.

    Parameters
    ----------
    folder
        The state folder.
    otherwise
        What the settings say. It counts if nobody has chosen anything, or the file is damaged.
    """
    try:
        return _TYPE.validate_json(bounded.read(folder / FILE, _MAX_BYTES)).days
    except (OSError, ValidationError):
        return otherwise


def save_photo_days(folder: Path, days: int) -> None:
    """Keep what the host has chosen (:class:`OSError` if the disk does not take it)."""
    make_dir(folder)
    write_atomic(folder / FILE, _TYPE.dump_json(_Chosen(days)))
