"""Saving what remains of a damaged log, from its files, the backups and a table's memory.

The seals show which lines are genuine and in which order, so lines of several sources are combined without
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
from pi_bunco.store.chain import GENESIS, MALFORMED, SealedLine, insert, is_line, seal
from pi_bunco.store.database import FILE, JOURNAL, open_database
from pi_bunco.store.package import BACKUPS, list_backups, open_unchanging, unpack
from pi_bunco.store.wal import overlay
from pi_bunco.store.witness import Witness


@dataclass(frozen=True, slots=True)
class Salvage:
    """What can be saved.

    Attributes
    ----------
    rows
        The lines in order, each with its seal in a log that contains only these lines.
    shown
        The number of lines that were shown, 0 if unknown.
    """

    rows: tuple[SealedLine, ...]
    shown: int

    @property
    def lost(self) -> int:
        """The number of lines that were shown but cannot be saved."""
        return max(0, self.shown - len(self.rows))


@dataclass(frozen=True, slots=True)
class _Link:
    """A genuine line. Its seal covers it and all lines before it; ``before`` covers only those."""

    game: int
    seq: int
    body: bytes
    before: bytes

    @property
    def place(self) -> tuple[int, int]:
        return self.game, self.seq


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
    shown = witness.seal if witness else None
    own: dict[bytes, _Link] = {}
    kept: dict[bytes, _Link] = {}
    with _make_scratch(folder) as scratch:
        damaged, copy = Path(scratch) / "damaged", Path(scratch) / FILE
        damaged.mkdir()
        for file in (folder / FILE, folder / f"{FILE}{JOURNAL}"):
            # A separate process copies what can still be read. If this one closed a file that SQLite uses,
            # SQLite's locks would be lost (sqlite.org, "How To Corrupt An SQLite Database File", 2.2).
            if file.exists():
                subprocess.run(["cp", "--", file, damaged], capture_output=True, check=False)  # noqa: S603, S607 - ours
        overlay(damaged / FILE, damaged / f"{FILE}{JOURNAL}", copy)
        own |= _find_links(_read_rows(copy), shown)
        for number, each in enumerate(reversed(list_backups(folder / BACKUPS))):
            place = Path(scratch) / str(number)
            place.mkdir()
            with contextlib.suppress(Trouble):
                unpack(each.path, place)
                kept |= _find_links(_read_rows(place / FILE), shown)
            shutil.rmtree(place)
    own |= _find_links(remembered, shown, before)
    if witness and shown not in own and any(link.place >= witness.place for link in own.values()):
        newest = max(kept, key=lambda key: kept[key].place, default=shown)
        if newest not in own and newest != shown:
            own = {}  # a log that this table never had
    return Salvage(
        tuple(_seal_again(_walk(own, kept, shown))), max(witness.lines if witness else 0, len(remembered))
    )


def _make_scratch(folder: Path) -> "tempfile.TemporaryDirectory[str]":
    try:
        return tempfile.TemporaryDirectory(prefix="pi-bunco-")
    except OSError:  # a system that is read only but for this folder
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
    """Read all rows that SQLite can find in a damaged log, from both ends."""
    with contextlib.suppress(sqlite3.Error), open_unchanging(log) as database:
        lines = _read_from_both_ends(database, "SELECT game, seq, CAST(body AS BLOB) FROM line")
        seals = _read_from_both_ends(database, "SELECT game, seq, sum FROM seal")
        return [SealedLine(*place, body, seals.get(place, b"")) for place, body in sorted(lines.items())]
    return []


def _read_from_both_ends(database: sqlite3.Connection, query: str) -> dict[tuple[int, int], bytes]:
    found: dict[tuple[int, int], bytes] = {}
    for order in ("ORDER BY game, seq", "ORDER BY game DESC, seq DESC"):
        with contextlib.suppress(sqlite3.Error, *MALFORMED):
            for game, seq, value in database.execute(f"{query} {order}"):
                if is_line(game, seq, value):
                    found[game, seq] = value
    return found


def _find_links(
    rows: Sequence[SealedLine], shown: bytes | None, begun: bytes = GENESIS
) -> dict[bytes, _Link]:
    """Return the genuine lines of one source by their seals.

    A line without a seal is genuine if a later seal, or the one that was ``shown``, covers it too. It is also
    genuine if its source has no seals at all, like a log of an earlier version.
    """
    knows_seals = any(row.seal for row in rows)
    links: dict[bytes, _Link] = {}
    waiting: dict[bytes, _Link] = {}
    before = begun
    last: SealedLine | None = None
    for row in rows:
        if not _follows(last, row):
            before, waiting = b"", {}
        found = row.seal
        if before:
            found = seal(before, row.game, row.seq, row.body)
            waiting[found] = _Link(row.game, row.seq, row.body, before)
            if not knows_seals or found in (row.seal, shown):
                links |= waiting
                waiting = {}
            elif row.seal:
                waiting = {}
        before = row.seal or found
        last = row
    return links


def _follows(last: SealedLine | None, row: SealedLine) -> bool:
    if last is None:
        return row.seq == 0
    return (row.game == last.game and row.seq == last.seq + 1) or (row.game > last.game and row.seq == 0)


def _walk(own: dict[bytes, _Link], kept: dict[bytes, _Link], shown: bytes | None) -> list[_Link]:
    """Combine the lines, from the last shown one back to the first one.

    If the way back breaks off in the middle of a game, the game is saved only up to the break.

    Parameters
    ----------
    own, kept
        The genuine lines of the log itself, and of the backups, by their seals.
    shown
        The seal of the line that was shown last, if it is known.
    """
    links = kept | own
    rows: list[_Link] = []  # the newest first
    at = shown if shown in links else _find_newest(own, kept, None)
    while at is not None:
        link = links[at]
        rows.append(link)
        if link.before == GENESIS:
            break
        if link.before in links:
            at = link.before
            continue
        while link.seq and rows and rows[-1].game == link.game:
            rows.pop()
        at = _find_newest(own, kept, link.place)
    return rows[::-1]


def _find_newest(
    own: dict[bytes, _Link], kept: dict[bytes, _Link], below: tuple[int, int] | None
) -> bytes | None:
    """Return the seal of the newest line before a place.

    That is the log's own newest line or a line of the backups that follows it. If the log has none, it is the
    newest line of the backups.
    """
    links = {key: link for key, link in (kept | own).items() if below is None or link.place < below}
    at = max((key for key in own if key in links), key=lambda key: links[key].place, default=None)
    if at is None:
        return max(links, key=lambda key: links[key].place, default=None)
    after = {link.before: key for key, link in links.items()}
    while at in after:
        at = after[at]
    return at


def _seal_again(links: Sequence[_Link]) -> Iterator[SealedLine]:
    before = GENESIS
    for link in links:
        before = seal(before, link.game, link.seq, link.body)
        yield SealedLine(link.game, link.seq, link.body, before)
