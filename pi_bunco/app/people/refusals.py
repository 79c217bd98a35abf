"""Says why something cannot be deleted now, and what to do about it."""

import json
from pathlib import Path
from typing import cast

from pi_bunco.app.people.wish import Wish, load_wish
from pi_bunco.errors import Trouble
from pi_bunco.game.book import Book
from pi_bunco.game.lines import Body
from pi_bunco.game.refused import Refused
from pi_bunco.game.renaming import find_spellings
from pi_bunco.link.state import FAR_FILE, FOLDER, HEAD_FILE, HeadState, load_state
from pi_bunco.rules import RecordError, is_ghost
from pi_bunco.rules.lines import replace_in_strings
from pi_bunco.sentences import say
from pi_bunco.store.deleted import DELETED_LINE
from pi_bunco.store.rewrite import Games

COPIES = ("followed", "followed-*")
"""The folders in a state directory with the logs of other Pis that this one has followed."""


def refuse_second(folder: Path) -> None:
    """Raise :class:`Refused` while another deletion must still change the log or its copies."""
    before = load_wish(folder)
    if before and before.stage in ("asked", "copies"):
        raise Refused(
            say("Another deletion is not complete yet."), say("Let it try again, or give it up first.")
        )


def find_refusal(wish: Wish, games: Games, folder: Path) -> Refused | None:
    """Return why a wish cannot be fulfilled, ``None`` if it can.

    Parameters
    ----------
    wish
        The wish; with a ``number`` it was begun before, and may be half done.
    games
        The games of the log.
    folder
        The state directory.

    Raises
    ------
    Trouble
        If the file about other Pis is damaged.
    """
    if refusal := find_copies_refusal(folder):
        return refusal
    began = bool(wish.number)
    if wish.game:
        if wish.game not in games or (games[wish.game] == [DELETED_LINE] and not began):
            return Refused(
                say("There is no evening {number}.", number=wish.game), say("Look at the list again.")
            )
        if wish.game == max(games) and is_running(games[wish.game]):
            return Refused(
                say("This evening is being played."),
                say("Play it to its end, or begin a new game; then delete it."),
            )
        return None
    return _find_guest_refusal(wish.name, games, began=began)


def _find_guest_refusal(name: str, games: Games, *, began: bool) -> Refused | None:
    if is_ghost(name):
        return Refused(say("{name} is a ghost, not a guest.", name=name), say("Name a guest."))
    if any(game < 0 and _is_damaged(lines) for game, lines in games.items()):
        return Refused(
            say("An evening from another Pi is damaged, so nobody can see which names are in it."),
            say("Delete that evening first: the list of past evenings says which one cannot be read."),
        )
    if not began and not any(find_spellings(lines, name) for lines in games.values()):
        return Refused(
            say("Nobody called {name} is in the log.", name=name), say("Look at the list of guests.")
        )
    last = games[max(games)] if games else []
    if is_running(last) and find_spellings(last, name):
        return Refused(
            say("{name} is in the game that the pages show now.", name=name),
            say("Play it to its end, or begin a new game without them; then delete them."),
        )
    return None


def find_copies_refusal(folder: Path) -> Refused | None:
    """Return the refusal if other Pis have copies of the log, ``None`` if none has.

    Raises
    ------
    Trouble
        If the file about other Pis is damaged.
    """
    link = folder / FOLDER
    state = load_state(HeadState, link / HEAD_FILE)
    if (link / FAR_FILE).exists() or (state and state.begun):
        return Refused(
            say("The games here are those of another Pi, so nothing of them can be deleted here alone."),
            say(
                "On the host’s page, go back to this Pi’s own games first. "
                "Whatever you delete then, the copy of the other Pi’s games goes too."
            ),
        )
    if state and state.members:
        return Refused(
            say("Other Pis follow this one, and have copies of its games."),
            say(
                "Remove the other Pis on the host’s page, delete, and let them join again: then they take "
                "the games as they are here."
            ),
        )
    return None


def _is_damaged(lines: list[str]) -> bool:
    """Return whether a name may stand in lines that nobody can read."""
    try:
        return not lines or not all(isinstance(json.loads(line), dict) for line in lines)
    except (ValueError, RecursionError):
        return True


def is_running(lines: list[str]) -> bool:
    """Return whether somebody may still play a game. One that this version cannot read is over."""
    if not lines or lines == [DELETED_LINE]:
        return False
    try:
        bodies = cast("list[Body]", replace_in_strings([json.loads(line) for line in lines]))
        return not Book(bodies).over
    except (RecordError, Refused, Trouble, ValueError):
        return False
