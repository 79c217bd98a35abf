"""Restoring a backup, or what can be saved of a damaged log. The previous log is moved aside completely.

A power cut in the middle leaves the old log or the new one in place, and loses nothing of either.
"""

import contextlib
import sqlite3
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pi_bunco.errors import Trouble
from pi_bunco.machine.disk import fsync, link_or_copy, put_in_place
from pi_bunco.machine.disk_space import say_why
from pi_bunco.sentences import Sentence, say
from pi_bunco.store.apart import unpack_apart
from pi_bunco.store.chain import verify
from pi_bunco.store.database import FILE, JOURNAL, SHARED, lock
from pi_bunco.store.evidence import note_restored
from pi_bunco.store.examine import open_checked
from pi_bunco.store.forgotten_note import ForgottenNote, load_note, save_note
from pi_bunco.store.kept_throws import FOLDER as KEPT
from pi_bunco.store.kept_throws import IMAGES, LABELS
from pi_bunco.store.leftovers import remove_leftovers
from pi_bunco.store.package import Backup, BackupTrouble, open_backup, open_unchanging, read_deletions
from pi_bunco.store.photos import FOLDER as PHOTOS
from pi_bunco.store.photos import list_newer
from pi_bunco.store.salvage import Salvage, collect, write
from pi_bunco.store.troubles import LogTrouble
from pi_bunco.store.witness import NAME as WITNESS
from pi_bunco.store.witness import Witness, list_witnesses

ASIDE = "replaced"
"""The folder in the state directory for previous logs, each in a numbered folder."""

_RESTORING = ".restoring-"
_JOURNALS = (f"{FILE}{JOURNAL}", f"{FILE}{SHARED}")


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of a restore.

    Attributes
    ----------
    backup
        The restored backup.
    aside
        The folder of the previous log with its photos, ``None`` if there was none.
    restored_files
        The names of the files that were restored besides the log.
    skipped_files
        The names of the files that were not restored, because others exist and are not overwritten.
    """

    backup: Backup
    aside: Path | None
    restored_files: tuple[str, ...]
    skipped_files: tuple[str, ...]


def restore(path: Path, folder: Path, opened: BinaryIO | None = None) -> Restored:
    """Check and restore a backup. No table may be playing there.

    Parameters
    ----------
    path
        The backup.
    folder
        The state directory, which is made if it does not exist.
    opened
        The backup, as :func:`~pi_bunco.store.package.open_backup` opens it; ``None``: it is opened here.

    Raises
    ------
    BackupTrouble, LogTrouble
        If the backup is damaged, a table is playing, or the disk does not take it. Then the old log stays in
        place.
    """
    with prepare_folder(
        folder, say("{path} cannot be put in place in {folder}", path=path, folder=folder)
    ) as new:
        with open_backup(path) if opened is None else contextlib.nullcontext(opened) as backup:
            found = unpack_apart(path, new, backup)
            deletions = read_deletions(path, backup)
        for file in new.rglob("*"):
            fsync(file)
        aside = _set_aside(folder, pictures=True)
        _count_deletions(folder, deletions)
        put_log(new / FILE, folder)
        restored_files, skipped_files = _put_beside(new, folder)
    return Restored(found, aside, restored_files, skipped_files)


def _count_deletions(folder: Path, deletions: int) -> None:
    """Count on from the deletions of a backup, so that the next one removes this backup too.

    A lower count belongs to another log, whose backups stay as they are.
    """
    if load_note(folder).deletions < deletions:
        save_note(ForgottenNote(deletions), folder)


def salvage(folder: Path) -> tuple[Salvage, Path | None]:
    """Replace a damaged log by what can be saved of it. No table may be playing there.

    Parameters
    ----------
    folder
        The state directory.

    Returns
    -------
    Salvage, Path or None
        What was saved, and the folder of the previous log, ``None`` if there was none.

    Raises
    ------
    BackupTrouble, LogTrouble
        If nothing can be saved, a table is playing, or the disk does not take it. Then nothing is changed.
    """
    with prepare_folder(
        folder, say("What can be saved of the log in {folder} cannot be written", folder=folder)
    ) as new:
        saved = collect(folder)
        if not saved.rows:
            raise BackupTrouble(
                say("Nothing of the log in {folder} can be saved.", folder=folder),
                say("Put a backup in its place, such as one on a USB stick: pi-bunco restore lists them."),
            )
        aside = _put_saved(saved, new, folder)
    return saved, aside


def set_log_aside(folder: Path) -> None:
    """Move the log and its pictures into a separate folder, so that another log can begin.

    Raises
    ------
    BackupTrouble, LogTrouble
        If a table is playing, or the disk does not take it.
    """
    with prepare_folder(folder, say("The log in {folder} cannot be set aside", folder=folder)):
        _set_aside(folder, pictures=True)
        for witness in list_witnesses(folder):
            witness.remove()
        (folder / FILE).unlink(missing_ok=True)
        fsync(folder)


def repair(folder: Path) -> Path | None:
    """Repair a damaged log if everything that was shown can be saved. The caller has locked the folder.

    Returns
    -------
    Path or None
        The folder of the damaged files. It is ``None``, and nothing is changed, if something is lost or it is
        unknown what was shown.
    """
    witness = Witness(folder).read()
    with contextlib.suppress(OSError, sqlite3.Error), _make_scratch(folder) as new:
        saved = collect(folder)
        # A seal covers all lines before it. So if the last seal is the same, all lines are there.
        if witness and saved.rows and saved.rows[-1].seal == witness.seal:
            return _put_saved(saved, new, folder)
    return None


def _put_saved(saved: Salvage, new: Path, folder: Path) -> Path | None:
    write(saved.rows, new / FILE)
    fsync(new / FILE)
    aside = _set_aside(folder, pictures=False)  # the pictures belong to the saved lines
    if aside:
        last = saved.rows[-1]
        _set_pictures_aside(folder, aside, (last.game, last.seq + 1))
    put_log(new / FILE, folder)
    return aside


@contextlib.contextmanager
def prepare_folder(folder: Path, what: Sentence) -> Iterator[Path]:
    """Lock the folder and make a temporary folder in it; ``what`` is what a failing disk prevents."""
    with contextlib.closing(lock(folder)):
        try:
            with _make_scratch(folder) as scratch:
                yield scratch
        except OSError as error:
            if isinstance(error, Trouble):
                raise
            raise BackupTrouble(
                say("{what} ({why}).", what=what, why=say_why(error, folder)),
                say("Make room or give write permission there; the games that were there still are."),
            ) from error


@contextlib.contextmanager
def _make_scratch(folder: Path) -> Iterator[Path]:
    remove_leftovers(folder, _RESTORING)
    with tempfile.TemporaryDirectory(prefix=_RESTORING, dir=folder) as scratch:
        yield Path(scratch)


def put_log(log: Path, folder: Path) -> None:
    """Put a log in place, and write down in the witness that it is shown from now on.

    A power cut between the two leaves a log without a witness, which is opened like one of an earlier
    version.
    """
    with open_unchanging(log) as database:
        head = verify(database).head
    witnesses = list_witnesses(folder)
    for witness in witnesses:
        witness.remove()
    put_in_place(log, folder / FILE)
    if head is not None:
        for witness in witnesses:
            witness.write(head)
        note_restored(folder, head)


def _set_aside(folder: Path, *, pictures: bool) -> Path | None:
    """Link the existing log into a separate folder, to which its pictures may be moved too."""
    if not any((folder / name).exists() for name in (FILE, *_JOURNALS, WITNESS)):
        return None
    merge_journal(folder / FILE)
    taken = [int(each.name) for each in (folder / ASIDE).glob("*") if each.name.isdecimal()]
    aside = folder / ASIDE / f"{max(taken, default=0) + 1:04}"
    aside.mkdir(parents=True)
    for name in (FILE, *_JOURNALS, WITNESS):
        if (folder / name).exists():
            link_or_copy(folder / name, aside / name)
    for place in (aside, aside.parent, folder):
        fsync(place)
    # A damaged log could not merge its journal. From here on it is complete only where it was set aside.
    for name in _JOURNALS:
        (folder / name).unlink(missing_ok=True)
    for name in (PHOTOS, KEPT):
        if pictures and (folder / name).exists():
            (folder / name).rename(aside / name)
    fsync(folder)
    return aside


def _set_pictures_aside(folder: Path, aside: Path, next_place: tuple[int, int]) -> None:
    """Move pictures of lines that are lost. Otherwise each start would find that the log lacks lines."""
    for kind in (PHOTOS, f"{KEPT}/{IMAGES}"):
        newer = list_newer(folder / kind, next_place)
        for picture in newer:
            (aside / kind).mkdir(parents=True, exist_ok=True)
            picture.rename(aside / kind / picture.name)
        if newer:
            fsync(aside / kind)
            fsync(folder / kind)
    if (aside / KEPT).exists():
        link_or_copy(folder / KEPT / LABELS, aside / KEPT / LABELS)


def merge_journal(log: Path) -> None:
    """Merge the write-ahead log into the log. A damaged one is not touched."""
    with contextlib.suppress(LogTrouble, sqlite3.Error):
        with open_checked(log.parent) as database:
            database.execute("PRAGMA quick_check")
        with contextlib.closing(sqlite3.connect(log)) as database:
            database.execute("PRAGMA synchronous = FULL")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _put_beside(new: Path, folder: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    beside, left = [], []
    for file in sorted(each for each in new.rglob("*") if each.is_file()):
        name = file.relative_to(new)
        target = folder / name
        if target.exists():
            if target.read_bytes() != file.read_bytes():
                left.append(str(name))
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        put_in_place(file, target)
        beside.append(str(name))
    return tuple(beside), tuple(left)
