"""Deletes a guest or an evening for good, at the start of the program before it opens the log.

Each step can be done twice, and the file says which comes next. So after a power cut the next start goes on:

1. The log is written anew and put in place of the old one; the photos of an evening are deleted.
2. Older copies on this Pi are deleted: logs that were set aside, summaries of evenings, and names of devices.
   Then the file with the wish loses the name.
3. A new backup is made, and only then the older ones are deleted, also on a stick if this program may.
"""

import os
import traceback
from collections.abc import Collection
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import structlog

from pi_bunco.access.file import AccessFile
from pi_bunco.app.evenings.league_file import forget_evening, forget_host
from pi_bunco.app.evenings.summaries import remove_summaries
from pi_bunco.app.people.refusals import COPIES, find_refusal
from pi_bunco.app.people.wish import Wish, load_wish, save_wish
from pi_bunco.app.service import notify
from pi_bunco.app.welcome.file import ASIDE as DAMAGED_ANSWERS
from pi_bunco.app.welcome.file import FILE as ANSWERS
from pi_bunco.errors import Trouble, put_in_words
from pi_bunco.game.evening_identity import find_identity
from pi_bunco.game.renaming import NotTheSame, check_same, find_key, find_spellings, mentions, rename
from pi_bunco.game.roster import find_free_names, read_evenings, read_imported_evenings
from pi_bunco.sentences import say
from pi_bunco.settings.config import STICK, is_stick_mounted
from pi_bunco.store import BACKUPS, KeptThrows, Photos
from pi_bunco.store.database import lock
from pi_bunco.store.deleted import DELETED_LINE
from pi_bunco.store.forgotten import find_times, renew_backups
from pi_bunco.store.forgotten_note import ForgottenNote, load_note, save_note
from pi_bunco.store.imported import (
    change_imported_games,
    list_imported,
    read_imported_games,
    remove_drafts,
    remove_imported,
)
from pi_bunco.store.rewrite import Games, read_games, remove_old_copies, rewrite_log

_log = structlog.get_logger()

_ALIVE = "WATCHDOG=1"
"""Reports to systemd that the program is alive: a log of many years takes half a minute on a Pi."""
_REPORT = say("Please report this; pi-bunco support-bundle packs what helps.")


def finish_wish(folder: Path, listed: Collection[str] = ()) -> Wish | None:
    """Do what the host has wished to be deleted, as far as it can be done now.

    An error does not end the program: the wish says why it is not done, and the next start tries it again.

    Parameters
    ----------
    folder
        The state directory, in which no table is playing.
    listed
        The guests that the settings name.

    Returns
    -------
    Wish or None
        The wish as it is now, ``None`` if there is none.
    """
    wish = load_wish(folder)
    if wish is None or not wish.is_open:
        return wish
    wish = replace(wish, text="", remedy="")
    try:
        if wish.stage == "asked":
            wish = _change_log(wish, folder, listed)
        if wish.stage == "copies":
            wish = _remove_copies(wish, folder)
        if wish.stage == "backups":
            wish = _renew_backups(wish, folder)
    except Exception as error:  # noqa: BLE001 - a damaged old evening must not stop the games
        wish = _note_trouble(error, wish, folder)
    return wish


def renew_while_playing(folder: Path) -> None:
    """Complete a wish of which only the backups are left. What fails is tried again at the next start."""
    wish = load_wish(folder)
    if wish is None or wish.stage != "backups":
        return
    try:
        _renew_backups(replace(wish, text="", remedy=""), folder)
    except Exception as error:  # noqa: BLE001 - as above
        _note_trouble(error, wish, folder)


def _note_trouble(error: Exception, wish: Wish, folder: Path) -> Wish:
    wish = load_wish(folder) or wish  # a later stage may have been reached
    trouble = _explain(error)
    _log.warning("not everything is deleted yet", stage=wish.stage, why=trouble.text)
    wish = replace(wish, text=str(trouble.text), remedy=str(trouble.remedy))
    _try_to_save(wish, folder)
    return wish


def _explain(error: Exception) -> Trouble:
    if isinstance(error, (Trouble, OSError)):
        return put_in_words(error)
    # Without the error's text, which may have a name.
    _log.error("a fault ended the deletion", where=traceback.format_tb(error.__traceback__)[-1])
    return Trouble(say("The program made a mistake ({why}).", why=type(error).__name__), _REPORT)


def _try_to_save(wish: Wish, folder: Path) -> None:
    try:
        save_wish(wish, folder)
    except OSError as error:
        _log.warning("that cannot be noted", why=error.strerror)


def _advance(wish: Wish, folder: Path) -> Wish:
    notify(_ALIVE)
    save_wish(wish, folder)
    return wish


def _change_log(wish: Wish, folder: Path, listed: Collection[str]) -> Wish:
    games = read_games(folder) | read_imported_games(folder)
    if refusal := find_refusal(wish, games, folder):
        return _advance(
            replace(wish, stage="refused", text=str(refusal.text), remedy=str(refusal.remedy)), folder
        )
    try:
        changed, wish = _delete_game(wish, games) if wish.game else _rename_guest(wish, games, folder)
    except NotTheSame as error:
        raise Trouble(
            say("Nothing was deleted: {why}.", why=str(error)),
            _REPORT,
        ) from error
    note = load_note(folder)
    wish = _advance(replace(wish, number=wish.number or note.deletions + 1), folder)
    times = {**note.games, **find_times({game: lines for game, lines in games.items() if game > 0})}
    save_note(ForgottenNote(note.deletions, times), folder)
    if wish.game:
        _forget_identity(folder, find_identity(games[wish.game]))
    imported = {game: lines for game, lines in changed.items() if game < 0 and lines != games[game]}
    change_imported_games(folder, imported)
    in_log = {game: lines for game, lines in changed.items() if game > 0}
    if any(lines != games[game] for game, lines in in_log.items()):
        rewrite_log(folder, in_log)
    save_note(ForgottenNote(wish.number, times), folder)  # a backup made before this is an older one
    if wish.game:
        wish = replace(wish, photos=_remove_pictures(folder, wish.game))
    is_listed = bool(wish.name) and find_key(wish.name) in map(find_key, listed)
    return _advance(replace(wish, stage="copies", listed=is_listed), folder)


def _forget_identity(folder: Path, identity: str) -> None:
    """Forget an evening while the log still says which one it is: in the league, and as a file that came."""
    forget_evening(folder, identity)
    if identity in list_imported(folder):
        remove_imported(folder, identity)


def _delete_game(wish: Wish, games: Games) -> tuple[Games, Wish]:
    return {**games, wish.game: [DELETED_LINE]}, wish


def _rename_guest(wish: Wish, games: Games, folder: Path) -> tuple[Games, Wish]:
    """Return the games with other names for the guest, and the wish with these names."""
    spellings = {number: find_spellings(lines, wish.name) for number, lines in games.items()}
    most = max(map(len, spellings.values()), default=0)
    if not most:  # the log was written anew before a power cut
        return games, wish
    evenings = (*read_evenings(folder, hide=False), *read_imported_evenings(folder, hide=False))
    new = wish.stands_for or find_free_names(evenings, most)  # after a power cut the same ones
    changed = dict(games)
    for number, found in spellings.items():
        if found:
            names = dict(zip(found, new, strict=False))
            changed[number] = rename(games[number], names)
            notify(_ALIVE)
            check_same(number, games[number], changed[number], names)
    found_in = wish.evenings or sum(map(bool, spellings.values()))
    return changed, replace(wish, stands_for=new, evenings=found_in)


def _remove_pictures(folder: Path, game: int) -> int:
    """Delete the photos of an evening, also those that are kept for learning, and return how many."""
    removed = Photos(folder).remove_if(lambda photo: photo.game == game)
    return removed + KeptThrows(folder, megabytes=1_000_000).remove_game(game)


def _remove_copies(wish: Wish, folder: Path) -> Wish:
    with closing(lock(folder)):
        remove_old_copies(folder, COPIES)
    remove_drafts(folder)
    remove_summaries(folder)
    for name in (ANSWERS, DAMAGED_ANSWERS):  # they may have any spelling of a name; people answer again
        (folder / name).unlink(missing_ok=True)
    if wish.name:
        forget_host(folder, wish.name)
        _forget_devices(folder, wish.name)
    return _advance(replace(wish, stage="backups", name=""), folder)


def _forget_devices(folder: Path, name: str) -> None:
    """Remove the names of devices that have a guest's name in them."""
    file = AccessFile(folder)
    saved = file.load()
    if saved and any(mentions(device.name, name) for device in saved.devices):
        devices = tuple(
            replace(device, name="") if mentions(device.name, name) else device for device in saved.devices
        )
        file.save(replace(saved, devices=devices))


def _renew_backups(wish: Wish, folder: Path) -> Wish:
    note = load_note(folder)
    if note.deletions < wish.number:  # a backup made before this is an older one
        save_note(replace(note, deletions=wish.number), folder)
    renew_backups(folder, folder / BACKUPS)
    if is_stick_mounted() and os.access(STICK.parent, os.W_OK):  # the service may not; another one does it
        renew_backups(folder, STICK)
    newest = load_wish(folder)
    if newest and newest.stage == "asked":  # somebody has asked for another deletion meanwhile
        return newest
    return _advance(replace(wish, stage="done"), folder)
