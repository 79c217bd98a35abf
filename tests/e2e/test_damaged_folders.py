"""A state directory that is damaged in any way is opened whole, or the start says what is wrong, at once."""

import itertools
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
import pytest

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.file import AccessFile
from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from pi_bunco.game.keeper import Keeper
from pi_bunco.pictures.encode import encode_jpeg
from pi_bunco.store import BACKUPS, KeptThrows, Log, Photos, back_up

FOLDERS = int(os.environ.get("PI_BUNCO_DAMAGED_FOLDERS", "60"))
SEED = int(os.environ.get("PI_BUNCO_SEED", "1"))
LOG = ("log.sqlite3", "log.sqlite3-wal", "log.sqlite3-shm", "log.witness")
SUBSETS = [subset for size in range(1, 5) for subset in itertools.combinations(LOG, size)]
OTHERS = ("lock", "log.sqlite3-journal", "access.json", "photos", "backups", "kept", "calibration.zip")
PATIENCE = 60.0
"""Seconds until a program that starts or refuses counts as hanging."""
PICTURE = encode_jpeg(np.zeros((8, 8, 3), np.uint8))


def make_large(path: Path) -> None:
    path.touch()
    os.truncate(path, 20 * 1024**3)  # it is sparse and takes no room


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        before = Path.cwd()
        os.chdir(path.parent)  # a socket's path may have only 108 bytes
        try:
            listener.bind(path.name)
        finally:
            os.chdir(before)


MAKERS: dict[str, Callable[[Path], object]] = {
    "a folder": Path.mkdir,
    "a pipe": os.mkfifo,
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a link to nothing": lambda path: path.symlink_to("nowhere"),
    "too large": make_large,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a socket": make_socket,
    "noise": lambda path: path.write_bytes(Random(7).randbytes(9000)),
    "empty": Path.touch,
    "gone": lambda _: None,
}


@dataclass(frozen=True)
class Table:
    """A killed table, an earlier copy of its folder, and how many events were shown."""

    folder: Path
    early: Path
    shown: int


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Return a table that was killed after many throws, with photos, backups, kept pictures and a PIN."""
    where = tmp_path_factory.mktemp("table")
    playing, chance = where / "playing", Random(SEED)
    with Log(playing) as log:
        photos, kept = Photos(playing), KeptThrows(playing, 10)
        door = Door(DoorConfig(file=AccessFile(playing)))
        door.set_pin(door.identify(None, "127.0.0.1"), "", "258025")
        keeper = Keeper(log, photos)
        keeper.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
        while keeper.book.next_seq < 150:
            takes = keeper.book.played.tables[0].takes if keeper.book.game.status != "ready" else None
            if takes is None:
                keeper.handle(RingBell())
                continue
            dice = tuple(chance.randint(1, 6) for _ in range(2 if takes == "die_off" else 3))
            keeper.handle(EnterDice(dice))
            name = photos.save(PICTURE, 1, keeper.book.next_seq - 1)
            assert name
            kept.keep(playing / "photos" / name, name, {"values": list(dice)})
            if keeper.book.next_seq == 60:
                shutil.copytree(playing, where / "early")
            if keeper.book.next_seq in (50, 100):
                back_up(playing, playing / BACKUPS)
        shown = keeper.book.next_seq
        shutil.copytree(playing, where / "killed")
    return Table(where / "killed", where / "early", shown)


def remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def damage(table: Table, state: Path, chance: Random) -> str:
    """Damage a copy of the table's folder in one or two ways, and return in which."""
    done = []
    for _ in range(chance.choice((1, 1, 2))):
        if chance.random() < 0.5:
            names = chance.choice(SUBSETS)
            for name in names:
                if (table.early / name).exists():
                    remove(state / name)  # what the first damage has put there may be a pipe
                    shutil.copy(table.early / name, state / name)
            done.append("older " + "+".join(names))
            if chance.random() < 0.5:
                for name in chance.sample(("photos", "backups", "kept"), 2):
                    remove(state / name)
                    done.append(f"{name} removed")
        else:
            name, kind = chance.choice((*LOG, *LOG, *OTHERS)), chance.choice(list(MAKERS))
            remove(state / name)
            MAKERS[kind](state / name)
            done.append(f"{name} is {kind}")
    return ", ".join(done)


def start(state: Path) -> tuple[str, str]:
    """Start a table in a folder, and return ``runs`` or ``refuses``, and what it prints."""
    words = ["run", "--camera", "none", "--players", "Ann,Bob,Cy,Di", "--port", "0"]
    words += ["--state-dir", str(state)]
    process = subprocess.Popen(
        [sys.executable, "-m", "pi_bunco", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    printed = ""
    with ThreadPoolExecutor(1) as pool:

        def read() -> str:
            text = ""
            for line in process.stdout or ():
                text += line
                if "The table is at http" in line:
                    process.terminate()
            return text

        reading = pool.submit(read)
        try:
            printed = reading.result(PATIENCE)
        finally:
            process.kill()
    process.wait()
    process.stdout.close()
    return "runs" if "The table is at http" in printed else "refuses", printed


def count_lines(state: Path) -> int:
    with closing(sqlite3.connect(state / "log.sqlite3")) as database:
        [count] = database.execute("SELECT max(seq) FROM line WHERE game = 1").fetchone()
    return int(count or 0) + 1


@pytest.mark.nightly
def test_no_damaged_folder_is_opened_shorter_without_a_word(table: Table, tmp_path: Path) -> None:
    """No start hangs, prints an error of the program, or goes on with fewer events and says nothing."""
    chance, outcomes, wrong = Random(SEED), Counter[str](), []
    for number in range(FOLDERS):
        state = tmp_path / str(number)
        shutil.copytree(table.folder, state)
        case = damage(table, state, chance)
        has_folders = any((state / name).is_dir() for name in ("photos", "backups", "kept"))
        try:
            how, printed = start(state)
        except TimeoutError:
            wrong.append((case, "hangs", ""))
            continue
        lost = how == "runs" and count_lines(state) < table.shown
        printed = printed.replace(str(state), "")
        said = re.search("may lack|missing", printed)
        outcomes[f"{how}{', lost' if lost else ''}{', said' if said else ''}"] += 1
        nothing_is_newer = "log.witness" in case and not has_folders
        if (
            "Traceback" in printed
            or (lost and not said and not nothing_is_newer)
            or (how == "refuses" and not printed.startswith("pi-bunco: "))
        ):
            wrong.append((case, how, printed[-600:]))
        shutil.rmtree(state)
    assert not wrong, f"seed {SEED}: {len(wrong)} of {FOLDERS}: {wrong}"
    assert {"runs", "refuses", "runs, lost, said"} <= outcomes.keys()
