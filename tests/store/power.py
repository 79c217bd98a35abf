"""A simulated power cut: the writes of a program, as the kernel saw them, and what a disk may keep of them.

`strace` records each call that changes a file of a folder, and all data that was sent to anybody. From the
record this module makes the folder as it may be after a cut at any of these calls. Synced data is complete;
of the other data any sectors may be there, or none, or all. Source of the model: Pillai et al., "All File
Systems Are Not Created Equal", OSDI 2014: a file's data is safe once the file was synced, and its name once
its folder was.
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
"""The number of bytes that a disk writes completely or not at all."""

Cut = Literal["kill", "nothing more", "torn"]
"""What is left of unsynced data: ``kill`` everything, ``nothing more`` nothing, ``torn`` any part."""

needs_strace = pytest.mark.skipif(
    STRACE is None
    or subprocess.run([STRACE, "-o", "/dev/null", "true"], capture_output=True, check=False).returncode != 0,
    reason="strace is not installed, or not permitted here: sudo apt install strace",
)


def add_strace(trace: Path, command: list[str]) -> list[str]:
    """Return the command line that runs a command and writes its trace."""
    assert STRACE
    watch = [STRACE, "-f", "-y", "-xx", "-s", "2000000", "-e", f"trace={CALLS}", "-e", "signal=none"]
    return [*watch, "-o", str(trace), *command]


@contextmanager
def quick_folder(otherwise: Path) -> Iterator[Path]:
    """Yield a temporary folder in memory if possible, since hundreds of folders are written and synced."""
    memory = Path("/dev/shm")  # noqa: S108 - a new folder is made in it
    with TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else otherwise) as folder:
        yield Path(folder)


@dataclass(frozen=True, slots=True)
class Call:
    """A system call that succeeded.

    ``data`` is what was written or sent, and ``numbers`` are other arguments, such as a place or a length.
    ``flags`` are those of an opened file; for other calls on a file it is the handle.
    """

    name: str
    paths: tuple[str, ...]
    data: bytes
    numbers: tuple[int, ...]
    flags: str
    result: int


_LINE = re.compile(r"(\d+) +(\w+)\((.*)\) += (-?\d+)", re.DOTALL)
_HEX = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_FD = re.compile(r"(?:^|, )(\d+|AT_FDCWD)<((?:\\x[0-9a-f]{2}|[^>\\])*)>")


def parse_hex(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def read_calls(trace: Path) -> Iterator[Call]:
    """Read a trace. An interrupted call counts when it ended, a sent message when it began."""
    open_: dict[str, str] = {}
    for line in trace.read_text("ascii").splitlines():
        if "<unfinished ...>" in line:
            pid, beginning = line.split(" ", 1)
            begun = beginning.strip().removesuffix("<unfinished ...>").rstrip()
            if begun.startswith("send"):
                yield from parse_call(f"{pid} {begun.rstrip(' ,')}) = 1")
            else:
                open_[pid] = begun
            continue
        if found := re.match(r"(\d+) +<\.\.\. \w+ resumed>(.*)", line):
            if found[1] not in open_:
                continue
            line = f"{found[1]} {open_.pop(found[1])}{found[2]}"  # noqa: PLW2901 - the two halves are the line
        yield from parse_call(line)


def parse_call(line: str) -> Iterator[Call]:
    """Yield the call of a line, or nothing if the call failed."""
    found = _LINE.match(line)
    if not found or int(found[4]) < 0:
        return
    words = found[3]
    strings = [parse_hex(text) for text in _HEX.findall(words)]
    handles = [(fd, parse_hex(path).decode(errors="replace")) for fd, path in _FD.findall(words)]
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
    """A file: its content that is ``safe`` on the disk, and the changes ``since``.

    A change is a place with the bytes that were written there, or the new length of the file.
    """

    safe: bytes = b""
    since: list[tuple[int, bytes] | int] = field(default_factory=list)

    def read(self) -> bytes:
        return self._apply(self.since)

    def sync(self) -> None:
        self.safe, self.since = self.read(), []

    def tear(self, chance: Random) -> bytes:
        """Return the file with a random part of the sectors that were written since."""
        kept: list[tuple[int, bytes] | int] = []
        for step in self.since:
            if isinstance(step, int):
                kept += [step] * chance.randint(0, 1)
                continue
            place, data = step
            while data:
                size = SECTOR - place % SECTOR
                kept += [(place, data[:size])] * chance.randint(0, 1)
                place, data = place + size, data[size:]
        return self._apply(kept)

    def _apply(self, steps: list[tuple[int, bytes] | int]) -> bytes:
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
    """A folder on a disk: its files, the names that are safe, and the changes of names since."""

    root: str
    files: list[File] = field(default_factory=list)
    safe: Names = field(default_factory=dict)
    since: list[tuple[str, int | None]] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)

    def names(self) -> Names:
        return self._apply(self.since)

    def apply(self, call: Call) -> bool:  # noqa: C901, PLR0912 - one branch a kind of call
        """Apply a call, and return whether it was about this folder."""
        paths = [path for path in call.paths if path.startswith(self.root)]
        if not paths or paths[0].endswith("-shm"):  # shared memory does not outlive the power
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
            place = self.places.get(call.flags, len(file.read()))
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

    def cut_power(self, cut: Cut, chance: Random) -> dict[str, bytes]:
        """Return the content of each file after a power cut now, by path."""
        if cut == "kill":
            return {path: self.files[number].read() for path, number in self.names().items()}
        if cut == "nothing more":
            return {path: self.files[number].safe for path, number in self.safe.items()}
        kept = self.since[: chance.randint(0, len(self.since))]  # a journal keeps the order of names
        return {path: self.files[number].tear(chance) for path, number in self._apply(kept).items()}

    def _make(self, path: str) -> None:
        self.files.append(File())
        self.since.append((path, len(self.files) - 1))

    def _sync_folder(self, folder: str) -> None:
        done = [step for step in self.since if str(Path(step[0]).parent) == folder]
        self.safe = rename_files(self.safe, done)
        self.since = [step for step in self.since if step not in done]

    def _apply(self, steps: list[tuple[str, int | None]]) -> Names:
        return rename_files(self.safe, steps)


def rename_files(names: Names, steps: list[tuple[str, int | None]]) -> Names:
    names = dict(names)
    for path, number in steps:
        if number is None:
            names.pop(path, None)
        else:
            names[path] = number
    return names


def write_folder(files: dict[str, bytes], root: str, to: Path) -> Path:
    """Write these files into a folder, and return the folder."""
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir()
    for path, data in files.items():
        place = to / path.removeprefix(root).lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return to


def cut_everywhere(
    trace: Path, root: Path, seed: int = 1
) -> Iterator[tuple[int, bytes, Cut, dict[str, bytes]]]:
    """Cut the power after each call of a trace, in each of the three ways.

    Yields
    ------
    int, bytes, Cut, dict
        The call's number, all that was sent and printed before it, the kind of cut, and the files after it.
    """
    disk, output, chance = Disk(str(root)), b"", Random(seed)
    for number, call in enumerate(read_calls(trace)):
        if call.name.startswith("send") or (call.name == "write" and not call.paths[0].startswith(str(root))):
            output += call.data
        if disk.apply(deepcopy(call)):
            for cut in ("kill", "nothing more", "torn"):
                yield number, output, cut, disk.cut_power(cut, chance)
