"""What lies beside a log and shows that the log once had more lines.

An older state of the folder may have been copied back, with log and witness. They agree then, but backups,
photos and a witness elsewhere are newer. If a whole card is put back, nothing is newer, and nobody sees it.
"""

import contextlib
import re
import sqlite3
import tempfile
from pathlib import Path

from pi_bunco.errors import Trouble
from pi_bunco.figures import say_number
from pi_bunco.files import bounded
from pi_bunco.machine.disk import write_atomic
from pi_bunco.sentences import Sentence, say
from pi_bunco.settings.config import STICK, is_stick_mounted
from pi_bunco.store.chain import Head, has_seals, name_line, verify
from pi_bunco.store.kept_throws import find_newest_kept
from pi_bunco.store.package import (
    BACKUPS,
    Backup,
    list_backups,
    list_numbered,
    open_unchanging,
    parse_number,
    unpack,
)
from pi_bunco.store.photos import find_newest_photo
from pi_bunco.store.witness import list_witnesses

RESTORED = "log.restored"
"""The file that says which line was restored last, and which backups there were then."""

_MAX_BYTES = 1000
_NOTE = re.compile(r"restored to game (\d+) event (\d+) seal ([0-9a-f]{32}), newest backup (\d+)\n")
_STICK_BACKUPS = 3
"""How many backups of a stick are searched for the log's last line. Those of other tables lack it."""


def find_here(folder: Path, head: Head | None, log: sqlite3.Connection | None) -> Sentence | None:
    """Return a clause that shows, from the same folder, that a log once had more lines.

    Parameters
    ----------
    folder
        The state directory.
    head
        The log's last line, ``None`` if it has none.
    log
        The log, open to be read, ``None`` if it has no lines.

    Returns
    -------
    Sentence or None
        ``None`` without such evidence.
    """
    lines = head.lines if head else 0
    next_place = (head.game, head.seq + 1) if head else (0, 0)  # a photo is taken before its event
    known = _read_note(folder, log) if log else 0
    newer = [each for each in list_backups(folder / BACKUPS) if parse_number(each.path) > known]
    fullest = max(newer, key=lambda each: each.lines, default=None)
    if fullest and fullest.lines > lines:
        return _describe(fullest, lines)
    if (photo := find_newest_photo(folder)) and photo > next_place:
        return say("there is a photo of {event}", event=name_line(*photo))
    if (kept := find_newest_kept(folder)) and kept > next_place:
        return say("there is a kept picture of {event}", event=name_line(*kept))
    return None


def find_elsewhere(folder: Path, head: Head | None) -> Sentence | None:
    """Return a clause that shows, from memory or a USB stick, that a log once had more lines.

    Parameters and result are those of :func:`find_here`.
    """
    lines = head.lines if head else 0
    for witness in list_witnesses(folder)[1:]:
        shown = witness.read()
        if shown and shown.lines > lines:
            return say("the pages showed {event}", event=name_line(*shown.place))
    if head and is_stick_mounted():
        fuller = [each for each in list_backups(STICK) if each.lines > lines]
        for each in sorted(fuller, key=lambda each: -each.lines)[:_STICK_BACKUPS]:
            if _continues(each, head):
                return _describe(each, lines)
    return None


def note_restored(folder: Path, head: Head) -> None:
    """Note that a log was put in place that ends at this line, so that older backups are no evidence.

    Raises
    ------
    OSError
        If the disk does not take it.
    """
    newest = max((number for number, _ in list_numbered(folder / BACKUPS)), default=0)
    note = f"restored to game {head.game} event {head.seq} seal {head.seal.hex()}, newest backup {newest}\n"
    write_atomic(folder / RESTORED, note.encode())


def _describe(backup: Backup, lines: int) -> Sentence:
    return say(
        "the backup {name} holds {more} lines, and the log {lines}",
        name=backup.path.name,
        more=say_number(backup.lines),
        lines=say_number(lines),
    )


def _read_note(folder: Path, log: sqlite3.Connection) -> int:
    """Return the number of the newest backup that is no evidence, 0 if all of them are.

    The note is for one log. If another one was put in its place since, the note says nothing.
    """
    try:
        note = _NOTE.fullmatch(bounded.read(folder / RESTORED, _MAX_BYTES).decode())
    except (OSError, UnicodeDecodeError):
        return 0
    if note is None or not has_seals(log):
        return 0
    game, seq, newest = int(note[1]), int(note[2]), int(note[4])
    found = log.execute("SELECT sum FROM seal WHERE game = ? AND seq = ?", (game, seq)).fetchone()
    return newest if found == (bytes.fromhex(note[3]),) else 0


def _continues(backup: Backup, head: Head) -> bool:
    """Return whether a backup holds this line, so that it is of the same log."""
    with (
        contextlib.suppress(Trouble, OSError, sqlite3.Error),
        tempfile.TemporaryDirectory(prefix="pi-bunco-") as scratch,
    ):
        unpack(backup.path, Path(scratch))
        with open_unchanging(Path(scratch) / "log.sqlite3") as database:
            return verify(database, head.place).requested_seal == head.seal
    return False
