"""Salvage of a damaged log: its lines are collected from its files, the backups and a table's memory.

The seals show which lines are genuine and in which order, so lines of several sources can be combined without
guessing. A game is saved up to its first line that no source has, since later lines would be scored wrongly.
"""

import contextlib
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pi_bunco.errors import Trouble
from pi_bunco.store.chain import GENESIS, MALFORMED, Head, SealedLine, insert, is_line, seal
from pi_bunco.store.database import FILE, JOURNAL, is_ours, open_database
from pi_bunco.store.package import BACKUPS, list_backups, open_unchanging, unpack
from pi_bunco.store.wal import overlay
from pi_bunco.store.witness import Witness


@dataclass(frozen=True, slots=True)
class Salvage:
    """The lines of a damaged log that can be saved.

    Attributes
    ----------
    rows
        The lines in order, each with its seal in a log that contains only these lines.
    shown
        The number of lines that people saw on the pages, 0 if unknown.
    """

    rows: tuple[SealedLine, ...]
    shown: int

    @property
    def lost(self) -> int:
        """The number of lines that were shown but cannot be saved."""
        return max(0, self.shown - len(self.rows))


@dataclass(frozen=True, slots=True)
class _Link:
    """A genuine line of the chain of seals; ``before`` is the seal of the line before it."""

    game: int
    seq: int
    body: bytes
    before: bytes

    @property
    def place(self) -> tuple[int, int]:
        return self.game, self.seq


_Links = dict[bytes, _Link]
"""Genuine lines by their seals. The seal of a line covers the line and all lines before it."""


def collect(folder: Path, remembered: Sequence[SealedLine] = (), before: bytes = GENESIS) -> Salvage:
    """Collect what can be saved of the log in a state directory, without changing it.

    Parameters
    ----------
    folder
        The state directory, where nobody plays.
    remembered
        Lines with their seals that the caller knows to have been logged.
    before
        The seal of the line before them.

    Raises
    ------
    OSError
        If the disk does not take temporary files.
    """
    witness = Witness(folder).read()
    shown_seal = witness.seal if witness else None
    from_log, from_backups = _read_links(folder, shown_seal)
    from_log |= _find_links(remembered, shown_seal, before)
    if witness and _is_foreign(from_log, from_backups, witness):
        from_log = {}
    links = _combine(from_log, from_backups, shown_seal)
    return Salvage(tuple(_seal_again(links)), max(witness.lines if witness else 0, len(remembered)))


def _read_links(folder: Path, shown_seal: bytes | None) -> tuple[_Links, _Links]:
    """Return the genuine lines of the log's files and of the backups."""
    from_backups: _Links = {}
    with _make_scratch(folder) as scratch:
        damaged, merged = Path(scratch) / "damaged", Path(scratch) / FILE
        damaged.mkdir()
        for file in (folder / FILE, folder / f"{FILE}{JOURNAL}"):
            # A separate process copies what can still be read. If this process closed a file that SQLite
            # uses, SQLite's locks would be lost ("How To Corrupt An SQLite Database File", 2.2, sqlite.org).
            if file.exists():
                subprocess.run(["cp", "--", file, damaged], capture_output=True, check=False)  # noqa: S603, S607 - ours
        overlay(damaged / FILE, damaged / f"{FILE}{JOURNAL}", merged)
        from_log = _find_links(_read_rows(merged), shown_seal)
        for number, backup in enumerate(reversed(list_backups(folder / BACKUPS))):
            unpacked = Path(scratch) / str(number)
            unpacked.mkdir()
            with contextlib.suppress(Trouble):
                unpack(backup.path, unpacked)
                from_backups |= _find_links(_read_rows(unpacked / FILE), shown_seal)
            shutil.rmtree(unpacked)
    return from_log, from_backups


def _is_foreign(from_log: _Links, from_backups: _Links, witness: Head) -> bool:
    """Return whether the log's lines are those of another table.

    Such a log is as long as the witness says, but lacks the shown line and the newest line of the backups.
    """
    if witness.seal in from_log or all(link.place < witness.place for link in from_log.values()):
        return False
    newest = max(from_backups, key=lambda key: from_backups[key].place, default=None)
    return newest not in {None, witness.seal, *from_log}


def _make_scratch(folder: Path) -> "tempfile.TemporaryDirectory[str]":
    try:
        return tempfile.TemporaryDirectory(prefix="pi-bunco-")
    except OSError:  # all of the system but this folder may be read-only
        return tempfile.TemporaryDirectory(prefix=".salvage-", dir=folder)


def write(rows: Sequence[SealedLine], path: Path) -> None:
    """Write a new log of these lines, and return when it is on the disk.

    Raises
    ------
    LogTrouble, sqlite3.Error
        If the disk does not take it.
    """
    with contextlib.closing(open_database(path)) as database, database:
        database.execute("BEGIN IMMEDIATE")
        insert(database, rows)


def _read_rows(log: Path) -> list[SealedLine]:
    """Read all rows that SQLite can find in a damaged log."""
    with contextlib.suppress(sqlite3.Error, *MALFORMED), open_unchanging(log) as database:
        if not is_ours(database):
            return []
        lines = _read_from_both_ends(database, "SELECT game, seq, CAST(body AS BLOB) FROM line")
        seals = _read_from_both_ends(database, "SELECT game, seq, sum FROM seal")
        return [SealedLine(*place, body, seals.get(place, b"")) for place, body in sorted(lines.items())]
    return []


def _read_from_both_ends(database: sqlite3.Connection, query: str) -> dict[tuple[int, int], bytes]:
    """Return the values of a query by place. Each direction stops at the first damage that it meets."""
    found: dict[tuple[int, int], bytes] = {}
    for order in ("ORDER BY game, seq", "ORDER BY game DESC, seq DESC"):
        with contextlib.suppress(sqlite3.Error, *MALFORMED):
            for game, seq, value in database.execute(f"{query} {order}"):
                if is_line(game, seq, value):
                    found[game, seq] = value
    return found


def _find_links(rows: Sequence[SealedLine], shown_seal: bytes | None, before: bytes = GENESIS) -> _Links:
    """Return the genuine lines of one source.

    A line without a seal is genuine if a later seal, or ``shown_seal``, covers it too. It is also genuine if
    its source has no seals at all, like a log of an earlier version.

    Parameters
    ----------
    rows
        The lines of the source, in order.
    shown_seal
        The seal of the line that was shown last, if it is known.
    before
        The seal of the line before the first row.
    """
    has_seals = any(row.seal for row in rows)
    links: _Links = {}
    unproven: _Links = {}  # lines without seals, until a later seal covers them
    last: SealedLine | None = None
    for row in rows:
        if not _follows(last, row):
            before, unproven = b"", {}
        computed = row.seal
        if before:
            computed = seal(before, row.game, row.seq, row.body)
            unproven[computed] = _Link(row.game, row.seq, row.body, before)
            if not has_seals or computed in (row.seal, shown_seal):
                links |= unproven
                unproven = {}
            elif row.seal:
                unproven = {}
        before = row.seal or computed
        last = row
    return links


def _follows(last: SealedLine | None, row: SealedLine) -> bool:
    """Return whether no line is missing between two lines; ``None`` is the beginning of the log."""
    if last is None:
        return row.seq == 0
    return (row.game == last.game and row.seq == last.seq + 1) or (row.game > last.game and row.seq == 0)


def _combine(from_log: _Links, from_backups: _Links, shown_seal: bytes | None) -> list[_Link]:
    """Combine the lines of the log itself and of the backups, and return them in order.

    This follows the chain from the last shown line back to the first line. If the chain breaks off in the
    middle of a game, the game is saved only up to the break.
    """
    links = from_backups | from_log
    newest_first: list[_Link] = []
    at = shown_seal if shown_seal in links else _find_newest(from_log, from_backups, None)
    while at is not None:
        link = links[at]
        newest_first.append(link)
        if link.before == GENESIS:
            break
        if link.before in links:
            at = link.before
            continue
        while link.seq and newest_first and newest_first[-1].game == link.game:
            newest_first.pop()
        at = _find_newest(from_log, from_backups, link.place)
    return newest_first[::-1]


def _find_newest(from_log: _Links, from_backups: _Links, below: tuple[int, int] | None) -> bytes | None:
    """Return the seal of the newest line before a place, or of all lines if ``below`` is ``None``.

    That is the log's own newest line or a line of the backups that follows it. If the log has none, it is the
    newest line of the backups.
    """
    links = from_backups | from_log
    older = {key: link for key, link in links.items() if below is None or link.place < below}
    newest = max((key for key in from_log if key in older), key=lambda key: older[key].place, default=None)
    if newest is None:
        return max(older, key=lambda key: older[key].place, default=None)
    followers = {link.before: key for key, link in older.items()}
    while newest in followers:
        newest = followers[newest]
    return newest


def _seal_again(links: Sequence[_Link]) -> Iterator[SealedLine]:
    """Yield the lines with new seals, since lines before them may be missing."""
    before = GENESIS
    for link in links:
        before = seal(before, link.game, link.seq, link.body)
        yield SealedLine(link.game, link.seq, link.body, before)
