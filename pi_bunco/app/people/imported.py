"""Deletes an evening that came as a file, also from the backups. A table may be playing meanwhile.

The log stays as it is, so nothing of it needs the next start of the program.
"""

from dataclasses import replace
from pathlib import Path

from pi_bunco.app.evenings.league_file import forget_evening
from pi_bunco.app.evenings.summaries import remove_summaries
from pi_bunco.app.people.refusals import refuse_second
from pi_bunco.app.people.wish import Wish, save_wish
from pi_bunco.store.forgotten import find_times
from pi_bunco.store.forgotten_note import load_note, save_note
from pi_bunco.store.imported import remove_imported
from pi_bunco.store.past_games import list_stamps, read_game


def delete_imported(folder: Path, identity: str) -> None:
    """Delete an imported evening for good, and note that the backups must be made again without it.

    Parameters
    ----------
    folder
        The state directory.
    identity
        The identity of its game.

    Raises
    ------
    pi_bunco.game.refused.Refused
        If another deletion must still change the log or its copies.
    pi_bunco.store.LogTrouble, OSError
        If the log cannot be read, or the disk does not take it.
    """
    refuse_second(folder)
    note = load_note(folder)
    headers = {game: read_game(folder, game, most=1) for game in list_stamps(folder)}
    save_note(replace(note, games={**note.games, **find_times(headers)}), folder)
    save_wish(Wish(stage="backups", number=note.deletions + 1), folder)
    forget_evening(folder, identity)
    remove_summaries(folder)
    remove_imported(folder, identity)
