"""Decides whether the program first asks on pages which game to begin."""

import sqlite3
from contextlib import closing
from pathlib import Path

from pi_bunco.link.state import leads_copy
from pi_bunco.settings.config import Settings
from pi_bunco.store.database import FILE, open_to_read
from pi_bunco.store.deleted import DELETED_LINE


def may_need_welcome(settings: Settings) -> bool:
    """Return whether the welcome runs, unless a game of the log goes on.

    It runs if somebody asks for it. Otherwise it runs if the log has no game, people play, and nobody has
    named them in the settings: the names in the defaults are only for the mock camera. A Pi that has become
    the head goes on with the room's game.
    """
    if settings.welcome:
        return True
    if leads_copy(settings.state_dir):
        return False
    return not (settings.mock or "players" in settings.model_fields_set or has_game(settings.state_dir))


def has_game(folder: Path) -> bool:
    """Return whether the log in a state folder has a game to go on with or to show.

    This is a quick look. If the log cannot be read like this, the welcome opens it, and sees what is wrong.
    """
    path = folder / FILE
    if not path.exists():
        return False
    try:
        with closing(open_to_read(path)) as database:
            newest = database.execute("SELECT body FROM line ORDER BY game DESC, seq LIMIT 1").fetchone()
    except sqlite3.Error:
        return False
    return newest is not None and newest[0] != DELETED_LINE
