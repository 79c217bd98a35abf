"""What a disk has left, and why it takes nothing more: no bytes, no files, or a user's used-up share."""

import errno
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from pi_bunco.sentences import Sentence, say

SHORTAGES = frozenset({errno.ENOSPC, errno.EDQUOT})
"""The errors of a disk that works but takes nothing more."""
_TRIAL_BYTES = 65536
"""As much as the log may need at once, with all files beside it."""


@dataclass(frozen=True, slots=True)
class DiskSpace:
    """What a file system has left for this user.

    Attributes
    ----------
    free, total
        Bytes.
    free_files, total_files
        Files (inodes). Both are 0 if the file system sets no number in advance, as btrfs and FAT.
    """

    free: int
    total: int
    free_files: int = 0
    total_files: int = 0

    @classmethod
    def of(cls, place: Path) -> Self:
        """Return what the file system of a path has left; the path itself may be missing."""
        status = os.statvfs(find_existing(place))
        unit = status.f_frsize
        return cls(status.f_bavail * unit, status.f_blocks * unit, status.f_favail, status.f_files)

    @property
    def has_bytes(self) -> bool:
        """Whether a byte is left."""
        return self.free > 0

    @property
    def has_files(self) -> bool:
        """Whether another file can be made, as far as the number of files decides it.

        >>> DiskSpace(43_000_000, 47_000_000, 0, 56).has_files, DiskSpace(43_000_000, 47_000_000).has_files
        (False, True)
        """
        return self.free_files > 0 or not self.total_files


@dataclass(frozen=True, slots=True)
class Shortage:
    """Why a disk takes nothing more.

    Attributes
    ----------
    why
        The reason, as a clause.
    remedy
        What to do, for people at a page.
    advice
        What to do, with commands for people at the machine.
    """

    why: Sentence
    remedy: Sentence
    advice: Sentence


MAKE_ROOM = say(
    "Make room: pi-bunco record saves a game elsewhere, sudo apt clean removes what updates have "
    "left; or use a larger card."
)
_BYTES = Shortage(
    say("the disk is full"), say("Make room on the disk: delete files that nobody needs."), MAKE_ROOM
)
_FEWER_OF_THIS_USER = say(
    "Delete files of this user that nobody needs, or let the person who manages this machine allow more."
)
_SHARE = Shortage(say("this user may store no more on the disk"), _FEWER_OF_THIS_USER, _FEWER_OF_THIS_USER)


def find_shortage(error: OSError, place: Path) -> Shortage | None:
    """Return the shortage because of which a disk refused to write at a path, ``None`` for another reason.

    >>> find_shortage(OSError(errno.EDQUOT, "Disk quota exceeded"), Path("/")).why
    'this user may store no more on the disk'
    >>> find_shortage(OSError(errno.EIO, "Input/output error"), Path("/"))
    """
    if error.errno == errno.EDQUOT:
        return _SHARE
    if error.errno != errno.ENOSPC:
        return None
    space = DiskSpace.of(place)
    if space.has_files or not space.has_bytes:
        return _BYTES
    return Shortage(
        say("the disk can hold no more files"),
        say("Make room on the disk: delete files that nobody needs, even small ones."),
        advise_about_files(place),
    )


def advise_about_files(place: Path) -> Sentence:
    """Return what to do, at the machine, if few more files fit on the disk of a path."""
    return say(
        "Delete files that nobody needs, even small ones. The folders with most files: "
        "sudo du --inodes -x {disk} | sort -n | tail",
        disk=_find_mount(place),
    )


def say_why(error: OSError, place: Path) -> str:
    """Return why a disk refused to write at a path, as a clause.

    >>> say_why(PermissionError(13, "Permission denied"), Path("/"))
    'Permission denied'
    """
    shortage = find_shortage(error, place)
    return shortage.why if shortage else error.strerror or str(error)


def find_exhaustion(folder: Path) -> OSError | None:
    """Return the error with which a disk that has nothing left will refuse a file, else ``None``."""
    space = DiskSpace.of(folder)
    return None if space.has_bytes and space.has_files else OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def try_to_write(folder: Path) -> OSError | None:
    """Write a file without a name to a disk. Return the error if it refuses, else ``None``."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_TRIAL_BYTES))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error
    return None


def find_existing(path: Path) -> Path:
    """Return the nearest folder that exists, at a path or above it."""
    for each in (path, *path.absolute().parents):
        try:
            if each.is_dir():
                return each
        except PermissionError:
            continue
    return Path("/")


def _find_mount(path: Path) -> Path:
    folder = find_existing(path).resolve()
    return next(each for each in (folder, *folder.parents) if each.is_mount())
