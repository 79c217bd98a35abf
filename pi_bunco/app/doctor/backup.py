"""The check of the backups: whether there is one and whether it is up to date."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from pi_bunco.app.doctor.context import CheckContext
from pi_bunco.dates import say_moment
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding, check_access
from pi_bunco.sentences import Sentence, say, say_count
from pi_bunco.settings.config import STICK, is_stick_mounted
from pi_bunco.store import BACKUPS, Backup, count_games, count_lines, list_backups, read_record

_MAX_AGE = timedelta(days=2)
"""How much older than the last event a backup may be. A table makes one each night and after each set."""
_BACK_UP_NOW = say("Make one now: sudo pi-bunco backup")


class DatedBackup(NamedTuple):
    """The newest backup in a folder, and when it was made."""

    backup: Backup
    at: datetime


def check_backup(context: CheckContext) -> Finding:
    """Judge the newest backups beside the games and on a USB stick."""
    folder = context.settings.state_dir
    games, lines, last_unsaved = 0, 0, None
    with check_access(folder):
        if files := [*folder.glob("log.*")]:
            last_unsaved = max(map(_read_time, files))
            try:
                games, lines = count_games(folder), count_lines(folder)
                if games and len(read_record(folder)) == 1:
                    games -= 1  # a table begins a game when it starts, in which nothing was played yet
            except Trouble as trouble:
                return Finding.bad("backup", trouble.text, trouble.remedy)
        here = find_newest_backup(folder / BACKUPS)
        if here and lines == here.backup.lines:
            last_unsaved = None  # nothing is new, although each start changes the time of the log's files
        return judge_backup(
            games, last_unsaved, here, find_newest_backup(STICK) if is_stick_mounted() else None
        )


def find_newest_backup(folder: Path) -> DatedBackup | None:
    """Return the newest backup in a folder, ``None`` if there is none or the folder cannot be read."""
    try:
        backups = list_backups(folder)
        return DatedBackup(backups[0], _read_time(backups[0].path)) if backups else None
    except OSError:  # a stick that is being pulled out
        return None


def judge_backup(
    games: int, last_unsaved: datetime | None, here: DatedBackup | None, stick: DatedBackup | None
) -> Finding:
    """Judge the backups.

    Parameters
    ----------
    games
        The number of games in the log in which something was played.
    last_unsaved
        The time of the last event, ``None`` if the newest backup beside the games has it.
    here, stick
        The newest backup beside the games, and the newest one on a USB stick.

    >>> print(judge_backup(0, None, None, None))
    good  backup: Nothing was played yet, so there is nothing to back up.
    """
    if not games:
        return Finding.good("backup", say("Nothing was played yet, so there is nothing to back up."))
    if here is None:
        found = say("There is none yet; {count} would be lost with the card.", count=_say_games(games))
        return Finding.look("backup", found, _BACK_UP_NOW)
    found = say(
        "The last one is from {at}, with {count}",
        at=say_moment(here.at),
        count=_say_games(here.backup.games),
    )
    if last_unsaved and last_unsaved - here.at > _MAX_AGE:
        return Finding.look(
            "backup", say("{found}; games have been played since.", found=found), _BACK_UP_NOW
        )
    if stick is None:
        found = say("{found}; on this card alone: plug in a USB stick for a second one.", found=found)
    else:
        found = say("{found}; on the USB stick {count}.", found=found, count=_say_games(stick.backup.games))
    return Finding.good("backup", found)


def _say_games(games: int) -> Sentence:
    return say_count("{count} game", "{count} games", games)


def _read_time(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime).astimezone()
