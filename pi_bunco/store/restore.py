"""Puts a backup in place. What was there is set aside whole; nothing is ever written over.

A power cut in the middle leaves the old log in its place or the new one, and loses nothing of either.
"""

import contextlib
import os
import shutil
import sqlite3
import tempfile
from dataclasses import dataclass
from pathlib import Path

from pi_bunco.disk import hand_over, put_in_place, synced
from pi_bunco.errors import Trouble
from pi_bunco.store.database import FILE, LogTrouble, reading
from pi_bunco.store.kept import FOLDER as KEPT
from pi_bunco.store.log import lock
from pi_bunco.store.package import Backup, BackupTrouble, unpack
from pi_bunco.store.photos import FOLDER as PHOTOS

ASIDE = "replaced"
"""Where what was there before goes, in the state directory, in a folder with a number for each time."""

_RESTORING = ".restoring-"
_JOURNALS = (f"{FILE}-wal", f"{FILE}-shm")


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore has done.

    Attributes
    ----------
    backup
        What is in place now.
    aside
        Where the log that was there before is, with its photos; ``None``: there was none.
    beside
        Which files were put back beside the log.
    left
        Which of them were not, since others are there that nobody wrote over.
    """

    backup: Backup
    aside: Path | None
    beside: tuple[str, ...]
    left: tuple[str, ...]


def restore(path: Path, folder: Path) -> Restored:
    """Check a backup and put it in place; no table may be playing there.

    Parameters
    ----------
    path
        The backup.
    folder
        The state directory; made if it is not there.

    Raises
    ------
    BackupTrouble, LogTrouble
        If the backup is not whole, a table is playing, or the disk does not take it. The old log is in
        place then.
    """
    with contextlib.closing(lock(folder)):
        for stale in folder.glob(f"{_RESTORING}*"):  # a power cut in the midst of a restore
            shutil.rmtree(stale, ignore_errors=True)
        try:
            with tempfile.TemporaryDirectory(prefix=_RESTORING, dir=folder) as scratch:
                new = Path(scratch)
                found = unpack(path, new)
                for file in new.rglob("*"):
                    hand_over(file, folder)
                    synced(file)
                aside = _set_aside(folder)
                put_in_place(new / FILE, folder / FILE)
                beside, left = _put_beside(new, folder)
        except OSError as error:
            if isinstance(error, Trouble):
                raise
            raise BackupTrouble(
                f"{path} cannot be put in place in {folder} ({error.strerror}).",
                "Make room or give write permission there; the games that were there still are.",
            ) from error
        hand_over(folder / "lock", folder)
    return Restored(found, aside, beside, left)


def _set_aside(folder: Path) -> Path | None:
    """Keep the log that is there under another name too, and move what belongs to it; it still is there."""
    log = folder / FILE
    if not log.exists():
        return None
    _settle(log)
    taken = [int(each.name) for each in (folder / ASIDE).glob("*") if each.name.isdecimal()]
    aside = folder / ASIDE / f"{max(taken, default=0) + 1:04}"
    aside.mkdir(parents=True)
    for name in (FILE, *_JOURNALS):
        if (folder / name).exists():
            _link(folder / name, aside / name)
    for place in (aside, aside.parent, folder):
        synced(place)
    # A damaged log could not take its journal in: from here on it is whole only where it was set aside.
    for name in _JOURNALS:
        (folder / name).unlink(missing_ok=True)
    for name in (PHOTOS, KEPT):
        if (folder / name).exists():
            (folder / name).rename(aside / name)
    synced(folder)
    for file in (aside.parent, aside, *aside.glob("*")):
        hand_over(file, folder)
    return aside


def _settle(log: Path) -> None:
    """Put what the write-ahead log holds into the log itself; a damaged one is not touched."""
    with contextlib.suppress(LogTrouble, sqlite3.Error):
        with reading(log.parent) as database:
            database.execute("PRAGMA quick_check")
        with contextlib.closing(sqlite3.connect(log)) as database:
            database.execute("PRAGMA synchronous = FULL")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _link(file: Path, to: Path) -> None:
    try:
        os.link(file, to)
    except OSError:  # a file system without links
        shutil.copyfile(file, to)
        synced(to)


def _put_beside(new: Path, folder: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    beside, left = [], []
    for file in sorted(each for each in new.rglob("*") if each.is_file()):
        name = file.relative_to(new)
        there = folder / name
        if there.exists():
            if there.read_bytes() != file.read_bytes():
                left.append(str(name))
            continue
        if not there.parent.exists():
            there.parent.mkdir()
            hand_over(there.parent, folder)
        put_in_place(file, there)
        beside.append(str(name))
    return tuple(beside), tuple(left)
