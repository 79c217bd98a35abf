"""The log's SQLite database, whose lines never change; its writer's lock; its errors in people's words."""

import errno
import fcntl
import os
import sqlite3
from contextlib import ExitStack, closing, suppress
from functools import cache
from pathlib import Path
from typing import IO

from pi_bunco.limits import LINE_BYTES
from pi_bunco.machine.disk import make_dir
from pi_bunco.machine.disk_space import Shortage, find_shortage, try_to_write
from pi_bunco.sentences import say
from pi_bunco.store.chain import SCHEMA as SEALS
from pi_bunco.store.kinds import check_kinds
from pi_bunco.store.troubles import LogTrouble

FILE = "log.sqlite3"
JOURNAL, SHARED = "-wal", "-shm"
"""What SQLite adds to the name for its write-ahead log, and for what its readers and its writer share."""
VERSION = 1
RESTORE = say("Put a backup in its place: pi-bunco restore")
_DAMAGED = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)
_NO_RIGHT = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
_NO_ROOM = (sqlite3.SQLITE_FULL, *_NO_RIGHT)
"""What SQLite says of a disk with no bytes or files left, if it does not call it damaged."""
_APPLICATION = 0x62756E63  # "bunc": marks the file as ours

_SCHEMA = f"""
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
{SEALS}
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {VERSION};
"""


_PARTS = "SELECT type, name, tbl_name, sql FROM sqlite_master"


@cache
def _list_our_parts() -> frozenset[tuple[object, ...]]:
    """Return what SQLite stores of our schema: the kind, name, table and text of each part."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(_SCHEMA)
        return frozenset(database.execute(_PARTS))


def lock(folder: Path) -> IO[str]:
    """Lock a state directory until the returned file is closed. The kernel closes it with the process.

    Parameters
    ----------
    folder
        The state directory, which is made if it does not exist.

    Raises
    ------
    LogTrouble
        If it cannot be written, or another pi-bunco has locked it.
    WrongKind
        If something in it is no file where a file must be.
    """
    check_kinds(folder)
    try:
        make_dir(folder)
        handle = (folder / "lock").open("a")  # never shortened: what is there may not be ours
    except OSError as error:
        if shortage := find_shortage(error, folder):
            raise LogTrouble(
                say(
                    "The state directory {folder} cannot be written: {why}.", folder=folder, why=shortage.why
                ),
                shortage.advice,
            ) from error
        raise LogTrouble(
            say("The state directory {folder} cannot be written ({why}).", folder=folder, why=error.strerror),
            say("Choose another with --state-dir, or make room or give write permission there."),
        ) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        handle.close()
        raise LogTrouble(
            say("Another pi-bunco is playing in {folder}.", folder=folder),
            say("Stop it first, or choose another --state-dir."),
        ) from error
    return handle


def open_database(path: Path) -> sqlite3.Connection:
    """Open or create the log's file for writing.

    Raises
    ------
    LogTrouble
        If it is not a log, or the disk does not take it.
    """
    try:
        with ExitStack() as opened:
            database = opened.enter_context(
                closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False))
            )
            limit_lines(database)
            if is_blank(database):
                database.execute("PRAGMA journal_mode = WAL")
                database.executescript(f"BEGIN;{_SCHEMA}COMMIT;")
            check(database, path)
            database.execute("PRAGMA journal_mode = WAL")  # a log out of a backup is not yet
            # FULL: a commit returns when the disk has it, so a power cut loses nothing that was shown.
            database.execute("PRAGMA synchronous = FULL")
            opened.pop_all()
    except sqlite3.Error as error:
        raise explain_error(error, path) from error
    return database


def close_database(database: sqlite3.Connection, path: Path) -> None:
    """Close the log, and keep the empty files that the next start needs beside it.

    SQLite removes them with its last connection, but a connection that may only read removes nothing. A disk
    that can hold no more files could not give them back.
    """
    with suppress(sqlite3.Error), closing(open_to_read(path)) as last:
        last.execute("SELECT 1 FROM line").fetchone()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()
    database.close()


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open the log's file, which must exist, for reading only."""
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    limit_lines(database)
    return database


def limit_lines(database: sqlite3.Connection) -> None:
    """Refuse lines, and anything else, that would fill the memory."""
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LINE_BYTES)


def is_ours(database: sqlite3.Connection) -> bool:
    """Return whether all tables and triggers of a database are those of a log, byte for byte.

    In another one a name such as ``line`` may be a view, and reading it may never end. A log of version 0.1
    has no seals.
    """
    return frozenset(database.execute(_PARTS)) <= _list_our_parts()


def is_blank(database: sqlite3.Connection) -> bool:
    """Return whether nothing was ever written to a database."""
    version = database.execute("PRAGMA user_version").fetchone()[0]
    return version == 0 and database.execute("SELECT 1 FROM sqlite_master").fetchone() is None


def check(database: sqlite3.Connection, path: Path) -> None:
    """Refuse a database that is not a log or comes from a newer pi-bunco (:class:`LogTrouble`)."""
    version = database.execute("PRAGMA user_version").fetchone()[0]
    if database.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
        raise LogTrouble(
            say("{path} is not a pi-bunco log, or is damaged.", path=path),
            say("Move it away, choose another --state-dir, or put a backup in its place: pi-bunco restore"),
        )
    if version > VERSION:
        raise LogTrouble(
            say(
                "{path} was written by a newer pi-bunco (log version {version}, this one knows {known}).",
                path=path,
                version=version,
                known=VERSION,
            ),
            say("Update pi-bunco, or choose another --state-dir."),
        )
    if not is_ours(database):
        raise LogTrouble(
            say("{path} is not a pi-bunco log: it has other tables than a log.", path=path),
            say("Move it away, choose another --state-dir, or put a backup in its place: pi-bunco restore"),
        )


def is_damage(error: sqlite3.Error) -> bool:
    """Return whether SQLite calls the file damaged or not a database."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED


def explain_error(error: sqlite3.Error, path: Path, *, opened: bool = False) -> LogTrouble:
    """Return SQLite's error in a guest's words.

    If the log was valid when it was ``opened``, the disk is the cause: when it refuses to write, SQLite
    wrongly calls the log damaged after some tries. A disk without room is not a failing card.
    """
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    is_refused = code == sqlite3.SQLITE_IOERR or (opened and is_damage(error))
    if shortage := _find_shortage(path.parent, code) if is_refused or code in _NO_ROOM else None:
        if not opened:
            return LogTrouble(
                say("{path} cannot be written: {why}.", path=path, why=shortage.why), shortage.advice
            )
        return LogTrouble(
            say(
                "Nothing more can be logged in {path}: {why}. Every throw so far is kept.",
                path=path,
                why=shortage.why,
            ),
            shortage.remedy,
        )
    if is_refused:
        return LogTrouble(
            say("The card is failing: {path} cannot be written ({why}).", path=path, why=error),
            say(
                "Restart the machine: every throw that was shown is kept. If that does not help, the card is "
                "worn out: put in a new one."
            ),
        )
    if is_damage(error):
        return LogTrouble(say("{path} is damaged, or is not a log ({why}).", path=path, why=error), RESTORE)
    if code in _NO_RIGHT:
        return LogTrouble(
            say("{path} cannot be written ({why}).", path=path, why=error),
            say("Give write permission, or choose another --state-dir."),
        )
    return LogTrouble(
        say("{path} cannot be used ({why}).", path=path, why=error), say("Choose another --state-dir.")
    )


def _find_shortage(folder: Path, code: int) -> Shortage | None:
    """Return what the disk lacks. SQLite's code often does not tell, so a trial does."""
    if code == sqlite3.SQLITE_FULL:
        refusal: OSError | None = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    else:
        refusal = try_to_write(folder)
    return find_shortage(refusal, folder) if refusal else None
