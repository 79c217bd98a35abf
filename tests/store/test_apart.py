"""Hostile backups are refused soon, with little memory, and never by a traceback."""

import os
import resource
import sqlite3
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.errors import Trouble
from pi_bunco.limits import LINE_BYTES
from pi_bunco.store import Log, back_up, restore
from pi_bunco.store.package import BackupTrouble, describe, pack
from pi_bunco.store.troubles import LogTrouble

HEADER = {"record": "bunco/1"}
RECURSIVE = (
    "DROP TABLE line; CREATE VIEW line AS WITH RECURSIVE endless(game, seq, body) AS "
    "(SELECT 1, 0, '{}' UNION ALL SELECT game, seq + 1, body FROM endless) SELECT * FROM endless"
)
SCHEMAS = {
    "a view without end": RECURSIVE,
    "a generated column": "DROP TABLE line; CREATE TABLE line (game INTEGER, seq INTEGER, "
    "body TEXT AS (hex(zeroblob(500000000))) VIRTUAL)",
    "another table": "CREATE TABLE more (a)",
    "another trigger": "CREATE TRIGGER t AFTER INSERT ON line BEGIN SELECT 1; END",
    "an index of an expression": "CREATE INDEX i ON line (hex(zeroblob(100000000)))",
    "a line with other columns": "DROP TABLE line; CREATE TABLE line (game, seq, body, more)",
    "a comment in the table": "DROP TABLE line; CREATE TABLE line (game INTEGER, /* */ seq INTEGER, body)",
    "a virtual table": "DROP TABLE line; CREATE VIRTUAL TABLE line USING fts5(game, seq, body)",
    "a view of seals": "DROP TABLE seal; CREATE VIEW seal AS SELECT 1 AS game, 0 AS seq, x'00' AS sum",
}


@pytest.fixture
def log(tmp_path: Path) -> Path:
    state = tmp_path / "made"
    with Log(state) as log:
        log.start(HEADER)
        log.append([{"event": "bell"}])
    return state / "log.sqlite3"


def pack_log(log: Path, to: Path) -> Path:
    """Pack a log as a backup that declares what a good one would."""
    found = describe(to, log, [], log)
    pack(found, {log: "log.sqlite3"})
    return to


def replace_log(backup: Path, log: Path) -> Path:
    """Put another log into a backup, which still declares what it did."""
    with zipfile.ZipFile(backup) as archive:
        facts = archive.read("backup.json")
    with zipfile.ZipFile(backup, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("backup.json", facts)
        archive.write(log, "log.sqlite3")
    return backup


def change(log: Path, script: str, *values: Any) -> None:
    database = sqlite3.connect(log)
    database.execute("PRAGMA journal_mode = DELETE")
    if values:
        database.execute(script, values)
    else:
        database.executescript(script)
    database.commit()
    database.close()


@pytest.mark.nightly
@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
def test_other_tables_are_refused(log: Path, tmp_path: Path, schema: str) -> None:
    """A log with anything that is not in ours, byte for byte, is refused before a line is read."""
    change(log, "PRAGMA user_version")
    backup = pack_log(log, tmp_path / "backup.zip")
    change(log, schema)
    with pytest.raises(LogTrouble, match="it has other tables than a log"):
        restore(replace_log(backup, log), tmp_path / "state")


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
def test_log_with_other_tables_is_refused_at_the_start(log: Path, schema: str) -> None:
    """The same holds for a log in a state directory, and its remedy looks into no such table either."""
    change(log, schema)
    with pytest.raises(LogTrouble, match="it has other tables than a log"):
        Log(log.parent)


def test_huge_line_is_refused(log: Path, tmp_path: Path) -> None:
    """A line with more bytes than any of ours is not read into memory."""
    change(log, "PRAGMA user_version")
    backup = pack_log(log, tmp_path / "backup.zip")
    change(log, "INSERT INTO line VALUES (1, 2, ?)", "x" * (LINE_BYTES + 1))
    with pytest.raises(Trouble, match="too big"):
        restore(replace_log(backup, log), tmp_path / "state")


@pytest.mark.parametrize("harm", ["memory", "time", "crash"])
def test_check_that_takes_too_much_is_ended(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harm: str
) -> None:
    """If the check needs too much memory or time, or crashes, the backup is refused and nothing is left."""
    change(log, "PRAGMA user_version")
    backup = pack_log(log, tmp_path / "backup.zip")

    def unpack(*_: object) -> object:
        if harm == "memory":
            return bytes(1 << 30)
        if harm == "crash":
            os.kill(os.getpid(), 9)
        resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
        while True:
            time.monotonic()

    children: list[int] = []
    fork = os.fork

    def note_child() -> int:
        children.append(fork())
        return children[-1]

    monkeypatch.setattr(os, "fork", note_child)
    monkeypatch.setattr("pi_bunco.store.apart.unpack", unpack)
    with pytest.raises(BackupTrouble, match="takes too much time or memory"):
        restore(backup, tmp_path / "state")
    assert [path.name for path in (tmp_path / "state").iterdir()] == ["lock"]
    (child,) = children
    with pytest.raises(ChildProcessError):
        os.waitpid(child, os.WNOHANG)


def test_errors_of_the_check_arrive(log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of the disk in the other process is reported like one in this process."""
    change(log, "PRAGMA user_version")
    backup = pack_log(log, tmp_path / "backup.zip")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pi_bunco.store.apart.unpack", fail)
    with pytest.raises(BackupTrouble, match="cannot be put in place"):
        restore(backup, tmp_path / "state")


def test_good_backup_is_restored(log: Path, tmp_path: Path) -> None:
    """The same way restores a good backup."""
    backup = back_up(log.parent, tmp_path / "stick")
    assert backup is not None
    assert restore(backup.path, tmp_path / "state").backup == backup
