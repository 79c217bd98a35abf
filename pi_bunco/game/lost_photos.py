"""Says since when photos of throws are not kept, and why. The log knows which throws have none."""

from datetime import datetime
from pathlib import Path

from pi_bunco.errors import Trouble
from pi_bunco.game.book import Book
from pi_bunco.machine.disk_space import find_shortage
from pi_bunco.sentences import say

_ASK_THE_DOCTOR = say("“{heading}” says what is wrong with the disk.", heading=say("Is everything working?"))


def explain_lost_photos(book: Book, fault: OSError, folder: Path) -> Trouble:
    """Return that photos are not kept, since when, why, and what to do.

    Parameters
    ----------
    book
        The game.
    fault
        The error with which the disk refuses photos.
    folder
        The folder of the photos.
    """
    shortage = find_shortage(fault, folder)
    why = shortage.why if shortage else fault.strerror or str(fault)
    since = _find_first_lost(book)
    return Trouble(
        say("No photo of a throw has been kept since {time}: {why}.", time=f"{since:%H:%M}", why=why)
        if since
        else say("Photos of throws cannot be kept: {why}.", why=why),
        say(
            "The game goes on without them. {remedy}",
            remedy=shortage.remedy if shortage else _ASK_THE_DOCTOR,
        ),
    )


def _find_first_lost(book: Book) -> datetime | None:
    """Return when the first of the newest throws without photos was logged, ``None`` if the last has one."""
    since = ""
    for line in reversed(book.lines):
        if line.photo is None or line.photo.frame is None:
            continue  # no camera saw it
        if line.image:
            break
        since = line.time
    return datetime.fromisoformat(since).astimezone() if since else None
