"""The usual length of a round, from sets that the computer plays once, in a thread that no page waits for."""

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from pi_bunco.chance.party import Party, Plan
from pi_bunco.game.book import Book
from pi_bunco.machine.threads import ThreadTrouble, start_thread
from pi_bunco.rules import RecordError, Sheet, is_ghost

PARTIES = 4
"""How many sets to play. Their 24 rounds take 0.02 to 0.2 seconds (x86-64, up to 100 players)."""


class UsualRounds:
    """Knows the usual length of a round of each game that was asked for. Any thread may call it.

    Parameters
    ----------
    note_change
        Called when a length has become known.
    """

    def __init__(self, note_change: Callable[[], object]) -> None:
        self._note_change = note_change
        self._lengths: dict[tuple[object, ...], float | None] = {}

    def get(self, book: Book) -> float | None:
        """Return the usual length of a round in seconds; ``None``: it is not known yet, always at first."""
        header, seats = book.game.header, book.game.seats
        players = sum(not is_ghost(name) for table in seats for name in table)
        options = book.header.get("options") or {}
        key = (header.rules, repr(options), players)
        if key in self._lengths:
            return self._lengths[key]
        self._lengths[key] = None
        find = partial(self._find, key, book.game.sheet, players, options)
        with suppress(ThreadTrouble):  # then the page says nothing about the end
            start_thread(threading.Thread(target=find, name="usual-rounds", daemon=True))
        return None

    def _find(self, key: tuple[object, ...], sheet: Sheet, players: int, options: Mapping[str, Any]) -> None:
        plan = Plan(sheet, players, sets=1, options=options)
        try:
            lengths = [
                played.seconds for seed in range(PARTIES) for played in Party(plan, f"{seed}").play_rounds()
            ]
        except RecordError:  # a number of players that only comes from people who have left
            return
        self._lengths[key] = sum(lengths) / len(lengths)
        self._note_change()
