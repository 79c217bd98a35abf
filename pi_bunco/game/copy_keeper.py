"""The keeper of a copy: it shows the game of another Pi's log, and writes only what that log has."""

import json
from collections.abc import Sequence
from typing import cast

from pi_bunco.errors import Trouble
from pi_bunco.game.book import Book
from pi_bunco.game.digest import digest_results
from pi_bunco.game.far_meant import name_event
from pi_bunco.game.keeper import MAX_NEWS, CommandEffect, Keeper, describe_visible
from pi_bunco.game.lines import Body, FarSettled
from pi_bunco.game.news import StateBefore, find_news
from pi_bunco.game.refused import Refused
from pi_bunco.rules import Misfit, RecordError
from pi_bunco.rules.events import Void
from pi_bunco.rules.lines import replace_in_strings
from pi_bunco.sentences import say
from pi_bunco.store.deleted import is_deleted

_REMEDY = say("Install the same version of pi-bunco here as on the head.")


class CopyKeeper(Keeper):
    """Keeps a copy of another Pi's log, and the game in it. Nobody may send it a command.

    Attributes
    ----------
    unreadable
        Why the newest game cannot be shown, ``None`` if it can, or if there is none.
    differs
        Whether this Pi has counted different results from the head when a round was settled.
    """

    unreadable: Trouble | None = None
    differs: bool = False

    @property
    def has_game(self) -> bool:
        """Whether there is a game that can be shown."""
        return self._book is not None

    def _open_book(self) -> Book | None:
        try:
            return super()._open_book()
        except Trouble as trouble:
            self.unreadable = Trouble(trouble.text, _REMEDY)
            return None

    def take(self, game: int, seq: int, lines: Sequence[str], seal: bytes) -> CommandEffect:
        """Log the next lines of the other log, and return what they change; see :meth:`Log.take`.

        Raises
        ------
        Broken
            If they do not follow.
        LogTrouble
            If the disk did not take them.
        Trouble
            If this pi-bunco cannot read them. They are in the copy all the same.
        """
        with self._lock:
            self._log.take(game, seq, lines, seal)
            if seq == 0:
                self.unreadable = None
            if self.unreadable:  # the rest of this game would not fit
                raise self.unreadable
            bodies = cast("list[Body]", replace_in_strings([json.loads(line) for line in lines]))
            try:
                return self._begin_game(bodies) if seq == 0 else self._extend(bodies)
            except (RecordError, Misfit, Refused, ValueError) as error:
                self.unreadable = Trouble(
                    say(
                        "Event {seq} of game {game} cannot be read: {reason}.",
                        seq=seq,
                        game=game,
                        reason=str(error),
                    ),
                    _REMEDY,
                )
                raise self.unreadable from error

    def name_place(self, seq: int) -> tuple[str, str]:
        """Return the seal of the game's header, and the name of an event that another log may have too."""
        with self._lock:
            seal = self._log.find_seal(self._log.game, 0)
            return (seal or b"").hex(), name_event(self.book, self._log, seq)

    def _begin_game(self, bodies: Sequence[Body]) -> CommandEffect:
        if is_deleted(bodies):  # the head has another game after it
            return CommandEffect()
        self._book = Book(bodies, self._log.game)
        self._news = {}
        self.differs = False
        return CommandEffect(frozenset(self.tables))

    def _extend(self, bodies: Sequence[Body]) -> CommandEffect:
        book = self.book
        before, state_before = StateBefore.of(book), describe_visible(book)
        book.extend(bodies)
        last = book.lines[-1].event
        if isinstance(last, FarSettled) and last.digest:
            self.differs = last.digest != digest_results(book)
        changed = self._find_changed(before.next_seq, state_before)
        first = book.get_line(before.next_seq)
        if first.step or isinstance(first.event, Void):
            return CommandEffect(changed)  # nothing new happened at the tables
        news = {table: found for table in changed if (found := find_news(book, table, before))}
        for table, found in news.items():
            self._news[table] = (*self.get_news(table), *found)[-MAX_NEWS:]
        return CommandEffect(changed, news)
