"""Writes the log anew without what somebody has deleted, and removes everything that still holds it.

The log itself never changes a line, and SQLite keeps deleted bytes in free pages. So a new file is written
beside the old one, sealed anew, and put in its place. A power cut leaves the old log or the new one, whole.
"""

import shutil
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from pi_bunco.machine.disk import fsync
from pi_bunco.sentences import say
from pi_bunco.store.chain import GENESIS, SealedLine, read_rows, seal_lines
from pi_bunco.store.database import FILE, JOURNAL, SHARED
from pi_bunco.store.examine import open_checked
from pi_bunco.store.leftovers import remove_leftovers
from pi_bunco.store.restore import ASIDE, merge_journal, prepare_folder, put_log
from pi_bunco.store.salvage import write
from pi_bunco.store.troubles import LogTrouble

Games = dict[int, list[str]]
"""The lines of each game, by its number."""

_LEFTOVERS = (".restoring-", ".making-", ".salvage-", f"{FILE}.new", f"{FILE}-journal")
"""What unfinished work leaves of a log in a state directory: the beginnings of names."""


def read_games(folder: Path) -> Games:
    """Return the lines of all games in the log of a state directory.

    Raises
    ------
    LogTrouble
        If there is no log, or it cannot be read.
    """
    with open_checked(folder) as database:
        rows = read_rows(database)
        return {
            game: [row.body.decode() for row in each] for game, each in groupby(rows, lambda row: row.game)
        }


def rewrite_log(folder: Path, games: Games) -> None:
    """Replace the log in a state directory by one with these games. No table may be playing there.

    Raises
    ------
    LogTrouble, BackupTrouble
        If a table is playing, or the disk does not take it. Then the old log stays in place.
    """
    with prepare_folder(folder, say("The log in {folder} cannot be written anew", folder=folder)) as new:
        write([*_seal(games)], new / FILE)
        fsync(new / FILE)
        _remove_journal(folder)
        put_log(new / FILE, folder)


def remove_old_copies(folder: Path, others: Sequence[str] = ()) -> None:
    """Remove the logs that were set aside in a state directory, and what unfinished work has left of a log.

    Parameters
    ----------
    folder
        The state directory.
    others
        Patterns of names of further copies, such as ``followed-*``.

    Raises
    ------
    OSError
        If the disk does not take it.
    """
    for path in list_old_copies(folder, others):
        shutil.rmtree(path)
    for prefix in _LEFTOVERS:
        remove_leftovers(folder, prefix)
    for draft in folder.glob(".*.new"):
        draft.unlink(missing_ok=True)
    fsync(folder)


def list_old_copies(folder: Path, others: Sequence[str] = ()) -> list[Path]:
    """Return the folders in a state directory with older logs, see :func:`remove_old_copies`."""
    found = (path for pattern in (ASIDE, *others) for path in sorted(folder.glob(pattern)))
    return [path for path in found if path.is_dir() and not path.is_symlink()]


def _remove_journal(folder: Path) -> None:
    """Remove the old log's write-ahead log, which SQLite would take for the new log's.

    Raises
    ------
    LogTrouble
        If it still has lines, because another program reads the log.
    """
    merge_journal(folder / FILE)
    journal = folder / f"{FILE}{JOURNAL}"
    if journal.exists() and journal.stat().st_size:
        raise LogTrouble(
            say("Another program is reading the log in {folder}.", folder=folder),
            say("Wait until that program has ended (a backup, for example), then try again."),
        )
    for end in (JOURNAL, SHARED):
        (folder / f"{FILE}{end}").unlink(missing_ok=True)
    fsync(folder)


def _seal(games: Games) -> Iterator[SealedLine]:
    before = GENESIS
    for game, lines in sorted(games.items()):
        rows = seal_lines(before, game, 0, [line.encode() for line in lines])
        before = rows[-1].seal
        yield from rows
