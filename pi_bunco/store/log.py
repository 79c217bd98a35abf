"""The append-only log of all games, with one writer and any number of readers.

An event is in the log before anybody sees it, and it never changes: a correction or an undo is another event.
Each row is one line of the game record, and row 0 of a game is its header. Each line has a seal
(:mod:`~pi_bunco.store.chain`), and a witness beside the log knows which line was shown last.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import structlog

from pi_bunco.errors import Trouble
from pi_bunco.figures import say_number
from pi_bunco.machine.disk_space import say_why
from pi_bunco.sentences import say
from pi_bunco.store.chain import (
    GENESIS,
    MALFORMED,
    SCHEMA,
    Broken,
    Chain,
    Head,
    SealedLine,
    insert,
    insert_seals,
    name_line,
    seal_lines,
)
from pi_bunco.store.database import (
    FILE,
    close_database,
    explain_error,
    lock,
    open_database,
)
from pi_bunco.store.deleted import DELETED_LINE
from pi_bunco.store.examine import examine, find_warning, open_checked
from pi_bunco.store.mend import LogFiles, put_back
from pi_bunco.store.restore import repair
from pi_bunco.store.troubles import DamagedLog, LogTrouble
from pi_bunco.store.witness import list_witnesses

_log = structlog.get_logger()

Body = dict[str, Any]
"""One line of a game record as JSON values."""


class Log(AbstractContextManager["Log"]):
    """The log in a state directory, open for writing by one process at a time.

    Parameters
    ----------
    folder
        The state directory, which is made if it does not exist.

    Attributes
    ----------
    folder
        The state directory.
    warning
        A warning about a log that can still be used, otherwise ``None``: it was damaged and is repaired, or
        something suggests that it lacks games.

    Raises
    ------
    LogTrouble
        If the folder cannot be used, another pi-bunco writes there, or the file is not a log, is damaged,
        lacks what was shown, or comes from a newer version.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / FILE
        self._witnesses = list_witnesses(folder)
        with ExitStack() as opened:
            self._lock = opened.enter_context(lock(folder))
            chain, self.warning = _examine_or_repair(folder)
            self._head = chain.head if chain else None
            self._game = self._head.game if self._head else 0
            # Kept here too, since a card may lose them while the table plays.
            self._rows = list(chain.game_lines) if chain else []
            self._before = chain.before if chain else GENESIS
            self._database = opened.enter_context(closing(open_database(self._path)))
            if chain and chain.unsealed:
                self._seal(chain.unsealed)
            self._files = LogFiles(self._path)
            if self._head and any(witness.read() != self._head for witness in self._witnesses):
                self._write_witnesses()
            opened.pop_all()

    def start(self, header: Body) -> None:
        """Begin a new game with its header. Earlier games stay."""
        self.copy([_format_line(header)])

    def copy(self, lines: Sequence[str]) -> None:
        """Begin a new game with all lines of a record, unchanged, or with none of them.

        Parameters
        ----------
        lines
            One JSON object each, header first, already validated.

        Raises
        ------
        LogTrouble
            If the disk did not take them. Then nothing was added.
        """
        self._write(self._game + 1, 0, lines)
        self._game += 1

    def append(self, events: Sequence[Body]) -> None:
        """Add events to the game, all or none, and return when they are on the disk.

        Raises
        ------
        LogTrouble
            If the disk did not take them, because it is full or fails. Then nothing was added.
        """
        seq = self._rows[-1].seq + 1 if self._rows else 0
        self._write(self._game, seq, [_format_line(event) for event in events])

    def take(self, game: int, seq: int, lines: Sequence[str], seal: bytes) -> None:
        """Add the next lines of another log, whose beginning this log is, all or none.

        Parameters
        ----------
        game, seq
            The place of the first line: the next one of this log, or the header of a later game.
        lines
            One JSON object each, of one game, as they are in the other log.
        seal
            The seal of the last line there.

        Raises
        ------
        Broken
            If the seal is another one, so that this log is not the beginning of the other.
        LogTrouble
            If the disk did not take them. In both cases nothing was added.
        """
        rows = seal_lines(self._last_seal, game, seq, [line.encode() for line in lines])
        if rows[-1].seal != seal:
            line = name_line(game, rows[-1].seq)
            if self._head is None:
                raise Broken(say("{line} does not follow an empty log", line=line))
            raise Broken(say("{line} does not follow {last}", line=line, last=name_line(*self._head.place)))
        self._write(game, seq, lines)
        self._game = game

    @property
    def head(self) -> Head | None:
        """The newest line, ``None`` without one."""
        return self._head

    @property
    def game(self) -> int:
        """The current game's number from 1, or 0 before the first game."""
        return self._game

    def record(self) -> list[Body]:
        """Return the lines of the last game, header first, or no lines before the first game.

        Raises
        ------
        LogTrouble
            If they cannot be read.
        """
        try:
            return [json.loads(line) for line in _read_lines(self._database, self._game)]
        except sqlite3.Error as error:
            raise explain_error(error, self._path, opened=True) from error

    def find_seal(self, game: int, seq: int) -> bytes | None:
        """Return the seal of a line of the present game, ``None`` if there is no such line."""
        is_there = game == self._game and 0 <= seq < len(self._rows)
        return self._rows[seq].seal if is_there else None

    def is_deleted(self, game: int) -> bool:
        """Return whether the evening of a game was deleted."""
        found = self._database.execute("SELECT 1 FROM line WHERE (game, body) = (?, ?)", (game, DELETED_LINE))
        return found.fetchone() is not None

    def count_camera_throws(self, table: int) -> int:
        """Count the throws that a table's camera has seen in all games, without dice only touched."""
        # SQLite cannot parse JSON that is nested deeply. A copied line may be, a camera's line never is.
        (throws,) = self._database.execute(
            "SELECT count(*) FROM line WHERE CASE WHEN json_valid(body) THEN"
            " json_extract(body, '$.frame') IS NOT NULL"
            " AND json_extract(body, '$.answers') IS NULL AND json_extract(body, '$.at_start') IS NULL"
            " AND json_extract(body, '$.touched') IS NULL AND json_extract(body, '$.table') = ? END",
            (table,),
        ).fetchone()
        return int(throws)

    def list_lines_with(self, text: str) -> Iterator[Body]:
        """Yield the lines of all games that contain a text, oldest first. A damaged line is left out.

        Raises
        ------
        LogTrouble
            If they cannot be read.
        """
        try:
            for (body,) in self._database.execute(
                "SELECT body FROM line WHERE instr(body, ?) ORDER BY game, seq", (text,)
            ):
                with suppress(ValueError, RecursionError, *MALFORMED):
                    line = json.loads(body)
                    if isinstance(line, dict):
                        yield line
        except sqlite3.Error as error:
            raise explain_error(error, self._path, opened=True) from error

    def close(self) -> None:
        """Close the log and let others write it. A log that somebody has removed is written again first.

        May be called twice.

        Raises
        ------
        LogTrouble
            If it was removed and cannot be written again.
        """
        if self._lock.closed:
            return
        try:
            if self._rows and not self._is_in_place():
                self._put_back()
        except sqlite3.Error as error:
            raise explain_error(error, self._path, opened=True) from error
        finally:
            close_database(self._database, self._path)
            self._lock.close()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it at the end of the ``with``."""
        self.close()

    def _write(self, game: int, seq: int, lines: Sequence[str]) -> None:
        try:
            if not self._is_in_place():
                self._put_back()
            rows = seal_lines(self._last_seal, game, seq, [line.encode() for line in lines])
            with self._database:
                self._database.execute("BEGIN IMMEDIATE")
                insert(self._database, rows)
        except sqlite3.Error as error:
            raise explain_error(error, self._path, opened=True) from error
        self._files.note_growth()
        if seq == 0:
            self._rows, self._before = [], self._last_seal
        if rows:
            self._rows += rows
            lines_before = self._head.lines if self._head else 0
            self._head = Head(game, rows[-1].seq, lines_before + len(rows), rows[-1].seal)
            self._write_witnesses()

    @property
    def _last_seal(self) -> bytes:
        return self._head.seal if self._head else GENESIS

    def _write_witnesses(self) -> None:
        """Note in the witnesses what may be shown now. If that fails, no event is lost."""
        assert self._head is not None  # noqa: S101 - a line was logged
        for witness in self._witnesses:
            try:
                witness.write(self._head)
            except OSError as error:
                _log.warning("the witness could not be written", why=error.strerror)

    def _seal(self, rows: Sequence[SealedLine]) -> None:
        """Seal the lines that an earlier version wrote."""
        try:
            self._database.executescript(SCHEMA)
            with self._database:
                self._database.execute("BEGIN IMMEDIATE")
                insert_seals(self._database, rows)
        except sqlite3.Error as error:
            raise explain_error(error, self._path) from error

    def _is_in_place(self) -> bool:
        try:
            return self._files.are_in_place()
        except PermissionError as error:
            raise LogTrouble(
                say(
                    "{folder} was taken from this user while the table was playing ({why}).",
                    folder=self._path.parent,
                    why=error.strerror,
                ),
                say(
                    "Give it back to its user (of the installed table: sudo chown -R pi-bunco: {folder}). "
                    "Every throw so far is kept.",
                    folder=self._path.parent,
                ),
            ) from error

    def _put_back(self) -> None:
        """Write the log again if somebody has removed it or cut it short.

        Raises
        ------
        LogTrouble
            If that fails, or if it succeeds but lines of earlier games are lost.
        """
        known = self._head
        try:
            self._database, chain = put_back(self._database, self._path, known, self._rows, self._before)
            self._lock.close()
            self._lock = lock(self._path.parent)
            self._files = LogFiles(self._path)
            self._head, self._rows, self._before = chain.head, list(chain.game_lines), chain.before
            for witness in self._witnesses:
                if witness.read() != self._head:
                    witness.remove()
                    if self._head:
                        witness.write(self._head)
        except OSError as error:
            if isinstance(error, LogTrouble):
                raise
            raise LogTrouble(
                say(
                    "{path} was removed while the table was playing, and cannot be put back ({why}).",
                    path=self._path,
                    why=say_why(error, self._path),
                ),
                say("Make room there or give write permission; every throw so far is kept."),
            ) from error
        _log.warning("the log was removed or cut short, and is put back", path=str(self._path))
        lost = (known.lines if known else 0) - (self._head.lines if self._head else 0)
        if lost:
            raise LogTrouble(
                say(
                    "{path} was cut short while the table was playing: {lost} lines of earlier games "
                    "are lost. This game is whole.",
                    path=self._path,
                    lost=say_number(lost),
                ),
                say(
                    "Try again: from now on all is logged. A backup on a USB stick may have the "
                    "earlier games."
                ),
            )


def _examine_or_repair(folder: Path) -> tuple[Chain | None, Trouble | None]:
    """Examine the log of a locked folder, repaired if nothing is lost; return its chain and a warning."""
    try:
        with examine(folder) as found:
            return found.chain if found else None, find_warning(folder, found)
    except DamagedLog as damaged:
        aside = repair(folder)
        if aside is None:
            raise
        repaired = Trouble(
            say("The log was damaged, and is repaired: nothing is lost."),
            say("If it happens again, the card is failing: put in a new one."),
        )
        _log.warning("the log was damaged, and is repaired", why=damaged.text, aside=str(aside))
    with examine(folder) as found:
        return found.chain if found else None, repaired


def read_record(folder: Path, game: int | None = None) -> list[str]:
    """Return a game's lines as they were written, without disturbing the process that writes the log.

    Parameters
    ----------
    folder
        The state directory.
    game
        The game's number from 1, or ``None`` for the last game that was not deleted.

    Raises
    ------
    LogTrouble
        If there is no log, it cannot be read, or it has no such game, or that was deleted.
    """
    with open_checked(folder) as database:
        last = _find_last_game(database)
        if game is None:
            last = max(_list_games(database), default=0)
        if not last:
            raise LogTrouble(
                say("{path} has no game yet.", path=folder / FILE),
                say("Play one, or name another --state-dir."),
            )
        if game is not None and not 1 <= game <= last:
            raise LogTrouble(
                say("{path} has no game {game}.", path=folder / FILE, game=game),
                say("Its games are 1 to {last}.", last=last),
            )
        lines = _read_lines(database, last if game is None else game)
        if not lines:
            raise LogTrouble(
                say("{path} has lost game {game}.", path=folder / FILE, game=game),
                say("A backup may have it: pi-bunco restore lists them."),
            )
        if lines == [DELETED_LINE]:
            raise LogTrouble(
                say("Game {game} was deleted.", game=last if game is None else game),
                say("pi-bunco record --list names those that are there."),
            )
        return lines


def count_games(folder: Path) -> int:
    """Count the games in the log; they are numbered from 1. Raises what :func:`read_record` does.

    Those that were deleted count too, since the others keep their numbers.
    """
    with open_checked(folder) as database:
        return _find_last_game(database)


def list_games(folder: Path) -> tuple[int, ...]:
    """Return the numbers of the games that were not deleted. Raises what :func:`read_record` does."""
    with open_checked(folder) as database:
        return _list_games(database)


def count_lines(folder: Path) -> int:
    """Count the lines of all games in the log, headers too. Raises what :func:`read_record` does."""
    with open_checked(folder) as database:
        return int(database.execute("SELECT count(*) FROM line").fetchone()[0])


def _find_last_game(database: sqlite3.Connection) -> int:
    return int(database.execute("SELECT max(game) FROM line").fetchone()[0] or 0)


def _list_games(database: sqlite3.Connection) -> tuple[int, ...]:
    found = database.execute(
        "SELECT game FROM line WHERE seq = 0 AND body <> ? ORDER BY game", (DELETED_LINE,)
    )
    return tuple(game for (game,) in found)


def _read_lines(database: sqlite3.Connection, game: int) -> list[str]:
    return [
        body for (body,) in database.execute("SELECT body FROM line WHERE game = ? ORDER BY seq", (game,))
    ]


def _format_line(body: Body) -> str:
    text = json.dumps(body, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a letter, as a name of an imported game may have
        return json.dumps(body)
    return text
