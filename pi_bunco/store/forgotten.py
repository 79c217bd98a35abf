"""Removes the backups that were made before something was deleted from the log for good."""

import contextlib
import json
import sqlite3
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import structlog

from pi_bunco.store.backup import AsTarget, back_up
from pi_bunco.store.chain import MALFORMED
from pi_bunco.store.database import FILE
from pi_bunco.store.forgotten_note import ForgottenNote, load_note
from pi_bunco.store.leftovers import remove_leftovers
from pi_bunco.store.package import (
    BackupTrouble,
    list_numbered,
    open_unchanging,
    read_deletions,
    unpack,
)
from pi_bunco.store.troubles import LogTrouble

_log = structlog.get_logger()


def find_times(games: Mapping[int, Sequence[str]]) -> dict[int, str]:
    """Return when each game began, by its number; games without a time are left out.

    >>> find_times({3: ['{"record": "bunco/1", "time": "2026-01-05T20:15"}', "{}"], 4: ["{}"]})
    {3: '2026-01-05T20:15'}
    """
    times: dict[int, str] = {}
    for game, (header, *_) in games.items():
        with contextlib.suppress(ValueError, RecursionError, AttributeError):
            time = json.loads(header).get("time")
            times |= {game: time} if isinstance(time, str) else {}
    return times


def renew_backups(folder: Path, to: Path) -> None:
    """Make a new backup of the log, and only then remove all older ones of it.

    Parameters
    ----------
    folder
        The state directory.
    to
        The folder of the backups: all of those beside the log are its own. On a stick there may be others.

    Raises
    ------
    BackupTrouble, LogTrouble
        If the new backup cannot be made. Then the old ones stay.
    OSError
        If an old one cannot be removed.
    """
    back_up(folder, to)
    if to.parent == folder:
        *old, _ = list_numbered(to)
        for _, path in old:
            path.unlink(missing_ok=True)
        remove_leftovers(to, ".making-")
    else:
        remove_forgotten(folder, to)


def remove_forgotten(folder: Path, to: Path, as_target: AsTarget = contextlib.nullcontext) -> int:
    """Remove the backups of this log that were made before the last deletion, and return how many.

    Backups of other logs, and those that cannot be read, stay.

    Parameters
    ----------
    folder
        The state directory.
    to
        The folder of the backups, such as on a stick.
    as_target
        Returns a ``with`` in which ``to`` is used, as another user may own it.

    Raises
    ------
    OSError
        If one cannot be removed.
    """
    note = load_note(folder)
    if not note.deletions:
        return 0
    removed = 0
    with as_target():
        paths = [path for _, path in list_numbered(to)]
        for path in paths:
            if _is_forgotten(path, note):
                path.unlink()
                removed += 1
    return removed


def _is_forgotten(path: Path, note: ForgottenNote) -> bool:
    try:
        return read_deletions(path) < note.deletions and _shares_a_game(path, note.games)
    except (BackupTrouble, LogTrouble, sqlite3.Error, *MALFORMED) as error:
        _log.warning("a backup cannot be read, and stays", path=str(path), why=str(error))
        return False


def _shares_a_game(path: Path, games: Mapping[int, str]) -> bool:
    with tempfile.TemporaryDirectory(prefix="pi-bunco-") as scratch:
        unpack(path, Path(scratch))
        with open_unchanging(Path(scratch) / FILE) as database:
            headers = database.execute("SELECT game, body FROM line WHERE seq = 0").fetchall()
    times = find_times({game: [body] for game, body in headers})
    return any(games.get(game) == time for game, time in times.items())
