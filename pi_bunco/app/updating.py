"""When the program may be replaced by another version: never while a game is being played."""

import json
import sys
from pathlib import Path

from pi_bunco.errors import Trouble
from pi_bunco.game.book import Book
from pi_bunco.game.refused import Refused
from pi_bunco.rules import RecordError
from pi_bunco.sentences import say
from pi_bunco.store import LogTrouble, read_record
from pi_bunco.store.database import FILE, lock

HOME = Path("/opt/pi-bunco/versions")
"""The folder where install.sh puts each version in a separate folder."""


class NotNow(Trouble, RuntimeError):
    """A game is being played, which an update would stop."""


class NotInstalled(Trouble, RuntimeError):
    """The program was not installed by install.sh, so there is nothing for it to replace."""


def check_no_game(folder: Path) -> None:
    """Make sure that no game is being played in a state folder.

    A game is being played from its first bell until it is over, while a table has it open. If no table runs,
    an unfinished game does not prevent the update: it continues afterwards.

    Parameters
    ----------
    folder
        The state folder.

    Raises
    ------
    NotNow
        If a game is being played.
    Trouble
        If the log cannot be read.
    """
    try:
        (folder / FILE).stat()
    except FileNotFoundError:
        return
    except PermissionError:
        raise Trouble(
            say("You may not read {folder}.", folder=folder), say("Put sudo before the command.")
        ) from None
    try:
        lock(folder).close()
    except LogTrouble:  # a table has the log open
        lines = [json.loads(line) for line in read_record(folder)]
    else:
        return  # no table runs
    try:
        book = Book(lines)
    except (RecordError, Refused, ValueError):
        return  # this version cannot play it, but the next one may
    if book.over or not any(line.name == "bell" for line in book.lines):
        return
    raise NotNow(
        say("A game is being played at this table: {title}.", title=book.game.sheet.title),
        say(
            "Play it to its end, or end it by beginning a new one on the page; then give the command again.",
        ),
    )


def check_installed() -> None:
    """Check that this program is in the folder where install.sh puts it.

    Raises
    ------
    NotInstalled
        If it is somewhere else.
    """
    here = Path(sys.prefix).resolve()
    if HOME not in here.parents:
        raise NotInstalled(
            say("This pi-bunco runs from {place} and was not installed by install.sh.", place=here),
            say(
                "Install it with: sudo bash install.sh. A checkout of its own is updated by: git "
                "pull; make run",
            ),
        )
