"""The append-only log of every game: one writer, and readers whom it does not mind.

An event is in the log before anybody sees it, and nothing in it is ever changed: a correction, an
undo is another event. Each row is one line of the game record; row 0 of a game is its header.
"""

import fcntl
import json
import sqlite3
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import structlog

from pi_bunco.disk import made
from pi_bunco.store.database import FILE, LogTrouble, open_database, reading, told
from pi_bunco.store.mend import Place, put_back

_log = structlog.get_logger()

Body = dict[str, Any]
"""One line of a game record as JSON values."""


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
        self._path = folder / FILE
        with ExitStack() as opened:
            self._lock = opened.enter_context(lock(folder))
            self._database = opened.enter_context(closing(open_database(self._path)))
            try:
                self._game = _last(self._database)
                self._next = len(_lines(self._database, self._game))
            except sqlite3.Error as error:
                raise told(error, self._path) from error
            self._place = Place(self._path)
            opened.pop_all()

    def start(self, header: Body) -> None:
        """Begin a new game with its header; the games before it stay."""
        self.copy([_text(header)])

    def copy(self, lines: Sequence[str]) -> None:
        """Begin a new game with all the lines of a record, each kept as it is written, or with none.

        Parameters
        ----------
        lines
            One JSON object each, header first, already found to be in order.

        Raises
        ------
        LogTrouble
            If the disk did not take them; nothing was added then.
        """
        self._write(self._game + 1, 0, lines)
        self._game += 1
        self._next = len(lines)

    def append(self, events: Sequence[Body]) -> None:
        """Add events to the game, all of them or none, and return when the disk has them.

        Raises
        ------
        LogTrouble
            If the disk did not take them, such as a full one or a card that fails; nothing was added then.
        """
        self._write(self._game, self._next, [_text(event) for event in events])
        self._next += len(events)

    @property
    def game(self) -> int:
        """The number of the game that is written, from 1; 0 before the first."""
        return self._game

    def record(self) -> list[Body]:
        """Give the lines of the last game, header first; none before the first game.

        Raises
        ------
        LogTrouble
            If the disk does not give them.
        """
        try:
            return [json.loads(line) for line in _lines(self._database, self._game)]
        except sqlite3.Error as error:
            raise told(error, self._path, opened=True) from error

    def seen(self) -> int:
        """Count the throws that a camera has seen in all games, not dice that were only touched."""
        # A copied line may be nested deeper than SQLite reads; no camera wrote such a one.
        row = self._database.execute(
            "SELECT count(*) FROM line WHERE CASE WHEN json_valid(body) THEN"
            " json_extract(body, '$.frame') IS NOT NULL"
            " AND json_extract(body, '$.answers') IS NULL AND json_extract(body, '$.at_start') IS NULL"
            " AND json_extract(body, '$.touched') IS NULL END"
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

    def _write(self, game: int, seq: int, lines: Sequence[str]) -> None:
        rows = [(game, seq + k, line) for k, line in enumerate(lines)]
        try:
            if not self._kept():
                self._put_back()
            with self._database:
                self._database.execute("BEGIN IMMEDIATE")
                self._database.executemany("INSERT INTO line VALUES (?, ?, ?)", rows)
        except sqlite3.Error as error:
            raise told(error, self._path, opened=True) from error

    def _kept(self) -> bool:
        try:
            return self._place.kept()
        except PermissionError as error:
            raise LogTrouble(
                f"{self._path.parent} was taken from this user while the table plays ({error.strerror}).",
                f"Give it back, as sudo chown -R pi-bunco: {self._path.parent} does for the installed table; "
                "every throw so far is kept.",
            ) from error

    def _put_back(self) -> None:
        """Write the log to where it was, if somebody has removed it; all that was shown is still there."""
        try:
            self._database = put_back(self._database, self._path)
            self._lock.close()
            self._lock = lock(self._path.parent)
        except OSError as error:
            if isinstance(error, LogTrouble):
                raise
            raise LogTrouble(
                f"{self._path} was removed while the table plays, and cannot be put back ({error.strerror}).",
                "Make room there or give write permission; every throw so far is kept.",
            ) from error
        self._place = Place(self._path)
        _log.warning("the log was removed, and is put back", path=str(self._path))


def read_record(folder: Path, game: int | None = None) -> list[str]:
    """Read a game's lines, each as it was written, without disturbing whoever writes the log.

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
    with reading(folder) as database:
        last = _last(database)
        if not last:
            raise LogTrouble(f"{folder / FILE} has no game yet.", "Play one, or name another --state-dir.")
        if game is not None and not 1 <= game <= last:
            raise LogTrouble(f"{folder / FILE} has no game {game}.", f"Its games are 1 to {last}.")
        return _lines(database, last if game is None else game)


def count_games(folder: Path) -> int:
    """Count the games in the log; they are numbered from 1. Raises what :func:`read_record` does."""
    with reading(folder) as database:
        return _last(database)


def count_lines(folder: Path) -> int:
    """Count the lines of all games in the log, headers too. Raises what :func:`read_record` does."""
    with reading(folder) as database:
        return int(database.execute("SELECT count(*) FROM line").fetchone()[0])


def _last(database: sqlite3.Connection) -> int:
    return int(database.execute("SELECT max(game) FROM line").fetchone()[0] or 0)


def _lines(database: sqlite3.Connection, game: int) -> list[str]:
    rows = database.execute("SELECT body FROM line WHERE game = ? ORDER BY seq", (game,))
    return [body for (body,) in rows]


def _text(body: Body) -> str:
    return json.dumps(body, ensure_ascii=False)


def lock(folder: Path) -> IO[str]:
    """Hold the folder for this process; the kernel lets go of it however the process ends."""
    try:
        made(folder)
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
