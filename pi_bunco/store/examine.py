"""Opening a log for reading after checking that it is complete, so that no shown event is lost silently.

Three checks come before SQLite may touch the files, since it restarts an empty log and ignores the rest of a
damaged write-ahead log. They are the files themselves, the seal of each line, and the witness, which knows
the last shown event. What else lies there may be newer than all of them
(:mod:`~pi_bunco.store.evidence`).
"""

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pi_bunco.errors import Trouble
from pi_bunco.figures import say_number
from pi_bunco.sentences import Sentence, say
from pi_bunco.store.chain import MALFORMED, Broken, Chain, Head, name_line, verify
from pi_bunco.store.database import (
    FILE,
    JOURNAL,
    RESTORE,
    check,
    explain_error,
    is_blank,
    is_damage,
    open_to_read,
)
from pi_bunco.store.evidence import find_elsewhere, find_here
from pi_bunco.store.kinds import check_kinds
from pi_bunco.store.package import BACKUPS, list_backups
from pi_bunco.store.salvage import collect
from pi_bunco.store.troubles import DamagedLog, LogTrouble
from pi_bunco.store.witness import Witness


@dataclass(frozen=True, slots=True)
class ExaminedLog:
    """A complete log.

    Attributes
    ----------
    database
        The log, open to be read.
    chain
        The result of checking its lines.
    """

    database: sqlite3.Connection
    chain: Chain


@contextlib.contextmanager
def open_checked(folder: Path) -> Iterator[sqlite3.Connection]:
    """Open the log of a state directory read-only, in a ``with``. Somebody may write it meanwhile.

    Raises
    ------
    LogTrouble
        If there is no log, it cannot be read, or it is incomplete.
    """
    with examine(folder) as found:
        if found is None:
            raise LogTrouble(
                say("No game was logged in {folder}.", folder=folder),
                say("Give the right folder with --state-dir."),
            )
        yield found.database


@contextlib.contextmanager
def examine(folder: Path) -> Iterator[ExaminedLog | None]:
    """Open the log of a state directory in a ``with`` and return what was found, ``None`` without a log.

    Raises
    ------
    DamagedLog
        If it is incomplete or differs from what was shown. Its remedy says what can be done.
    LogTrouble
        If it cannot be read.
    WrongKind
        If something in the directory is no file where a file must be.
    """
    path = folder / FILE
    check_kinds(folder)
    witness = Witness(folder).read()  # read before the log, since a running table writes the log first
    if witness is None:
        _roll_back(path)
    if _is_empty(path):
        if evidence := _find_evidence(folder, witness):
            raise DamagedLog(
                say("{path} is empty, but {evidence}.", path=path, evidence=evidence)
                if path.exists()
                else say("{path} is missing, but {evidence}.", path=path, evidence=evidence),
                advise(folder),
            )
        yield None
        return
    try:
        with contextlib.closing(open_to_read(path)) as database:
            if is_blank(database):
                _check_new(folder, witness)
                yield None
                return
            check(database, path)
            database.execute("BEGIN")  # reads the log as it is at one moment, while somebody writes
            chain = verify(database, witness.place if witness else None)
            database.execute("COMMIT")
            if witness:
                _check_witness(path, witness, chain)
            yield ExaminedLog(database, chain)
    except Broken as broken:
        raise DamagedLog(
            say("{path} is damaged: {broken}.", path=path, broken=broken.why), advise(folder)
        ) from broken
    except MALFORMED as error:
        raise DamagedLog(say("{path} is damaged: it holds rubbish.", path=path), advise(folder)) from error
    except sqlite3.Error as error:
        trouble = explain_error(error, path)
        if is_damage(error):
            raise DamagedLog(trouble.text, advise(folder)) from error
        raise trouble from error


def advise(folder: Path) -> Sentence:
    """Return the remedy for a damaged log: what can be saved, and which backup has most."""
    try:
        saved = collect(folder)
    except OSError:  # nothing can be tried on a disk that takes no files
        return RESTORE
    count = len(saved.rows)
    if not count:
        return say(
            "Nothing of it can be saved here. Put a backup in its place, such as one on a USB stick: "
            "pi-bunco restore lists them. To begin anew, name another --state-dir."
        )
    lines = say_number(count)
    if saved.shown >= count:
        lines = say("{count} of {shown}", count=lines, shown=say_number(saved.shown))
    advice = say(
        "Save what can be saved, {lines} lines: pi-bunco restore --salvage --state-dir {folder}",
        lines=lines,
        folder=folder,
    )
    fullest = max(list_backups(folder / BACKUPS), key=lambda each: each.lines, default=None)
    if fullest is None:
        return advice
    return say(
        "{advice}; or put back the backup with {lines} lines: pi-bunco restore {name} --state-dir {folder}",
        advice=advice,
        lines=say_number(fullest.lines),
        name=fullest.path.name,
        folder=folder,
    )


def _roll_back(path: Path) -> None:
    """Remove what a power cut has left of a new log, since SQLite cannot open it read-only."""
    if path.with_name(f"{path.name}-journal").exists() and path.exists():
        try:
            with contextlib.closing(sqlite3.connect(path)) as database:
                database.execute("PRAGMA user_version").fetchone()
        except sqlite3.Error as error:
            raise explain_error(error, path) from error


def _is_empty(path: Path) -> bool:
    try:
        return path.stat().st_size == 0
    except FileNotFoundError:
        return True


def _check_new(folder: Path, witness: Head | None) -> None:
    """Refuse a blank log, unless a power cut came while the log was made."""
    if witness or collect(folder).rows:
        raise Broken(say("its beginning is lost"))


def _check_witness(path: Path, witness: Head, chain: Chain) -> None:
    """Refuse a log that lacks what was shown or differs from it."""
    if chain.requested_seal == witness.seal:
        return
    shown = name_line(*witness.place)
    if chain.requested_seal is None:
        lines = witness.lines - (chain.head.lines if chain.head else 0)
        missing = say("the rest is missing")
        if lines > 1:
            missing = say("{lines} lines are missing", lines=say_number(lines))
        if chain.head is None:
            raise DamagedLog(
                say(
                    "{path} has no game, but the pages showed {shown}: {missing}.",
                    path=path,
                    shown=shown,
                    missing=missing,
                ),
                advise(path.parent),
            )
        raise DamagedLog(
            say(
                "{path} ends at {last}, but the pages showed {shown}: {missing}.",
                path=path,
                last=name_line(*chain.head.place),
                shown=shown,
                missing=missing,
            ),
            advise(path.parent),
        )
    raise DamagedLog(
        say("{path} is not the log that the pages showed: {shown} differs.", path=path, shown=shown),
        advise(path.parent),
    )


def find_warning(folder: Path, found: ExaminedLog | None) -> Trouble | None:
    """Return what a complete log, or a new one, may lack, ``None`` without evidence. The game can go on."""
    head = found.chain.head if found else None
    evidence = (find_here(folder, head, found.database) if found else None) or find_elsewhere(folder, head)
    if evidence is None:
        return None
    return Trouble(
        say("{path} may lack games: {evidence}.", path=folder / FILE, evidence=evidence),
        say("If games are missing, stop the table, then: pi-bunco restore"),
    )


def _find_evidence(folder: Path, witness: Head | None) -> Sentence | None:
    """Return a clause that shows that a log without lines once had some, ``None`` without such evidence."""
    if witness:
        return say("{shown} was shown", shown=name_line(*witness.place))
    journal = folder / f"{FILE}{JOURNAL}"
    if journal.exists() and journal.stat().st_size:
        return say("{name} beside it holds lines of a log", name=journal.name)
    return find_here(folder, None, None)
