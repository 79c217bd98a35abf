"""Repair of a log whose files somebody removes or cuts short while a table plays.

SQLite would go on writing into files without a name or with a hole. So a new log is written in its place. Its
lines come from the open log, or else from the remaining files, the backups and the table's memory.

Source: "How To Corrupt An SQLite Database File", 4.2 Unlinking or renaming a database file while in use
(sqlite.org).
"""

import contextlib
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pi_bunco.machine.disk import fsync, make_dir, put_in_place
from pi_bunco.sentences import say
from pi_bunco.store.chain import MALFORMED, Broken, Chain, Head, SealedLine, verify
from pi_bunco.store.database import JOURNAL, SHARED, open_database
from pi_bunco.store.salvage import collect, write
from pi_bunco.store.troubles import LogTrouble


class _File(NamedTuple):
    """A file's disk, its number there, and its size in bytes."""

    disk: int
    number: int
    size: int

    def continues(self, before: "_File") -> bool:
        """Return whether this is the same file and was not cut short."""
        return self[:2] == before[:2] and self.size >= before.size


class LogFiles:
    """Watches the files of an open log and their sizes.

    Parameters
    ----------
    path
        The log. It is open in write-ahead mode and was read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._files = self._find_files()

    def are_in_place(self) -> bool:
        """Return whether the log is still in its place and was not cut short.

        Raises
        ------
        LogTrouble
            If something else is in its place.
        """
        files = self._find_files()
        was, is_now = self._files[0], files[0]
        if was and is_now and was[:2] != is_now[:2]:
            raise LogTrouble(
                say(
                    "Another file was put in the place of {path} while the table was playing.",
                    path=self._path,
                ),
                say("Put the old one back, or start pi-bunco again to go on with the new one."),
            )
        # SQLite itself shortens neither the log nor its write-ahead log while they are open.
        return all(
            now is not None and (was is None or now.continues(was))
            for was, now in zip(self._files, files, strict=True)
        )

    def note_growth(self) -> None:
        """Note the files after an event. A file that was cut short meanwhile is found next time."""
        self._files = [
            now if now and (was is None or now.continues(was)) else was
            for was, now in zip(self._files, self._find_files(), strict=True)
        ]

    def _find_files(self) -> list[_File | None]:
        return [_find_file(_add_ending(self._path, end)) for end in ("", JOURNAL, SHARED)]


def put_back(
    database: sqlite3.Connection, path: Path, head: Head | None, game: Sequence[SealedLine], before: bytes
) -> tuple[sqlite3.Connection, Chain]:
    """Write an open log that was removed or cut short to its place again.

    Parameters
    ----------
    database
        The open log, which this function closes.
    path
        Where it was. Its folder may be missing too.
    head
        Its newest line.
    game, before
        The lines of its newest game with their seals, and the seal of the line before them.

    Returns
    -------
    sqlite3.Connection, Chain
        The new log, opened, and the result of checking it. It has fewer lines than before if lines of earlier
        games could not be saved.

    Raises
    ------
    OSError, sqlite3.Error
        If the disk does not take it. Then the old log stays open.
    """
    make_dir(path.parent)
    draft = _add_ending(path, ".new")
    draft.unlink(missing_ok=True)
    chain = _copy(database, draft)
    if chain is None or chain.head != head:
        draft.unlink(missing_ok=True)
        write(collect(path.parent, game, before).rows, draft)
        with contextlib.closing(sqlite3.connect(draft)) as new:
            chain = verify(new)
    fsync(draft)
    database.close()  # this also removes journals of that name
    for end in (JOURNAL, SHARED):
        _add_ending(path, end).unlink(missing_ok=True)
    put_in_place(draft, path)
    return open_database(path), chain


def _copy(database: sqlite3.Connection, draft: Path) -> Chain | None:
    """Write a copy of an open log, ``None`` if its files are no longer complete."""
    try:
        with contextlib.closing(sqlite3.connect(draft)) as new:
            database.backup(new)
            return verify(new)
    except (sqlite3.Error, Broken, *MALFORMED):
        return None


def _add_ending(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def _find_file(path: Path) -> _File | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - with each event; a file that is gone is no error here
    except (FileNotFoundError, NotADirectoryError):
        return None
    return _File(found.st_dev, found.st_ino, found.st_size)
