"""Reads finished games out of the log while another game is played. Nothing waits for it.

The whole log is not checked with its seals here, as at the start of the program: that takes seconds after
many evenings.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pi_bunco.store.database import FILE, explain_error, open_to_read

_LAST = "SELECT seq, hex(sum) FROM seal WHERE game = ? ORDER BY seq DESC LIMIT 1"


def list_stamps(folder: Path) -> dict[int, str]:
    """Return for each game that was begun a text that differs if any of its lines differs.

    It is the seal of its last line, so this reads one row of each game. Deleted games and headers alone are
    left out. Without a log there are none.

    Raises
    ------
    pi_bunco.store.LogTrouble
        If the log cannot be read.
    """
    with _open(folder) as database:
        if database is None:
            return {}
        (last,) = database.execute("SELECT max(game) FROM line").fetchone()
        rows = ((game, database.execute(_LAST, (game,)).fetchone()) for game in range(1, (last or 0) + 1))
        return {game: row[1] for game, row in rows if row and row[0]}


def read_game(folder: Path, game: int, most: int = -1) -> list[str]:
    """Return the lines of a game, none if there is no such game. Raises what :func:`list_stamps` does.

    ``most``: return only so many of the first lines; -1: all.
    """
    with _open(folder) as database:
        if database is None:
            return []
        found = database.execute("SELECT body FROM line WHERE game = ? ORDER BY seq LIMIT ?", (game, most))
        return [body for (body,) in found]


@contextmanager
def _open(folder: Path) -> Iterator[sqlite3.Connection | None]:
    path = folder / FILE
    if not path.exists():
        yield None
        return
    try:
        with closing(open_to_read(path)) as database:
            yield database
    except sqlite3.Error as error:
        raise explain_error(error, path) from error
