"""Writes files so that a power cut loses nothing of a file once it is written."""

import os
import shutil
from itertools import count
from pathlib import Path


def fsync(path: Path) -> None:
    """Wait until the disk has the content of a file, or the names in a folder.

    Source: fsync(2): a new or renamed file is safe only when its folder has been synced too.
    """
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_dir(folder: Path) -> bool:
    """Make a folder, and those above it, if it does not exist, and sync it; return whether it was made.

    On FAT a power cut damages a new folder that was not synced in its parent, together with everything that
    was written and synced inside it (observed on Linux 6.12).
    """
    if folder.is_dir():
        return False
    make_dir(folder.parent)
    folder.mkdir(exist_ok=True)
    fsync(folder.parent)
    return True


def set_folder_aside(folder: Path) -> Path | None:
    """Rename a folder to the first free name such as ``followed-1``; return it, ``None`` without a folder."""
    if not folder.exists():
        return None
    names = (folder.with_name(f"{folder.name}-{number}") for number in count(1))
    aside = folder.rename(next(name for name in names if not name.exists()))
    fsync(folder.parent)
    return aside


def write_atomic(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file completely or not at all. An old file stays until all of the new one is on the disk.

    Parameters
    ----------
    path
        The file; its folder must exist.
    data
        Its content.
    private
        Whether only the owner may read it, even while it is being written.

    Raises
    ------
    OSError
        If it cannot be written; an old file stays.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_atomic(Path(folder) / "tally", b"12")
    ...     (Path(folder) / "tally").read_bytes(), len(os.listdir(folder))
    (b'12', 1)
    """
    draft = path.with_name(f".{path.name}.new")
    try:
        if private:
            draft.unlink(missing_ok=True)  # an older draft would keep its own permissions
        with open(draft, "wb", opener=_open_private if private else _open_no_link) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        put_in_place(draft, path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_EXCL, 0o600)


def _open_no_link(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW, 0o666)


def put_in_place(draft: Path, path: Path) -> None:
    """Rename a file that is written and synced, on the same disk; it replaces an old file.

    FAT stores a file's length with its name, and stores it with a new name only when the file is synced
    again. If a stick is pulled out before that, the file on it is empty (observed on Linux 6.12).
    """
    os.replace(draft, path)  # noqa: PTH105 - the one call that replaces atomically
    fsync(path)
    fsync(path.parent)


def link_or_copy(file: Path, to: Path) -> None:
    """Link a file to a second path, so that it is not written twice. Without links, copy and sync it."""
    try:
        os.link(file, to)
    except OSError:  # a file system without links
        shutil.copyfile(file, to)
        fsync(to)
