"""Backups of a state directory, each with a number, since a Raspberry Pi's clock may be wrong."""

import contextlib
import errno
import fcntl
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import date
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import structlog

from pi_bunco.errors import Trouble
from pi_bunco.files import bounded
from pi_bunco.limits import IMPORTED
from pi_bunco.machine.disk import fsync, make_dir, put_in_place
from pi_bunco.machine.disk_space import say_why
from pi_bunco.sentences import say
from pi_bunco.store.database import FILE, explain_error
from pi_bunco.store.examine import open_checked
from pi_bunco.store.forgotten_note import load_note
from pi_bunco.store.imported import FOLDER as IMPORTED_FOLDER
from pi_bunco.store.leftovers import remove_leftovers
from pi_bunco.store.package import (
    Backup,
    BackupTrouble,
    describe,
    find_limit,
    list_backups,
    list_numbered,
    may_hold,
    open_backup,
    pack,
    read_deletions,
    unpack,
)

KEPT_BACKUPS = 30
"""The number of backups that stay in a folder. An evening makes about six."""

_MAKING = ".making-"

_DAMAGED = {errno.EIO, errno.EROFS, errno.EUCLEAN, errno.ENODEV, errno.ENXIO}
"""The errors of a disk that is damaged, was therefore made read-only, or was pulled out."""

_log = structlog.get_logger()

AsTarget = Callable[[], AbstractContextManager[None]]
"""Returns a ``with`` in which this process acts as the owner of the backups' folder."""


def back_up(
    folder: Path, to: Path, most: int = KEPT_BACKUPS, as_target: AsTarget = contextlib.nullcontext
) -> Backup | None:
    """Back up a state directory, unless the newest backup is the same. A table may be playing meanwhile.

    A backup of before the last deletion is never the same: it will be removed.

    Parameters
    ----------
    folder
        The state directory.
    to
        The folder of the backups, which is made if it does not exist.
    most
        The number of backups that stay there. The largest one stays too, so that a new log never replaces it.
    as_target
        Returns a ``with`` in which ``to`` is used, as another user may own it.

    Returns
    -------
    Backup or None
        The new backup, written and verified, ``None`` if there is nothing new.

    Raises
    ------
    LogTrouble
        If there is no log, or it is damaged. The existing backups stay.
    BackupTrouble
        If the backup cannot be written or verified.
    """
    with open_checked(folder):
        pass  # there is a log
    try:
        with contextlib.ExitStack() as locks:
            with as_target():
                make_dir(to)
                target = to.stat()
                _lock_folder(to, locks)
            if not os.path.samestat(target, folder.stat()):
                _lock_folder(folder, locks)
            # Not in `to`: a stick may be pulled out at any moment, so temporary files stay off it.
            scratch = locks.enter_context(tempfile.TemporaryDirectory(prefix=_MAKING, dir=folder))
            new = _make_backup(folder, to, Path(scratch), as_target)
    except OSError as error:
        if isinstance(error, Trouble):
            raise
        raise BackupTrouble(
            say("The backup cannot be written to {to} ({why}).", to=to, why=say_why(error, to)),
            say(
                "Take another stick or folder (--to), or let a computer repair this one; it may have been "
                "pulled out."
            )
            if error.errno in _DAMAGED
            else say("Make room there or give write permission, or choose another folder with --to."),
        ) from error
    if new:
        with as_target():
            _trim(to, most)
    return new


def _lock_folder(folder: Path, locks: contextlib.ExitStack) -> None:
    """Wait until nobody else backs up this folder, and remove partial files that a power cut has left."""
    handle = os.open(folder, os.O_RDONLY)
    locks.callback(os.close, handle)
    fcntl.flock(handle, fcntl.LOCK_EX)
    remove_leftovers(folder, _MAKING)


def _make_backup(folder: Path, to: Path, scratch: Path, as_target: AsTarget) -> Backup | None:
    log = scratch / FILE
    deletions = load_note(folder).deletions  # first: something may be deleted while the log is copied
    try:
        with open_checked(folder) as source, contextlib.closing(sqlite3.connect(log)) as target:
            target.execute("PRAGMA synchronous = OFF")  # only the ZIP has to outlive a power cut
            source.backup(target)
    except sqlite3.Error as error:
        raise explain_error(error, folder / FILE) from error
    beside = list(_list_beside(folder))
    with as_target():
        number = max((number for number, _ in list_numbered(to)), default=0) + 1
        newest = next(iter(list_backups(to)), None)
        is_clean = newest is not None and read_deletions(newest.path) >= deletions
    path = to / f"pi-bunco-{number:04}-{date.today().isoformat()}.zip"  # noqa: DTZ011 - the host's own day
    backup = describe(path, log, beside, folder / FILE)
    if newest and newest.content == backup.content and is_clean:
        return None
    packed, unpacked = scratch / path.name, scratch / "unpacked"
    unpacked.mkdir()
    inside = {file: file.relative_to(folder) for file in beside}
    pack(replace(backup, path=packed), {**inside, log: FILE}, deletions)
    draft = to / f"{_MAKING}{path.name}"
    try:
        with packed.open("rb") as file, as_target():
            opened = _copy(file, draft)
        with opened:
            unpack(draft, unpacked, opened)
        with as_target():
            put_in_place(draft, path)
    except BaseException:
        with contextlib.suppress(OSError), as_target():
            draft.unlink(missing_ok=True)
        raise
    return backup


def _copy(file: BinaryIO, to: Path) -> BinaryIO:
    """Copy an open file to a path, wait until it is on the disk, and open the copy."""
    with to.open("wb") as copy:
        shutil.copyfileobj(file, copy)
    fsync(to)
    return open_backup(to)


def _list_beside(folder: Path) -> Iterator[Path]:
    """Yield the files beside the log that can be included. A damaged one does not prevent the backup."""
    imported = (path for path in sorted(folder.glob(f"{IMPORTED_FOLDER}/*/*")) if _is_held(path, folder))
    held = (path for path in (*folder.glob("*"), *folder.glob("*/*")) if _is_held(path, folder))
    for path in sorted((*held, *islice(imported, IMPORTED))):
        name = path.relative_to(folder).as_posix()
        try:
            bounded.read(path, find_limit(name))
        except OSError as error:
            _log.warning("left out of the backup", path=str(path), why=error.strerror)
        else:
            yield path


def _is_held(path: Path, folder: Path) -> bool:
    name = path.relative_to(folder).as_posix()
    return name != FILE and may_hold(name)


def _trim(folder: Path, most: int) -> None:
    backups = list_backups(folder)
    fullest = max(backups, key=lambda backup: backup.lines)
    for backup in backups[most:]:
        if backup is not fullest:
            backup.path.unlink(missing_ok=True)
