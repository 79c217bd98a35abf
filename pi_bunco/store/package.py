"""One backup: a ZIP file with the log and what the host has set up, such as calibrations and sheets.

A new card needs nothing else to continue. The game does not need the photos, so they are not included.
"""

import contextlib
import json
import re
import shutil
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from pi_bunco.errors import Trouble
from pi_bunco.figures import say_number
from pi_bunco.files import archives, bounded
from pi_bunco.limits import (
    CALIBRATION_BYTES,
    EVENING_BYTES,
    IMPORTED,
    LOG_BYTES,
    MEGABYTE,
    RECORD_BYTES,
    SETTINGS_BYTES,
    SHEETS,
    SPONSOR_BYTES,
    SPONSORS,
    TABLES,
)
from pi_bunco.machine.disk_space import SHORTAGES
from pi_bunco.sentences import say
from pi_bunco.store.chain import MALFORMED, Broken, verify
from pi_bunco.store.database import FILE, RESTORE, check, explain_error, limit_lines
from pi_bunco.store.troubles import LogTrouble

BACKUPS = "backups"
"""The folder of a table's backups in its state directory."""
NAME = re.compile(r"pi-bunco-(\d{4,})-\d{4}-\d\d-\d\d\.zip")
"""The pattern of backup names: their number in the folder, and the date by the clock."""

_FACTS = "backup.json"
_DELETIONS = "deletions"
_FORMAT = "pi-bunco backup"
_VERSION = 3
"""1 had the calibration of the first table and the sheets only, 2 no evenings of other Pis."""
_BEFORE = 2
"""The version of a backup without such evenings, which an earlier program can still read."""
_INSIDE = re.compile(
    r"log\.sqlite3|calibration(-([2-9]|1\d|2[0-5]))?\.zip|sheets/[^/\\]+\.toml"
    r"|(cameras|sound|photos|league)\.json|sponsors/[0-9a-f]{16}\.jpg|imported/[0-9a-f]{16}/record\.jsonl"
)
_RECORD = ".jsonl"
_MAX_FACTS_BYTES = 16 * 1024
_MOST_FILES = 1 + TABLES + SHEETS + 4 + SPONSORS + IMPORTED
_MAX_BYTES = (
    LOG_BYTES
    + TABLES * CALIBRATION_BYTES
    + SHEETS * SETTINGS_BYTES
    + SPONSORS * SPONSOR_BYTES
    + IMPORTED * EVENING_BYTES
)
_MAX_COUNT = 10**12
"""A limit above the number of games, and of lines, that anybody plays."""
_TIME_LETTERS = 16
"""The number of letters of a time in a backup."""
_SQLITE = b"SQLite format 3\0"
_TAKE_ANOTHER = say("Take another one; pi-bunco restore lists them.")
_SEARCHED_LINES = 50
"""The number of last lines that are searched for a time."""


class BackupTrouble(Trouble, OSError):
    """A backup cannot be made or restored, is damaged, or is not a backup."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup and its contents.

    Attributes
    ----------
    path
        The file.
    games, lines
        The number of games, and of their lines in all.
    last
        The time of the last event by the table's clock, ``2026-01-05 20:15``, or ``""`` if unknown.
    content
        A text that differs if anything in the backup differs.
    """

    path: Path
    games: int
    lines: int
    last: str
    content: str


def may_hold(name: str) -> bool:
    """Return whether a backup may have a file of this name, with ``/`` after a folder.

    >>> may_hold("calibration-25.zip"), may_hold("calibration-old.zip"), may_hold("access.json")
    (True, False, False)
    """
    return _INSIDE.fullmatch(name) is not None


def find_limit(name: str) -> int:
    """Return the most bytes that a file of this name may have in a backup.

    >>> find_limit("sheets/ours.toml")
    1000000
    """
    if name == FILE:
        return LOG_BYTES
    limits = {".zip": CALIBRATION_BYTES, ".jpg": SPONSOR_BYTES, _RECORD: RECORD_BYTES}
    return limits.get(Path(name).suffix, SETTINGS_BYTES)


def list_backups(folder: Path) -> list[Backup]:
    """Return the backups in a folder, newest first, without other files."""
    found = []
    for _, path in reversed(list_numbered(folder)):
        with contextlib.suppress(BackupTrouble):
            found.append(read_facts(path))
    return found


def list_numbered(folder: Path) -> list[tuple[int, Path]]:
    """Return the files in a folder with a backup's name, each with its number, lowest first."""
    paths = folder.iterdir() if folder.is_dir() else ()
    return sorted((number, path) for path in paths if (number := parse_number(path)))


def parse_number(path: Path) -> int:
    """Return the number in a backup's name, 0 if it is no backup's name.

    >>> parse_number(Path("pi-bunco-0012-2026-01-05.zip")), parse_number(Path("mine.zip"))
    (12, 0)
    """
    found = NAME.fullmatch(path.name)
    return int(found[1]) if found else 0


def describe(path: Path, log: Path, beside: Sequence[Path], named: Path) -> Backup:
    """Return the contents of a backup of these files.

    Every page of the log is read, and every line is compared with its seal.

    Parameters
    ----------
    path
        The path of the backup, which may not exist yet.
    log
        A log that nobody writes.
    beside
        The other files of the backup.
    named
        The log's name in error messages.

    Raises
    ------
    LogTrouble
        If the log is damaged or not a log of pi-bunco.
    """
    try:
        with open_unchanging(log) as database:
            check(database, named)
            verdict = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if verdict != "ok":
                raise LogTrouble(
                    say("{named} is damaged ({why}).", named=named, why=verdict.splitlines()[-1]), RESTORE
                )
            head = verify(database, with_lines=False).head
            games, lines = (head.game, head.lines) if head else (0, 0)
            return Backup(
                path,
                games,
                lines,
                _find_last_time(database),
                f"{_sum_lines(database):08x}-{_sum_files(beside)}",
            )
    except Broken as broken:
        raise LogTrouble(
            say("{named} is damaged: {broken}.", named=named, broken=broken.why), RESTORE
        ) from broken
    except MALFORMED as error:
        raise LogTrouble(say("{named} is damaged: it holds rubbish.", named=named), RESTORE) from error
    except sqlite3.Error as error:
        raise explain_error(error, named) from error


@contextlib.contextmanager
def open_unchanging(log: Path) -> Iterator[sqlite3.Connection]:
    """Read a log that nobody writes, without creating files beside it."""
    uri = f"{log.absolute().as_uri()}?immutable=1"
    with contextlib.closing(sqlite3.connect(uri, uri=True)) as database:
        limit_lines(database)
        yield database


def pack(found: Backup, files: Mapping[Path, Path | str], deletions: int = 0) -> None:
    """Write a backup, without waiting for the disk.

    Parameters
    ----------
    found
        The backup's path and contents.
    files
        The files for it, each with its name there.
    deletions
        How often something had been deleted from the log for good (:mod:`pi_bunco.store.forgotten`).
    """
    has_records = any(Path(name).suffix == _RECORD for name in files.values())
    version = _VERSION if has_records else _BEFORE
    facts = {"format": _FORMAT, "version": version, "games": found.games, "lines": found.lines,
             "last": found.last, "content": found.content, _DELETIONS: deletions}  # fmt: skip
    # ZIP knows no time before 1980, but a clock that was never set shows 1970.
    with zipfile.ZipFile(found.path, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
        archive.writestr(zipfile.ZipInfo(_FACTS), json.dumps(facts, indent=1))
        for file, name in files.items():
            archive.write(file, str(name))


def open_backup(path: Path) -> BinaryIO:
    """Open a backup to read it; the caller closes it.

    Raises
    ------
    BackupTrouble
        If there is none, it cannot be read, or it is larger than any backup.
    """
    try:
        return bounded.open_bounded(path, _MAX_BYTES)
    except FileNotFoundError:
        raise BackupTrouble(say("There is no backup at {path}.", path=path), _TAKE_ANOTHER) from None
    except OSError as error:
        raise BackupTrouble(
            say("{path} cannot be unpacked ({why}).", path=path, why=error.strerror), _TAKE_ANOTHER
        ) from error


def read_facts(path: Path, opened: BinaryIO | None = None) -> Backup:
    """Return the contents that a backup declares. :func:`unpack` checks them.

    This reads only the ZIP file's directory and the few lines of the declaration.

    Parameters
    ----------
    path
        Its path.
    opened
        The open file; ``None``: it is opened here.

    Raises
    ------
    BackupTrouble
        If it is not a backup, or from a newer version.
    """
    with _open(path, opened) as archive:
        try:
            if archive.getinfo(_FACTS).file_size > _MAX_FACTS_BYTES:
                raise ValueError(_FACTS)  # noqa: TRY301 - one sentence for all that it may be instead
            facts = json.loads(b"".join(archives.unpack_pieces(archive, _FACTS)))
            version = int(facts["version"]) if facts["format"] == _FORMAT else 0
            numbers = int(facts["games"]), int(facts["lines"])
            found = Backup(path, *numbers, str(facts["last"]), str(facts["content"]))
            if not all(0 <= number < _MAX_COUNT for number in numbers) or len(found.last) > _TIME_LETTERS:
                version = 0
        except (KeyError, TypeError, ValueError):
            version = 0
    if version > _VERSION:
        raise BackupTrouble(
            say("{path} was made by a newer pi-bunco.", path=path), say("Update pi-bunco, then try again.")
        )
    if not version:
        raise BackupTrouble(say("{path} is not a backup of pi-bunco.", path=path), _TAKE_ANOTHER)
    return found


def read_deletions(path: Path, opened: BinaryIO | None = None) -> int:
    """Return how often something had been deleted from the log of a backup; 0: never, or it does not say.

    ``path`` and ``opened`` as for :func:`read_facts`.

    Raises
    ------
    BackupTrouble
        If it is not a backup.
    """
    read_facts(path, opened)  # refuses all that is none
    with _open(path, opened) as archive:
        deletions = json.loads(b"".join(archives.unpack_pieces(archive, _FACTS))).get(_DELETIONS)
        return deletions if type(deletions) is int else 0


def unpack(path: Path, to: Path, opened: BinaryIO | None = None) -> Backup:
    """Unpack a backup into an empty folder, check it completely, and return its contents.

    Raises
    ------
    BackupTrouble
        If it is not a backup, is damaged, or differs from what it declares.
    LogTrouble
        If the log in it is damaged, or from a newer version.
    """
    declared = read_facts(path, opened)
    with _open(path, opened) as archive:
        sizes = {each.filename: each.file_size for each in archive.infolist() if each.filename != _FACTS}
        names = list(sizes)
        if FILE not in names or not all(map(may_hold, names)):
            raise BackupTrouble(
                say("{path} holds other things than a backup does.", path=path), _TAKE_ANOTHER
            )
        _check_sizes(path, sizes, to)
        _check_log(archive, sizes[FILE])
        for name in names:
            _write_out(archive, name, to / name)
    unpacked = describe(path, to / FILE, [to / name for name in names if name != FILE], path)
    if unpacked != declared:
        raise BackupTrouble(say("The contents of {path} differ from its own list.", path=path), _TAKE_ANOTHER)
    return unpacked


def _check_sizes(path: Path, sizes: Mapping[str, int], to: Path) -> None:
    """Refuse a backup that is too large, or larger than the free space, before it is unpacked."""
    for name, size in sizes.items():
        if size > find_limit(name) or len(sizes) > _MOST_FILES:
            raise BackupTrouble(
                say(
                    "{path} is too large for a backup: it says that {name} in it has {size} bytes.",
                    path=path,
                    name=name,
                    size=say_number(size),
                ),
                _TAKE_ANOTHER,
            )
    needed, free = sum(sizes.values()), shutil.disk_usage(to).free
    if needed > free:
        raise BackupTrouble(
            say(
                "{path} needs {needed} MB in {folder}; {free} MB are free.",
                path=path,
                needed=say_number(needed / MEGABYTE),
                folder=to.parent,
                free=say_number(free / MEGABYTE),
            ),
            say("Make room there, then try again."),
        )


def _check_log(archive: zipfile.ZipFile, size: int) -> None:
    """Check that a log's header fits its size (SQLite file format, section 1.3)."""
    head = next(archives.unpack_pieces(archive, FILE), b"")
    page = int.from_bytes(head[16:18], "big")
    pages = int.from_bytes(head[28:32], "big")
    if not head.startswith(_SQLITE) or pages * (65536 if page == 1 else page) != size:
        raise zipfile.BadZipFile(say("the log in it is none"))


def _write_out(archive: zipfile.ZipFile, name: str, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    with to.open("wb") as file:
        for piece in archives.unpack_pieces(archive, name):
            file.write(piece)
    if to.suffix == ".json":
        to.chmod(0o600)  # an address of a camera may have a password


@contextlib.contextmanager
def _open(path: Path, opened: BinaryIO | None) -> Iterator[zipfile.ZipFile]:
    try:
        with (
            contextlib.nullcontext(opened) if opened else open_backup(path) as file,
            archives.open_archive(file) as archive,
        ):
            yield archive
    except Trouble:
        raise
    except OSError as error:
        if error.errno in SHORTAGES:  # of the disk that the backup is unpacked to
            raise
        raise BackupTrouble(
            say("{path} cannot be unpacked ({why}).", path=path, why=error.strerror), _TAKE_ANOTHER
        ) from error
    except Exception as error:  # zipfile may raise anything for bytes that are no ZIP file
        raise BackupTrouble(
            say("{path} is damaged, or is not a backup ({why}).", path=path, why=str(error)), _TAKE_ANOTHER
        ) from error


def _find_last_time(database: sqlite3.Connection) -> str:
    for (body,) in database.execute(
        "SELECT body FROM line ORDER BY game DESC, seq DESC LIMIT ?", (_SEARCHED_LINES,)
    ):
        try:
            line: Any = json.loads(body)
        except (ValueError, RecursionError):
            continue
        time = line.get("time") if isinstance(line, dict) else None
        if isinstance(time, str):
            return time[:16].replace("T", " ")
    return ""


def _sum_lines(database: sqlite3.Connection) -> int:
    total = 0
    for row in database.execute("SELECT game, seq, body FROM line ORDER BY game, seq"):
        total = zlib.crc32(repr(row).encode("utf-8", "surrogatepass"), total)
    return total


def _sum_files(files: Sequence[Path]) -> str:
    sums = sorted((_name_for_sum(file), zlib.crc32(file.read_bytes())) for file in files)
    return f"{zlib.crc32(repr(sums).encode()):08x}"


def _name_for_sum(file: Path) -> str:
    """Return the name of a file for the sum, as version 2 had it. Only records need their folder."""
    return "/".join(file.parts[-3:]) if file.suffix == _RECORD else file.name
