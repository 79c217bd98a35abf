"""A log whose files somebody removes while a table plays: SQLite would write on into files without a name.

What it holds is still there, to whoever has it open, so it is written down anew in its place. Source: "How To
Corrupt An SQLite Database File", 4.2 Unlinking or renaming a database file while in use (sqlite.org).
"""

import contextlib
import os
import sqlite3
from pathlib import Path

from pi_bunco.disk import made, put_in_place, synced
from pi_bunco.store.database import LogTrouble, open_database

_JOURNAL, _SHARED = "-wal", "-shm"


class Place:
    """Knows which files are the log's, while it is open.

    Parameters
    ----------
    path
        The log; it is open, in write-ahead mode, and was read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._files = self._there()

    def kept(self) -> bool:
        """Tell whether the log is still where it was.

        Raises
        ------
        LogTrouble
            If something else is in its place.
        """
        files = self._there()
        if files[0] not in {None, self._files[0]}:
            raise LogTrouble(
                f"Another file was put in the place of {self._path} while the table plays.",
                "Put the old one back, or start pi-bunco again to go on with the new one.",
            )
        return files == self._files

    def _there(self) -> list[tuple[int, int] | None]:
        return [_number(_beside(self._path, end)) for end in ("", _JOURNAL, _SHARED)]


def put_back(database: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """Write a log that is open, and was removed, to its place again; give it opened there.

    Parameters
    ----------
    database
        The log as it was opened; it is closed.
    path
        Where it was. Its folder may be gone too.

    Raises
    ------
    OSError, sqlite3.Error
        If the disk does not take it; the log is open as it was, then.
    """
    made(path.parent)
    draft = _beside(path, ".new")
    draft.unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(draft)) as new:
        database.backup(new)
    synced(draft)
    database.close()  # which takes away journals of that name
    for end in (_JOURNAL, _SHARED):
        _beside(path, end).unlink(missing_ok=True)
    put_in_place(draft, path)
    return open_database(path)


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def _number(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - a file that is gone is no error here, and this runs with each event
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
