"""A power cut, replayed: what a program wrote, as the kernel saw it, and what a disk may hold of it.

`strace` writes down every call that changes a file of a folder, and every word that was sent to somebody.
From that the folder is made as it may be after a cut at any of those calls: what was synced is there; of
the rest any sectors, or none, or all. Source of the model: Pillai et al., "All File Systems Are Not Created
Equal", OSDI 2014: a file's data is safe once it was synced, its name once its folder was.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Literal

import pytest

STRACE = shutil.which("strace")
CALLS = (
    "openat,creat,write,pwrite64,ftruncate,fsync,fdatasync,unlink,unlinkat,rename,renameat,renameat2,"
    "mkdir,mkdirat,link,linkat,sendto,sendmsg"
)
SECTOR = 512
"""Bytes that a disk writes whole or not at all."""

Cut = Literal["kill", "nothing more", "torn"]
"""``kill``: only the program ended; ``nothing more``: nothing unsynced is there; ``torn``: any of it is."""

needs_strace = pytest.mark.skipif(
    STRACE is None
    or subprocess.run([STRACE, "-o", "/dev/null", "true"], capture_output=True, check=False).returncode != 0,
    reason="strace is not installed here, or may not look: sudo apt install strace",
)


def traced(trace: Path, command: list[str]) -> list[str]:
    """Return the command line that runs a command and writes its trace."""
    assert STRACE
    watch = [STRACE, "-f", "-y", "-xx", "-s", "2000000", "-e", f"trace={CALLS}", "-e", "signal=none"]
    return [*watch, "-o", str(trace), *command]


@contextmanager
def quick_folder(otherwise: Path) -> Iterator[Path]:
    """Yield a folder in memory where there is one: hundreds of folders are written, and synced."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there
    with TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else otherwise) as folder:
        yield Path(folder)


@dataclass(frozen=True, slots=True)
class Call:
    """One call: its name, the path or paths it is about, what was written or sent, and numbers."""

    name: str
    paths: tuple[str, ...]
    data: bytes
    numbers: tuple[int, ...]
    flags: str
    result: int


_LINE = re.compile(r"(\d+) +(\w+)\((.*)\) += (-?\d+)", re.DOTALL)
_HEX = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_FD = re.compile(r"(?:^|, )(\d+|AT_FDCWD)<((?:\\x[0-9a-f]{2}|[^>\\])*)>")


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def calls(trace: Path) -> Iterator[Call]:
    """Read a trace. A call that another thread's interrupted counts when it ended, words when they began."""
    open_: dict[str, str] = {}
    for line in trace.read_text("ascii").splitlines():
        if "<unfinished ...>" in line:
            pid, rest = line.split(" ", 1)
            begun = rest.strip().removesuffix("<unfinished ...>").rstrip()
            if begun.startswith("send"):
                yield from _call(f"{pid} {begun.rstrip(' ,')}) = 1")
            else:
                open_[pid] = begun
            continue
        if found := re.match(r"(\d+) +<\.\.\. \w+ resumed>(.*)", line):
            if found[1] not in open_:
                continue
            line = f"{found[1]} {open_.pop(found[1])}{found[2]}"  # noqa: PLW2901 - the two halves are the line
        yield from _call(line)


def _call(line: str) -> Iterator[Call]:
    found = _LINE.match(line)
    if not found or int(found[4]) < 0:
        return
    words = found[3]
    strings = [_bytes(text) for text in _HEX.findall(words)]
    handles = [(fd, _bytes(path).decode(errors="replace")) for fd, path in _FD.findall(words)]
    name = found[2]
    bare = _FD.sub("", _HEX.sub("", words))
    numbers = tuple(int(number) for number in re.findall(r"(?<![\w-])\d+(?!\w)", bare))
    if name in ("write", "pwrite64", "sendto", "sendmsg", "ftruncate", "fsync", "fdatasync"):
        handle = tuple(path for _, path in handles[:1])
        yield Call(
            name, handle, b"".join(strings[:1]), numbers, handles[0][0] if handles else "", int(found[4])
        )
    else:
        paths = tuple(text.decode(errors="replace") for text in strings)
        yield Call(name, paths, b"", (), words, int(found[4]))


@dataclass
class File:
    """A file: what the disk has for certain, and what was done to it since."""

    safe: bytes = b""
    since: list[tuple[int, bytes] | int] = field(default_factory=list)

    def now(self) -> bytes:
        return self._with(self.since)

    def sync(self) -> None:
        self.safe, self.since = self.now(), []

    def torn(self, chance: Random) -> bytes:
        """Take any of the sectors that were written since."""
        some: list[tuple[int, bytes] | int] = []
        for step in self.since:
            if isinstance(step, int):
                some += [step] * chance.randint(0, 1)
                continue
            place, data = step
            while data:
                size = SECTOR - place % SECTOR
                some += [(place, data[:size])] * chance.randint(0, 1)
                place, data = place + size, data[size:]
        return self._with(some)

    def _with(self, steps: list[tuple[int, bytes] | int]) -> bytes:
        data = bytearray(self.safe)
        for step in steps:
            if isinstance(step, int):
                data = data[:step].ljust(step, b"\0")
            else:
                place, piece = step
                if len(data) < place:
                    data = data.ljust(place, b"\0")
                data[place : place + len(piece)] = piece
        return bytes(data)


Names = dict[str, int]


@dataclass
class Disk:
    """A folder on a disk."""

    root: str
    files: list[File] = field(default_factory=list)
    safe: Names = field(default_factory=dict)
    since: list[tuple[str, int | None]] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)

    def names(self) -> Names:
        return self._with(self.since)

    def do(self, call: Call) -> bool:  # noqa: C901, PLR0912 - one branch a kind of call
        """Take a call in; tell whether it was about this folder."""
        paths = [path for path in call.paths if path.startswith(self.root)]
        if not paths or paths[0].endswith("-shm"):  # shared memory: nothing of it outlives the power
            return False
        path, names = paths[0], self.names()
        if call.name == "openat":
            if path not in names and "O_CREAT" in call.flags:
                self._make(path)
            elif "O_TRUNC" in call.flags:
                self.files[names[path]].since.append(0)
            else:
                return False
            self.places[str(call.result)] = 0
        elif call.name == "write" and path in names:
            file = self.files[names[path]]
            place = self.places.get(call.flags, len(file.now()))
            file.since.append((place, call.data))
            self.places[call.flags] = place + len(call.data)
        elif call.name == "pwrite64" and path in names:
            self.files[names[path]].since.append((call.numbers[-1], call.data))
        elif call.name == "ftruncate" and path in names:
            self.files[names[path]].since.append(call.numbers[-1])
        elif call.name in ("fsync", "fdatasync"):
            if path in names:
                self.files[names[path]].sync()
            else:
                self._sync_folder(path)
        elif call.name.startswith("unlink") and path in names:
            self.since.append((path, None))
        elif call.name.startswith("rename") and path in names:
            self.since += [(paths[1], names[path]), (path, None)]
        elif call.name.startswith("link") and path in names:
            self.since.append((paths[1], names[path]))
        else:
            return False
        return True

    def after(self, cut: Cut, chance: Random) -> dict[str, bytes]:
        """Return what is in the folder after a cut now, by path."""
        if cut == "kill":
            return {path: self.files[number].now() for path, number in self.names().items()}
        if cut == "nothing more":
            return {path: self.files[number].safe for path, number in self.safe.items()}
        some = self.since[: chance.randint(0, len(self.since))]  # a journal keeps names in their order
        return {path: self.files[number].torn(chance) for path, number in self._with(some).items()}

    def _make(self, path: str) -> None:
        self.files.append(File())
        self.since.append((path, len(self.files) - 1))

    def _sync_folder(self, folder: str) -> None:
        done = [step for step in self.since if str(Path(step[0]).parent) == folder]
        self.safe = _named(self.safe, done)
        self.since = [step for step in self.since if step not in done]

    def _with(self, steps: list[tuple[str, int | None]]) -> Names:
        return _named(self.safe, steps)


def _named(names: Names, steps: list[tuple[str, int | None]]) -> Names:
    names = dict(names)
    for path, number in steps:
        if number is None:
            names.pop(path, None)
        else:
            names[path] = number
    return names


def put(files: dict[str, bytes], root: str, to: Path) -> Path:
    """Write such a folder."""
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir()
    for path, data in files.items():
        place = to / path.removeprefix(root).lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return to


def cuts(trace: Path, root: Path, seed: int = 1) -> Iterator[tuple[int, bytes, Cut, dict[str, bytes]]]:
    """Cut the power after each call of a trace, in each of the ways.

    Yields
    ------
    int, bytes, Cut, dict
        The call's number, all that had been sent and printed before it, how it was cut, and the folder then.
    """
    disk, said, chance = Disk(str(root)), b"", Random(seed)
    for number, call in enumerate(calls(trace)):
        if call.name.startswith("send") or (call.name == "write" and not call.paths[0].startswith(str(root))):
            said += call.data
        if disk.do(deepcopy(call)):
            for cut in ("kill", "nothing more", "torn"):
                yield number, said, cut, disk.after(cut, chance)
