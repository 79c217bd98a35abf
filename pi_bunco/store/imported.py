"""Evenings that came from another Pi as a file. Each has a folder of its own in ``imported``.

They are not in the log: its lines never change, and Pis that follow this one have exactly the same lines.
"""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from pi_bunco.files import bounded
from pi_bunco.limits import RECORD_BYTES
from pi_bunco.machine.disk import fsync, make_dir, write_atomic
from pi_bunco.store.leftovers import remove_leftovers
from pi_bunco.store.photos import FOLDER as PHOTOS

FOLDER = "imported"
"""The folder in the state directory."""
_RECORD = "record.jsonl"
_MAKING = ".making-"
"""The beginning of the name of a folder that is not complete, or is being deleted."""


def list_imported(folder: Path) -> dict[str, str]:
    """Return the identities of the imported evenings in a state directory, each with a stamp.

    The stamp is a text that differs after the record has changed.
    """
    found = {}
    for path in sorted((folder / FOLDER).glob(f"[0-9a-f]*/{_RECORD}")):
        status = path.stat()
        found[path.parent.name] = f"{status.st_size}-{status.st_mtime_ns}"
    return found


def read_imported(folder: Path, identity: str) -> list[str]:
    """Return the lines of an imported evening, with a sign for each damaged byte.

    :class:`OSError`: it is not there, or cannot be read.
    """
    return _read(folder, identity).decode(errors="replace").split("\n")


def read_imported_games(folder: Path) -> dict[int, list[str]]:
    """Return the lines of all imported evenings, by numbers that no game of the log has: -1, -2 and so on.

    They are in the order of their identities. A damaged one has no lines.
    """
    identities = list_imported(folder)
    return {-number: _read_whole(folder, each) for number, each in enumerate(identities, 1)}


def _read_whole(folder: Path, identity: str) -> list[str]:
    try:
        return _read(folder, identity).decode().split("\n")
    except (OSError, UnicodeDecodeError):
        return []


def _read(folder: Path, identity: str) -> bytes:
    return bounded.read(folder / FOLDER / identity / _RECORD, RECORD_BYTES)


def change_imported_games(folder: Path, games: Mapping[int, Sequence[str]]) -> None:
    """Replace the records of imported evenings, by the numbers of :func:`read_imported_games`.

    Raises
    ------
    OSError
        If the disk does not take it. Then some of them may be replaced.
    """
    for number, identity in enumerate(list_imported(folder), 1):
        if -number in games:
            record = folder / FOLDER / identity / _RECORD
            write_atomic(record, "\n".join(games[-number]).encode())


def add_imported(folder: Path, identity: str, lines: Sequence[str], photos: Mapping[str, bytes]) -> None:
    """Add an evening completely, or not at all.

    Parameters
    ----------
    folder
        The state directory.
    identity
        The identity of its game.
    lines
        The lines of its record.
    photos
        Its photos, by the names that the record has for them.

    Raises
    ------
    OSError
        If the disk does not take it.
    """
    to = folder / FOLDER
    make_dir(to)
    remove_leftovers(to, _MAKING)
    making = to / f"{_MAKING}{identity}"
    (making / PHOTOS).mkdir(parents=True)
    for name, jpeg in photos.items():
        write_atomic(making / PHOTOS / name, jpeg)
    write_atomic(making / _RECORD, "\n".join(lines).encode())
    fsync(making)
    making.rename(to / identity)
    fsync(to)


def remove_drafts(folder: Path) -> None:
    """Remove what a power cut has left of evenings that were being taken in, changed or deleted."""
    to = folder / FOLDER
    remove_leftovers(to, _MAKING)
    for draft in to.glob("*/.*.new"):
        draft.unlink(missing_ok=True)


def remove_imported(folder: Path, identity: str) -> None:
    """Delete an imported evening for good (:class:`OSError`: it is not there, or the disk does not do it)."""
    to = folder / FOLDER
    gone = to / f"{_MAKING}{identity}"
    (to / identity).rename(gone)
    shutil.rmtree(gone)
    fsync(to)
