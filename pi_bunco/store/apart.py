"""Unpacks and checks a backup in a process that has no more rights, memory and time than this needs.

A backup may come from anybody. SQLite and zlib read it, so a fault in them must not harm the caller, who may
be root.
"""

import contextlib
import json
import os
import resource
import signal
import warnings
from pathlib import Path
from typing import Any, BinaryIO

from pi_bunco.errors import Trouble
from pi_bunco.limits import LOG_BYTES, MEGABYTE
from pi_bunco.sentences import say
from pi_bunco.store.package import Backup, BackupTrouble, unpack
from pi_bunco.store.troubles import LogTrouble
from pi_bunco.texts import pack_text, unpack_text

_MEMORY = 200 * MEGABYTE
"""The memory that a check may take beside what this process has."""
_SECONDS, _SECONDS_PER_MEGABYTE = 8, 3.0
"""The processor's time that a check may take, for any backup and for each megabyte of its file.

On an x86-64 core a backup of 60,000 throws took 0.08 seconds for each of its 5.5 megabytes.
"""
_ANSWER_BYTES = 64 * 1024


def unpack_apart(path: Path, to: Path, opened: BinaryIO) -> Backup:
    """Unpack a backup as :func:`~pi_bunco.store.package.unpack` does, in another process.

    Only a process without other threads may call this.

    Raises
    ------
    BackupTrouble
        Also if the check takes too much memory or time.
    LogTrouble, OSError
        As there.
    """
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads that a caller in a test may have
        child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            _answer(path, to, opened, writing)
        finally:
            os._exit(0)
    os.close(writing)
    try:
        with os.fdopen(reading, "rb") as pipe:
            answer = pipe.read(_ANSWER_BYTES)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return _read_answer(answer, path)


def _answer(path: Path, to: Path, opened: BinaryIO, writing: int) -> None:
    """Unpack a backup in the child process, and write the result or the error into the pipe."""
    _give_up_rights(os.fstat(opened.fileno()).st_size)
    try:
        found = unpack(path, to, opened)
        answer: dict[str, Any] = {"found": [found.games, found.lines, found.last, found.content]}
    except Trouble as trouble:
        answer = {
            "trouble": [pack_text(trouble.text), pack_text(trouble.remedy)],
            "log": isinstance(trouble, LogTrouble),
        }
    except OSError as error:
        answer = {"errno": error.errno, "strerror": pack_text(error.strerror or "")}
    os.write(writing, json.dumps(answer).encode())


def _give_up_rights(size: int) -> None:
    user, group = os.geteuid(), os.getegid()
    os.setresgid(group, group, group)
    os.setresuid(user, user, user)
    now = int(Path("/proc/self/statm").read_bytes().split()[0]) * resource.getpagesize()
    seconds = round(_SECONDS + _SECONDS_PER_MEGABYTE * size / MEGABYTE)
    for limit, value in (
        (resource.RLIMIT_AS, now + _MEMORY),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, LOG_BYTES),
        (resource.RLIMIT_CORE, 0),
    ):
        with contextlib.suppress(ValueError, OSError):  # a lower limit is there already
            resource.setrlimit(limit, (value, value))


def _read_answer(answer: bytes, path: Path) -> Backup:
    try:
        read = json.loads(answer)
    except ValueError:  # the kernel has ended it
        raise BackupTrouble(
            say("{path} takes too much time or memory to be checked.", path=path),
            say(
                "It is damaged, or is not a backup of pi-bunco. Take another one; "
                "pi-bunco restore lists them."
            ),
        ) from None
    if "trouble" in read:
        raise (LogTrouble if read["log"] else BackupTrouble)(*map(unpack_text, read["trouble"]))
    if "errno" in read:
        raise OSError(read["errno"], unpack_text(read["strerror"]))
    games, lines, last, content = read["found"]
    return Backup(path, games, lines, last, content)
