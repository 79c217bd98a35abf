"""Writes files so that a power cut loses nothing: what is said to be on the disk is there, whole."""

import os
from contextlib import suppress
from pathlib import Path


def fsync(path: Path) -> None:
    """Return when the disk has what was written to a file, or which names a folder holds.

    Source: fsync(2): a new or renamed file is there for certain only once its folder has been synced too.
    """
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_dir(folder: Path) -> bool:
    """Make a folder that is not there, and those above it; return whether it was made, and is on the disk.

    On FAT a new folder that was not synced in the one above it is damaged by a pulled plug, with all that was
    put into it since and synced there (seen on Linux 6.12).
    """
    if folder.is_dir():
        return False
    make_dir(folder.parent)
    folder.mkdir(exist_ok=True)
    fsync(folder.parent)
    return True


def write_atomic(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file, whole or not at all; one of this name is replaced once the new one is on the disk.

    Parameters
    ----------
    path
        Its folder is there already.
    data
        All of it.
    private
        Whether nobody but the owner may read it, not even while it is being written.

    Raises
    ------
    OSError
        If the disk does not take it; what was there stays.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_atomic(Path(folder) / "tally", b"12")
    ...     (Path(folder) / "tally").read_bytes(), len(os.listdir(folder))
    (b'12', 1)
    """
    draft = path.with_name(f".{path.name}.new")
    try:
        if private:
            draft.unlink(missing_ok=True)  # an older one would keep its own permissions
        with open(draft, "wb", opener=_private if private else None) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        put_in_place(draft, path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def _private(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_EXCL, 0o600)


def put_in_place(draft: Path, path: Path) -> None:
    """Rename a file that is written and synced, on the same disk; it replaces one of that name.

    FAT keeps a file's length beside its name, and writes it beside a new name only when the file is synced
    again: pulled out before that, a stick has an empty file of that name (seen on Linux 6.12).
    """
    os.replace(draft, path)  # noqa: PTH105 - the one call that replaces at once
    fsync(path)
    fsync(path.parent)


def hand_over(path: Path, like: Path) -> None:
    """Change the owner of a file that root has made to the owner of another file, who is to write it."""
    if os.geteuid() == 0:
        owner = like.stat()
        with suppress(OSError):  # FAT has no owners: all files belong to the mount's user
            os.chown(path, owner.st_uid, owner.st_gid)
