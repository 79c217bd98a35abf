"""Damage to the files of a log, as a failing card causes it, and the lines that were shown before."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pi_bunco.store import BACKUPS, Log, back_up

LOG, JOURNAL, SHARED, WITNESS = "log.sqlite3", "log.sqlite3-wal", "log.sqlite3-shm", "log.witness"
FILES = (LOG, JOURNAL, SHARED, WITNESS)
Place = tuple[int, int]


@dataclass(frozen=True)
class KilledTable:
    """A killed table: its folder, an earlier copy of the folder, and all lines that were shown."""

    folder: Path
    early: Path
    shown: dict[Place, str]


def play_and_kill(where: Path, seed: int, *, backup: bool = False, pages: int = 1000) -> KilledTable:
    """Play three games and leave the files as after a kill, with some lines only in the write-ahead log.

    Parameters
    ----------
    where
        An existing folder.
    seed
        Decides what is logged.
    backup
        Whether the table makes a backup during its last game.
    pages
        The number of pages after which SQLite merges the write-ahead log into the log.
    """
    chance = Random(seed)
    playing, folder = where / "playing", where / "killed"
    with Log(playing) as log:
        log._database.execute(f"PRAGMA wal_autocheckpoint = {pages}")
        for game in range(3):
            log.start({"record": "bunco/1", "rules": "classic", "game": game})
            for event in range(chance.randrange(20, 60)):
                letters = chance.choice((10, 60, 300))
                log.append(
                    [
                        {"event": "x:a", "number": event + k, "text": "x" * letters}
                        for k in range(chance.choice((1, 1, 3)))
                    ]
                )
                if game == 2 and event == 10:
                    if backup:
                        back_up(playing, playing / BACKUPS)
                    shutil.copytree(playing, where / "early")
        shown = {(game, seq): body for game, seq, body in log._database.execute("SELECT * FROM line")}
        shutil.copytree(playing, folder)
    return KilledTable(folder, where / "early", shown)


def read_lines(log: Path) -> dict[Place, str]:
    """Read all lines of a log that nobody writes."""
    with closing(sqlite3.connect(log)) as database:
        return {(game, seq): body for game, seq, body in database.execute("SELECT * FROM line")}


def damage(file: Path, other: Path, early: Path, chance: Random) -> str:  # noqa: C901 - one way a case
    """Damage a file in one of several ways, and return the kind of damage.

    Parameters
    ----------
    file
        The file.
    other, early
        The same file of another table, and an earlier copy of this table's file.
    chance
        Chooses the kind and the place of the damage.
    """
    data = bytearray(file.read_bytes()) if file.exists() else bytearray()
    kind = chance.choice(
        ("bit", "bytes", "sector", "page", "short", "empty", "gone", "other", "older", "longer", "moved")
    )
    at = chance.randrange(len(data)) if data else 0
    match kind:
        case "bit" if data:
            data[at] ^= 1 << chance.randrange(8)
        case "bytes":
            for k in range(at, min(len(data), at + chance.randrange(1, 200))):
                data[k] = chance.randrange(256)
        case "sector":
            at -= at % 512
            data[at : at + 512] = bytes([chance.choice((0, 255))]) * len(data[at : at + 512])
        case "page":
            at -= at % 4096
            data[at : at + 4096] = bytes(len(data[at : at + 4096]))
        case "short":
            del data[at:]
        case "empty":
            data.clear()
        case "gone":
            file.unlink(missing_ok=True)
            return kind
        case "other" if other.exists():
            data[:] = other.read_bytes()
        case "older" if early.exists():
            data[:] = early.read_bytes()
        case "longer":
            data += chance.randbytes(chance.randrange(1, 9000))
        case "moved":  # a page replaces another page
            at -= at % 4096
            to = chance.randrange(len(data) // 4096 + 1) * 4096
            data[to : to + 4096] = data[at : at + 4096]
    file.write_bytes(data)
    return kind
