"""Reads what is new in a log, while its process goes on writing it."""

from contextlib import closing
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from pi_bunco.store.chain import SealedLine
from pi_bunco.store.database import FILE, open_to_read

_NEXT = (
    "SELECT game, seq, CAST(body AS BLOB), sum FROM line JOIN seal USING (game, seq)"
    " WHERE (game, seq) > (?, ?) ORDER BY game, seq LIMIT ?"
)
_LAST = "SELECT game, seq, sum FROM seal ORDER BY game DESC, seq DESC LIMIT 1"
_SEAL = "SELECT sum FROM seal WHERE (game, seq) = (?, ?)"


class Place(NamedTuple):
    """The place of a line: its game from 1, its number there from 0, and its seal."""

    game: int
    seq: int
    seal: bytes


class LogTail:
    """The lines of the log in a state directory, as others see them: those that are on the disk.

    Each question opens the file again, since the log may have been written anew.

    Parameters
    ----------
    folder
        The state directory.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def find_last(self) -> Place | None:
        """Return the place of the newest line, ``None`` without one."""
        with closing(open_to_read(self._path)) as database:
            row = database.execute(_LAST).fetchone()
        return Place(*row) if row else None

    def find_seal(self, game: int, seq: int) -> bytes | None:
        """Return the seal of a line, ``None`` if there is no such line."""
        with closing(open_to_read(self._path)) as database:
            row = database.execute(_SEAL, (game, seq)).fetchone()
        return row[0] if row else None

    def read_after(self, game: int, seq: int, most: int, most_bytes: int) -> list[SealedLine]:
        """Return the next lines after a place, all of one game.

        Parameters
        ----------
        game, seq
            The place; 0 and 0: before the first line.
        most, most_bytes
            How many lines, and how many bytes of them, to return at most; but at least one line.

        Raises
        ------
        sqlite3.Error
            If the log cannot be read.
        """
        with closing(open_to_read(self._path)) as database:
            rows = [SealedLine._make(row) for row in database.execute(_NEXT, (game, seq, most))]
        sizes = 0

        def fits(row: SealedLine) -> bool:
            nonlocal sizes
            sizes += len(row.body)
            return row.game == rows[0].game and (row is rows[0] or sizes <= most_bytes)

        return list(takewhile(fits, rows))
