"""The chain of seals over a log's lines, which shows when a line was changed, lost or moved.

The seal of a line is the SHA-256 (FIPS 180-4) of the seal before it, of the line's place and of the line's
bytes as they are stored, cut to 16 bytes. So one seal covers the whole log up to its line. Seals protect
against damage, not against people: anybody who can write the log can seal it again.

They have their own table, which pi-bunco 0.1 ignores. It can still write a log with seals. The lines that it
adds get their seals at the next start of a newer version.
"""

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pi_bunco.sentences import Sentence, say, say_count

SEAL_BYTES = 16
"""Bytes of a seal."""
GENESIS = bytes(SEAL_BYTES)
"""The seal before the first line of a log."""

SCHEMA = f"""
CREATE TABLE IF NOT EXISTS seal (
    game INTEGER NOT NULL,
    seq  INTEGER NOT NULL,
    sum  BLOB    NOT NULL CHECK (length(sum) = {SEAL_BYTES}),
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS seal_is_never_changed BEFORE UPDATE ON seal
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER IF NOT EXISTS seal_is_never_deleted BEFORE DELETE ON seal
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
"""

_ROWS = (
    "SELECT line.game, line.seq, CAST(line.body AS BLOB), coalesce(seal.sum, x'')"
    " FROM line LEFT JOIN seal USING (game, seq) ORDER BY line.game, line.seq"
)
_UNSEALED_ROWS = "SELECT game, seq, CAST(body AS BLOB), x'' FROM line ORDER BY game, seq"


MALFORMED = (MemoryError, UnicodeError)
"""The errors that Python's sqlite3 may raise for a damaged file besides its own."""


class SealedLine(NamedTuple):
    """A line of the log: its game, its number there, its UTF-8 bytes, and its seal or ``b""``."""

    game: int
    seq: int
    body: bytes
    seal: bytes


@dataclass(frozen=True, slots=True)
class Head:
    """The newest line of a log.

    Attributes
    ----------
    game, seq
        Its game from 1, and its number there; 0 is the game's header.
    lines
        The number of lines in the log, of all games and with headers.
    seal
        Its seal, 16 bytes.
    """

    game: int
    seq: int
    lines: int
    seal: bytes

    @property
    def place(self) -> tuple[int, int]:
        """Its game and its number."""
        return self.game, self.seq


class Broken(Exception):
    """The lines of a log do not match their seals.

    Attributes
    ----------
    why
        Which line, and how, as the end of a sentence.
    """

    def __init__(self, why: Sentence) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Chain:
    """The result of checking a log whose lines are all valid.

    Attributes
    ----------
    head
        The newest line, ``None`` if the log is empty.
    game_lines
        The lines of the newest game, each with its seal.
    before
        The seal of the line before them.
    unsealed
        The lines that have no seal in the log yet, each with its new seal.
    requested_seal
        The seal of the requested line, ``None`` if it does not exist or none was requested.
    """

    head: Head | None
    game_lines: tuple[SealedLine, ...]
    before: bytes
    unsealed: tuple[SealedLine, ...]
    requested_seal: bytes | None


def name_line(game: int, seq: int) -> Sentence:
    """Return a line's place in words.

    >>> name_line(3, 12), name_line(3, 0)
    ('event 12 of game 3', 'the header of game 3')
    """
    if seq:
        return say("event {seq} of game {game}", seq=seq, game=game)
    return say("the header of game {game}", game=game)


def seal(before: bytes, game: int, seq: int, body: bytes) -> bytes:
    """Return the seal of a line, 16 bytes.

    >>> seal(GENESIS, 1, 0, b"{}").hex()
    'a23c173696d43220d98b26eb234721f2'
    """
    return hashlib.sha256(b"%b %d %d %b" % (before, game, seq, body)).digest()[:SEAL_BYTES]


def seal_lines(before: bytes, game: int, seq: int, bodies: Iterable[bytes]) -> list[SealedLine]:
    """Return consecutive lines of a game, each with its seal.

    Parameters
    ----------
    before
        The seal of the line before them, which may be of another game.
    game, seq
        The place of the first line.
    bodies
        The stored bytes of each line.
    """
    rows = []
    for number, body in enumerate(bodies, seq):
        before = seal(before, game, number, body)
        rows.append(SealedLine(game, number, body, before))
    return rows


def insert(database: sqlite3.Connection, rows: Sequence[SealedLine]) -> None:
    """Add lines with their seals, in the open transaction."""
    database.executemany(
        "INSERT INTO line VALUES (?, ?, ?)", [(r.game, r.seq, r.body.decode()) for r in rows]
    )
    insert_seals(database, rows)


def insert_seals(database: sqlite3.Connection, rows: Sequence[SealedLine]) -> None:
    """Add the seals of existing lines, in the open transaction."""
    database.executemany("INSERT INTO seal VALUES (?, ?, ?)", [(r.game, r.seq, r.seal) for r in rows])


def read_rows(database: sqlite3.Connection) -> Iterator[SealedLine]:
    """Return all lines in order, from a log with or without seals."""
    return map(SealedLine._make, database.execute(_ROWS if has_seals(database) else _UNSEALED_ROWS))


def is_line(game: object, seq: object, body: object) -> bool:
    """Return whether the values have a line's types. A damaged file may contain others."""
    return type(game) is int and type(seq) is int and isinstance(body, bytes) and game > 0 and seq >= 0


def has_seals(database: sqlite3.Connection) -> bool:
    """Return whether the log has the table of seals."""
    found = database.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'seal'")
    return found.fetchone() is not None


def verify(  # noqa: C901 - one case for each fault
    database: sqlite3.Connection, requested: tuple[int, int] | None = None, *, with_lines: bool = True
) -> Chain:
    """Read a whole log and compare each line with its seal.

    Parameters
    ----------
    database
        The log, open.
    requested
        Game and number of a line whose seal is requested.
    with_lines
        Whether the result has lines, which fill the memory if somebody made the log for that.

    Raises
    ------
    Broken
        If a line does not match its seal, is missing, or has lost its seal.
    sqlite3.Error
        If it cannot be read.
    """
    before = before_game = GENESIS
    count = sealed_lines = 0
    last: SealedLine | None = None
    game_lines: list[SealedLine] = []
    unsealed: list[SealedLine] = []
    requested_seal = None
    for row in read_rows(database):
        if not is_line(*row[:3]):
            if last is None:
                raise Broken(say("its first line is no line of a log"))
            previous = name_line(last.game, last.seq)
            raise Broken(say("what follows {previous} is no line", previous=previous))
        same_game = last is not None and row.game == last.game
        expected = last.seq + 1 if last and same_game else 0
        if row.seq != expected:
            raise Broken(say("{line} is missing", line=name_line(row.game, expected)))
        if not same_game:
            game_lines, before_game = [], before
        before = seal(before, row.game, row.seq, row.body)
        if not row.seal:
            unsealed.append(row._replace(seal=before, body=row.body if with_lines else b""))
        elif unsealed:
            first = unsealed[0]
            raise Broken(say("{line} has lost its seal", line=name_line(first.game, first.seq)))
        elif row.seal != before:
            raise Broken(say("{line} is not as it was logged", line=name_line(row.game, row.seq)))
        else:
            sealed_lines += 1
        last = row._replace(seal=before)
        if with_lines:
            game_lines.append(last)
        if requested == (row.game, row.seq):
            requested_seal = before
        count += 1
    if lost := _count_seals(database) - sealed_lines:
        raise Broken(say_count("{count} of its lines is missing", "{count} of its lines are missing", lost))
    head = Head(last.game, last.seq, count, before) if last else None
    return Chain(head, tuple(game_lines), before_game, tuple(unsealed), requested_seal)


def _count_seals(database: sqlite3.Connection) -> int:
    return database.execute("SELECT count(*) FROM seal").fetchone()[0] if has_seals(database) else 0
