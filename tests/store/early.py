"""Logs as pi-bunco 0.1 wrote them, without seals and without a witness."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

FILE = "log.sqlite3"

_SCHEMA = """
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
PRAGMA application_id = 1651863139;
PRAGMA user_version = 1;
"""


def make_log(folder: Path) -> None:
    """Make an empty log of version 0.1."""
    folder.mkdir(exist_ok=True)
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.executescript(f"BEGIN;{_SCHEMA}COMMIT;")


def append(folder: Path, game: int, seq: int, bodies: Sequence[str]) -> None:
    """Add lines as version 0.1 did."""
    with closing(sqlite3.connect(folder / FILE)) as database, database:
        rows = [(game, seq + k, body) for k, body in enumerate(bodies)]
        database.executemany("INSERT INTO line VALUES (?, ?, ?)", rows)


def change_log(folder: Path, *statements: str) -> None:
    """Change a log in ways that its triggers forbid."""
    with closing(sqlite3.connect(folder / FILE)) as database, database:
        triggers = [
            name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        ]
        for name in triggers:
            database.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            database.execute(statement)
