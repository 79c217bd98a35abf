"""The append-only log of every game: SQLite, one table, one writer.

An event is in the log before anybody sees it, and nothing in it is ever changed: a correction, an
undo is another event. Each row is one line of the game record; row 0 of a game is its header.
"""

import contextlib
import fcntl
import json
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from pi_bunco.errors import Trouble

Body = dict[str, Any]
"""One line of a game record as JSON values."""

FILE = "log.sqlite3"
VERSION = 1
_APPLICATION = 0x62756E63  # "bunc": tells our file from any other database

_SCHEMA = f"""
CREATE TABLE line (
    game INTEGER NOT NULL,
    seq  INTEGER NOT NULL,
    body TEXT    NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER line_is_never_changed BEFORE UPDATE ON line
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER line_is_never_deleted BEFORE DELETE ON line
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {VERSION};
"""


class LogTrouble(Trouble, OSError):
    """The log cannot be opened, read or written; what it holds stays as it is."""


class Log:
    """The log in a state directory, open for writing; one process at a time.

    Parameters
    ----------
    folder
        The state directory; made if it is not there.

    Raises
    ------
    LogTrouble
        If the folder cannot be used, another pi-bunco writes there, or the file is no log of ours,
        damaged, or from a newer version.
    """

    def __init__(self, folder: Path) -> None:
        self._lock = _lock(folder)
        try:
            self._database = _open(folder / FILE)
        except BaseException:
            self._lock.close()
            raise
        self._path = folder / FILE
        row = self._database.execute("SELECT max(game) FROM line").fetchone()
        self._game: int = row[0] or 0
        self._next = len(self.record())

    def start(self, header: Body) -> None:
        """Begin a new game with its header; the games before it stay."""
        self._write(self._game + 1, 0, [header])
        self._game += 1
        self._next = 1

    def append(self, events: Sequence[Body]) -> None:
        """Add events to the game, all of them or none, and return when the disk has them.

        Raises
        ------
        LogTrouble
            If the disk did not take them, such as a full one; nothing was added then.
        """
        self._write(self._game, self._next, events)
        self._next += len(events)

    @property
    def game(self) -> int:
        """The number of the game that is written, from 1; 0 before the first."""
        return self._game

    def record(self) -> list[Body]:
        """Give the lines of the last game, header first; none before the first game."""
        return _lines(self._database, self._game)

    def seen(self) -> int:
        """Count the throws that a camera has seen in all games, not dice that were only touched."""
        row = self._database.execute(
            "SELECT count(*) FROM line WHERE json_extract(body, '$.frame') IS NOT NULL"
            " AND json_extract(body, '$.answers') IS NULL AND json_extract(body, '$.at_start') IS NULL"
            " AND json_extract(body, '$.touched') IS NULL"
        ).fetchone()
        return int(row[0])

    def close(self) -> None:
        """Close the log and let others write it."""
        self._database.close()
        self._lock.close()

    def __enter__(self) -> Self:
        """Use the log in a ``with``."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it at the end of the ``with``."""
        self.close()

    def _write(self, game: int, seq: int, bodies: Sequence[Body]) -> None:
        rows = [
            (game, seq + k, json.dumps(body, ensure_ascii=False, separators=(",", ":")))
            for k, body in enumerate(bodies)
        ]
        try:
            with self._database:
                self._database.execute("BEGIN IMMEDIATE")
                self._database.executemany("INSERT INTO line VALUES (?, ?, ?)", rows)
        except sqlite3.Error as error:
            raise _told(error, self._path) from error


def read_record(folder: Path, game: int | None = None) -> list[Body]:
    """Read a game's lines without disturbing whoever writes the log.

    Parameters
    ----------
    folder
        The state directory.
    game
        The game's number from 1, or ``None`` for the last one.

    Raises
    ------
    LogTrouble
        If there is no log, it cannot be read, or it has no such game.
    """
    path = folder / FILE
    if not path.exists():
        raise LogTrouble(f"No game was logged in {folder}.", "Name the directory of --state-dir.")
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            _check(database, path)
            last = database.execute("SELECT max(game) FROM line").fetchone()[0]
            lines = _lines(database, last if game is None else game)
    except sqlite3.Error as error:
        raise _told(error, path) from error
    if not lines:
        raise LogTrouble(f"{path} has no game {game}.", f"Its games are 1 to {last}.")
    return lines


def _lines(database: sqlite3.Connection, game: int | None) -> list[Body]:
    rows = database.execute("SELECT body FROM line WHERE game = ? ORDER BY seq", (game,))
    return [json.loads(body) for (body,) in rows]


def _lock(folder: Path) -> IO[str]:
    """Hold the folder for this process; the kernel lets go of it however the process ends."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = (folder / "lock").open("w")
    except OSError as error:
        raise LogTrouble(
            f"The state directory {folder} cannot be written ({error.strerror}).",
            "Choose another with --state-dir, or make room or give write permission there.",
        ) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        handle.close()
        raise LogTrouble(
            f"Another pi-bunco is playing in {folder}.", "Stop it first, or choose another --state-dir."
        ) from error
    return handle


def _open(path: Path) -> sqlite3.Connection:
    try:
        database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        with _closing_on_error(database):
            if database.execute("PRAGMA user_version").fetchone()[0] == 0 and _is_blank(database):
                database.execute("PRAGMA journal_mode = WAL")
                database.executescript(f"BEGIN;{_SCHEMA}COMMIT;")
            _check(database, path)
            # FULL: a commit returns when the disk has it, so a power cut loses nothing that was shown.
            database.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error as error:
        raise _told(error, path) from error
    return database


@contextlib.contextmanager
def _closing_on_error(database: sqlite3.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        database.close()
        raise


def _is_blank(database: sqlite3.Connection) -> bool:
    return database.execute("SELECT 1 FROM sqlite_master").fetchone() is None


def _check(database: sqlite3.Connection, path: Path) -> None:
    version = database.execute("PRAGMA user_version").fetchone()[0]
    if database.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
        raise LogTrouble(f"{path} is no pi-bunco log.", "Move it away, or choose another --state-dir.")
    if version > VERSION:
        raise LogTrouble(
            f"{path} was written by a newer pi-bunco (log version {version}, this one knows {VERSION}).",
            "Update pi-bunco, or choose another --state-dir.",
        )


def _told(error: sqlite3.Error, path: Path) -> LogTrouble:
    """Say an error of SQLite's in a guest's words."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return LogTrouble(
            f"The disk is full or failing: {path} takes nothing more.",
            "Make room on the card; every throw so far is kept.",
        )
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return LogTrouble(f"{path} is damaged or no log ({error}).", "Move it away, or restore a backup.")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return LogTrouble(
            f"{path} cannot be written ({error}).", "Give write permission, or choose another --state-dir."
        )
    return LogTrouble(f"{path} cannot be used ({error}).", "Choose another --state-dir.")
