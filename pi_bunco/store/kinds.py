"""Checks that the log's files are files, and its folders are folders, before anything opens them.

To open a pipe waits for somebody who writes into it, and to copy a sparse file fills the disk. A card that
was repaired, or a careless copy, leaves such things.
"""

import errno
import stat
from pathlib import Path

from pi_bunco.figures import say_number
from pi_bunco.sentences import Sentence, say
from pi_bunco.store.troubles import WrongKind

MAX_BYTES = 2**30
"""The largest of these files that is opened, in bytes."""

_FILES = frozenset(
    {"lock", "log.witness", *(f"log.sqlite3{end}" for end in ("", "-wal", "-shm", "-journal"))}
)
"""What must be a file. All other files are read by :mod:`pi_bunco.files.bounded`, which waits for nothing."""
_NEVER_LINKS = frozenset(f"log.sqlite3{end}" for end in ("-wal", "-shm", "-journal"))
"""What SQLite does not open if it is a link."""
_FOLDERS = frozenset({"backups", "kept", "photos"})
"""What must be a folder, and hold only files and folders."""
_SHARED = "backups"
"""The folder with other things of people; :mod:`pi_bunco.store.package` opens them within limits."""
_KINDS = {
    stat.S_IFREG: say("a file"),
    stat.S_IFDIR: say("a folder"),
    stat.S_IFIFO: say("a pipe"),
    stat.S_IFSOCK: say("a socket"),
    stat.S_IFCHR: say("a device"),
    stat.S_IFBLK: say("a device"),
}


def check_kinds(folder: Path) -> None:
    """Refuse a state directory in which something is no file where a file must be, or too large to be ours.

    Parameters
    ----------
    folder
        The state directory, which may not exist.

    Raises
    ------
    WrongKind
        If something is of another kind. The message names it.
    """
    for name in sorted(_FILES | _FOLDERS):
        _check(folder / name, is_folder=name in _FOLDERS)


def _check(path: Path, *, is_folder: bool) -> None:
    """Refuse a path that is no file, or no folder, or a folder with something else than files and folders."""
    try:
        status = path.stat()
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise _refuse(path, say("a link to itself")) from None
        if path.name in _FILES and path.is_symlink():  # what is made in its place could be lost some day
            raise _refuse(path, say("a link to nothing")) from None
        return  # it is missing
    if path.name in _NEVER_LINKS and path.is_symlink():
        raise _refuse(path, say("a link"))
    kind = stat.S_IFMT(status.st_mode)
    if kind != (stat.S_IFDIR if is_folder else stat.S_IFREG):
        raise _refuse(path, _KINDS[kind])
    if path.name == _SHARED:
        return
    if is_folder:
        for inner in _list_names(path):
            _check(inner, is_folder=inner.is_dir() and not inner.is_symlink())
    elif status.st_size > MAX_BYTES:
        raise WrongKind(
            say(
                "{path} is too large to be a file of pi-bunco: {size} GB.",
                path=path,
                size=say_number(status.st_size / 1e9, 1),
            ),
            _say_how_to_go_on(path),
        )


def _list_names(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:  # this user may not read it: what opens it says so
        return []


def _refuse(path: Path, kind: Sentence) -> WrongKind:
    return WrongKind(
        say("{path} is {kind}, and cannot be used.", path=path, kind=kind), _say_how_to_go_on(path)
    )


def _say_how_to_go_on(path: Path) -> Sentence:
    return say(
        "Move it away: sudo mv {path} {path}.away. If games are missing then, put a backup in its place: "
        "pi-bunco restore",
        path=path,
    )
