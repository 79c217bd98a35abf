"""The summaries of past evenings in one file, ``evenings.json``, so that each is made once.

It has names. So a deletion removes it, and it is made again without them.
"""

from collections.abc import Mapping
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from pi_bunco.files import bounded
from pi_bunco.limits import MEGABYTE
from pi_bunco.machine.disk import write_atomic
from pi_bunco.views.evenings import EveningSummary

FILE = "evenings.json"
_MAX_BYTES = 16 * MEGABYTE
_TYPE = TypeAdapter(dict[str, EveningSummary])


def load_summaries(folder: Path) -> dict[str, EveningSummary]:
    """Return the summaries, by the keys and stamps of the evenings; none if the file is damaged."""
    try:
        return _TYPE.validate_json(bounded.read(folder / FILE, _MAX_BYTES))
    except (OSError, ValidationError):
        return {}


def save_summaries(folder: Path, summaries: Mapping[str, EveningSummary]) -> None:
    """Keep the summaries (:class:`OSError`: the disk does not take it)."""
    write_atomic(folder / FILE, _TYPE.dump_json(dict(summaries)), private=True)


def remove_summaries(folder: Path) -> None:
    """Remove the summaries (:class:`OSError`: the disk does not do it)."""
    (folder / FILE).unlink(missing_ok=True)
