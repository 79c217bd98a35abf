"""One backup: a ZIP file with the log, the calibration and the sheets of the house.

That is all that a new card needs to go on. Photos are proofs that the game does not need; they stay behind.
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
from typing import Any

from pi_bunco import archives, bounded
from pi_bunco.disk import fsync
from pi_bunco.errors import Trouble
from pi_bunco.limits import CALIBRATION_BYTES, LOG_BYTES, MEGABYTE, SETTINGS_BYTES, SHEETS
from pi_bunco.store.chain import Broken, verify
from pi_bunco.store.database import FILE, RESTORE, LogTrouble, check, explain_error

FOLDER = "backups"
"""Where a table keeps its backups, in its state directory."""
BESIDE = ("calibration.zip", "sheets/*.toml")
"""What is taken along beside the log, if it is there."""
NAME = re.compile(r"pi-bunco-(\d{4,})-\d{4}-\d\d-\d\d\.zip")
"""The names of backups: their number in their folder, and the day by the clock."""

_FACTS = "backup.json"
_FORMAT = "pi-bunco backup"
_VERSION = 1
_INSIDE = re.compile(r"log\.sqlite3|calibration\.zip|sheets/[^/\\]+\.toml")
_FACTS_BYTES = 16 * 1024
_ALL_BYTES = LOG_BYTES + CALIBRATION_BYTES + SHEETS * SETTINGS_BYTES
_COUNT = 10**12
"""More games and lines than anybody plays."""
_TIME = 16
"""Letters of a time as backups have it."""
_SQLITE = b"SQLite format 3\0"
_ANOTHER = "Take another one; pi-bunco restore lists them."
_LATE = 50
"""So many lines from the end one has a time, if the table that wrote them had a clock."""


class BackupTrouble(Trouble, OSError):
    """A backup cannot be made or put in place, is damaged, or is none."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup and what it holds.

    Attributes
    ----------
    path
        The file.
    games, lines
        How many games, and how many lines of record in all.
    last
        When the last event happened, by the table's clock: ``2026-01-05 20:15``; ``""``: none says.
    content
        Differs where anything in it differs.

    >>> Backup(Path("pi-bunco-0042-2026-01-05.zip"), 3, 812, "2026-01-05 20:15", "").number
    42
    """

    path: Path
    games: int
    lines: int
    last: str
    content: str

    @property
    def number(self) -> int:
        """Its number in its folder; 0 for a file with a name of another kind."""
        found = NAME.fullmatch(self.path.name)
        return int(found[1]) if found else 0


def backups(folder: Path) -> list[Backup]:
    """Return the backups in a folder, newest first; other files are passed over."""
    found = []
    for _, path in reversed(list_numbered(folder)):
        with contextlib.suppress(BackupTrouble):
            found.append(look(path))
    return found


def list_numbered(folder: Path) -> list[tuple[int, Path]]:
    """Return the files in a folder that are named as backups are, each with its number, lowest first."""
    named = [(NAME.fullmatch(path.name), path) for path in folder.iterdir()] if folder.is_dir() else []
    return sorted((int(found[1]), path) for found, path in named if found)


def describe(path: Path, log: Path, beside: Sequence[Path], named: Path) -> Backup:
    """Return what a backup of these files holds.

    Parameters
    ----------
    path
        Where it is, or is to be.
    log
        A log that nobody writes.
    beside
        The files that go with it.
    named
        What to call the log if something is wrong with it.

    Raises
    ------
    LogTrouble
        If the log is damaged or none of ours; every page of it is read, and every line held against its seal.
    """
    try:
        with still(log) as database:
            check(database, named)
            said = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if said != "ok":
                raise LogTrouble(f"{named} is damaged ({said.splitlines()[-1]}).", RESTORE)
            head = verify(database).head
            games, lines = (head.game, head.lines) if head else (0, 0)
            return Backup(path, games, lines, _last_time(database), f"{_sum(database):08x}-{_sums(beside)}")
    except Broken as broken:
        raise LogTrouble(f"{named} is damaged: {broken}.", RESTORE) from broken
    except sqlite3.Error as error:
        raise explain_error(error, named) from error


@contextlib.contextmanager
def still(log: Path) -> Iterator[sqlite3.Connection]:
    """Read a log that nobody writes; nothing is put beside it."""
    uri = f"{log.absolute().as_uri()}?immutable=1"
    with contextlib.closing(sqlite3.connect(uri, uri=True)) as database:
        yield database


def pack(found: Backup, files: Mapping[Path, Path | str]) -> None:
    """Write a backup, and return when the disk has it.

    Parameters
    ----------
    found
        Where it goes, and what it holds.
    files
        What goes into it, each with its name there.
    """
    facts = {"format": _FORMAT, "version": _VERSION, "games": found.games, "lines": found.lines,
             "last": found.last, "content": found.content}  # fmt: skip
    # A clock that says 1970 is no reason to go without: ZIP itself knows no time before 1980.
    with zipfile.ZipFile(found.path, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
        archive.writestr(zipfile.ZipInfo(_FACTS), json.dumps(facts, indent=1))
        for file, name in files.items():
            archive.write(file, str(name))
    fsync(found.path)


def look(path: Path) -> Backup:
    """Return what a backup says that it holds; :func:`unpack` finds out whether it does.

    No more of the file is read than its directory and the few lines that say it.

    Raises
    ------
    BackupTrouble
        If it is none, or from a newer version.
    """
    with _opened(path) as archive:
        try:
            if archive.getinfo(_FACTS).file_size > _FACTS_BYTES:
                raise ValueError(_FACTS)  # noqa: TRY301 - one sentence for all that it may be instead
            facts = json.loads(b"".join(archives.unpack_pieces(archive, _FACTS)))
            version = int(facts["version"]) if facts["format"] == _FORMAT else 0
            numbers = int(facts["games"]), int(facts["lines"])
            found = Backup(path, *numbers, str(facts["last"]), str(facts["content"]))
            if not all(0 <= number < _COUNT for number in numbers) or len(found.last) > _TIME:
                version = 0
        except (KeyError, TypeError, ValueError):
            version = 0
    if version > _VERSION:
        raise BackupTrouble(f"{path} was made by a newer pi-bunco.", "Update pi-bunco, then try again.")
    if not version:
        raise BackupTrouble(f"{path} is no backup of pi-bunco's.", _ANOTHER)
    return found


def unpack(path: Path, to: Path) -> Backup:
    """Write what is in a backup into an empty folder, read all of it, and return what it holds.

    Raises
    ------
    BackupTrouble
        If it is no backup, is damaged, or holds something else than it says.
    LogTrouble
        If the log in it is damaged, or from a newer version.
    """
    says = look(path)
    with _opened(path) as archive:
        sizes = {each.filename: each.file_size for each in archive.infolist() if each.filename != _FACTS}
        names = list(sizes)
        if FILE not in names or not all(_INSIDE.fullmatch(name) for name in names):
            raise BackupTrouble(f"{path} holds other things than a backup does.", _ANOTHER)
        _check_sizes(path, sizes, to)
        _check_log(archive, sizes[FILE])
        for name in names:
            _write_out(archive, name, to / name)
    holds = describe(path, to / FILE, [to / name for name in names if name != FILE], path)
    if holds != says:
        raise BackupTrouble(f"{path} does not hold what it says.", _ANOTHER)
    return holds


def _check_sizes(path: Path, sizes: Mapping[str, int], to: Path) -> None:
    """Refuse what is larger than a backup can be, or than there is room for, before any of it is unpacked."""
    most = {FILE: LOG_BYTES, BESIDE[0]: CALIBRATION_BYTES}
    for name, size in sizes.items():
        if size > most.get(name, SETTINGS_BYTES) or len(sizes) > len(most) + SHEETS:
            raise BackupTrouble(
                f"{path} is too large for a backup: it says that {name} in it has {size:,} bytes.", _ANOTHER
            )
    needed, free = sum(sizes.values()), shutil.disk_usage(to).free
    if needed > free:
        raise BackupTrouble(
            f"{path} needs {needed / MEGABYTE:,.0f} MB in {to.parent}; {free / MEGABYTE:,.0f} MB are free.",
            "Make room there, then try again.",
        )


def _check_log(archive: zipfile.ZipFile, size: int) -> None:
    """See that a log begins as one of its size does (SQLite file format, section 1.3)."""
    head = next(archives.unpack_pieces(archive, FILE), b"")
    page = int.from_bytes(head[16:18], "big")
    pages = int.from_bytes(head[28:32], "big")
    if not head.startswith(_SQLITE) or pages * (65536 if page == 1 else page) != size:
        raise zipfile.BadZipFile("the log in it is none")


def _write_out(archive: zipfile.ZipFile, name: str, to: Path) -> None:
    to.parent.mkdir(exist_ok=True)
    with to.open("wb") as file:
        for piece in archives.unpack_pieces(archive, name):
            file.write(piece)


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with bounded.open_bounded(path, _ALL_BYTES) as file, archives.open_archive(file) as archive:
            yield archive
    except Trouble:
        raise
    except FileNotFoundError:
        raise BackupTrouble(f"There is no backup at {path}.", _ANOTHER) from None
    except OSError as error:
        raise BackupTrouble(f"{path} cannot be unpacked ({error.strerror}).", _ANOTHER) from error
    except Exception as error:  # zipfile may raise anything for bytes that are no ZIP file
        raise BackupTrouble(f"{path} is damaged or no backup ({error}).", _ANOTHER) from error


def _last_time(database: sqlite3.Connection) -> str:
    rows = database.execute("SELECT body FROM line ORDER BY game DESC, seq DESC LIMIT ?", (_LATE,))
    for (body,) in rows:
        try:
            line: Any = json.loads(body)
        except (ValueError, RecursionError):
            continue
        time = line.get("time") if isinstance(line, dict) else None
        if isinstance(time, str):
            return time[:16].replace("T", " ")
    return ""


def _sum(database: sqlite3.Connection) -> int:
    total = 0
    for row in database.execute("SELECT game, seq, body FROM line ORDER BY game, seq"):
        total = zlib.crc32(repr(row).encode("utf-8", "surrogatepass"), total)
    return total


def _sums(files: Sequence[Path]) -> str:
    sums = sorted((file.name, zlib.crc32(file.read_bytes())) for file in files)
    return f"{zlib.crc32(repr(sums).encode()):08x}"
