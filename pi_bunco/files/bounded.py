"""Reads people's files safely: checks kind and size first, and never reads more than the caller allows."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from pi_bunco.figures import say_number
from pi_bunco.sentences import say

_REFUSED_KINDS = {
    stat.S_IFIFO: say("It is a pipe, not a file"),
    stat.S_IFCHR: say("It is a device, not a file"),
    stat.S_IFBLK: say("It is a device, not a file"),
    stat.S_IFSOCK: say("It is a socket, not a file"),
}
_PIECE_BYTES = 1 << 20
_MEGABYTE = 1_000_000


def read(path: Path, max_bytes: int) -> bytes:
    """Return the content of a file.

    This never waits: pipes and devices are refused without opening them.

    Parameters
    ----------
    path
        The file, or a link to one.
    max_bytes
        The most bytes that it may have.

    Raises
    ------
    OSError
        If it cannot be read, is not a regular file, or is larger; ``strerror`` is the reason in words.

    >>> read(Path("/dev/zero"), 1000)
    Traceback (most recent call last):
    OSError: [Errno 22] It is a device, not a file: '/dev/zero'
    """
    with open_bounded(path, max_bytes) as file:
        data = file.read(os.fstat(file.fileno()).st_size + 1)
        # The size of a kernel's file reads as 0.
        while len(data) <= max_bytes and (more := file.read(_PIECE_BYTES)):
            data += more
    if len(data) > max_bytes:
        raise _make_size_error(path, len(data), max_bytes)
    return data


def open_bounded(path: Path, max_bytes: int) -> BinaryIO:
    """Open a file to read it, for libraries that take open files.

    Parameters
    ----------
    path, max_bytes
        As for :func:`read`.

    Raises
    ------
    OSError
        As for :func:`read`.
    """
    _check(path, os.stat(path), max_bytes)  # noqa: PTH116 - opening a device, such as a watchdog, may have effects
    file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK))  # noqa: SIM115 - the caller closes it
    try:
        _check(path, os.fstat(file.fileno()), max_bytes)  # it may be another file by now
    except OSError:
        file.close()
        raise
    return file


def _check(path: Path, status: os.stat_result, max_bytes: int) -> None:
    kind = stat.S_IFMT(status.st_mode)
    if kind == stat.S_IFDIR:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if kind != stat.S_IFREG:
        raise OSError(errno.EINVAL, _REFUSED_KINDS.get(kind, say("It is no file")), str(path))
    if status.st_size > max_bytes:
        raise _make_size_error(path, status.st_size, max_bytes)


def _make_size_error(path: Path, size: int, max_bytes: int) -> OSError:
    why = say(
        "It has {size} MB; at most {most} MB are allowed",
        size=say_number(size / _MEGABYTE, 1),
        most=f"{max_bytes / _MEGABYTE:g}",
    )
    return OSError(errno.EFBIG, why, str(path))
