"""The keeper of a copy: it shows the game of another Pi's log, and writes only what that log has."""

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import cast

from pi_bunco.errors import Trouble
from pi_bunco.game.book import Book
from pi_bunco.game.digest import digest_results
from pi_bunco.game.far_meant import name_event
from pi_bunco.game.keeper import MAX_NEWS, CommandEffect, Keeper, describe_visible
from pi_bunco.game.lines import Body, FarSettled
from pi_bunco.game.news import StateBefore, find_news
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
        except Exception as error:  # noqa: BLE001 - what take() could not read must not stop each start
            reason = str(error) or repr(error)
            self.unreadable = Trouble(
                say("Game {game} of the log cannot be read: {reason}.", game=self._log.game, reason=reason),
                _REMEDY,
            )
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
            try:
                bodies = cast("list[Body]", replace_in_strings([json.loads(line) for line in lines]))
                return self._begin_game(bodies) if seq == 0 else self._extend(bodies)
            except Exception as error:  # the log has these lines, so a book that lacks them must not go on
                self.unreadable = Trouble(
                    say(
                        "Event {seq} of game {game} cannot be read: {reason}.",
                        seq=seq,
                        game=game,
                        reason=str(error) or repr(error),
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
        self.differs = False
        book = Book(bodies[:1], self._log.game)
        self._add(book, bodies[1:])
        self._book = book
        self._news = {}
        return CommandEffect(frozenset(self.tables))

    def _extend(self, bodies: Sequence[Body]) -> CommandEffect:
        book = self.book
        before, state_before = StateBefore.of(book), describe_visible(book)
        self._add(book, bodies)
        changed = self._find_changed(before.next_seq, state_before)
        first = book.get_line(before.next_seq)
        if first.step or isinstance(first.event, Void):
            return CommandEffect(changed)  # nothing new happened at the tables
        news = {table: found for table in changed if (found := find_news(book, table, before))}
        for table, found in news.items():
            self._news[table] = (*self.get_news(table), *found)[-MAX_NEWS:]
        return CommandEffect(changed, news)

    def _add(self, book: Book, bodies: Sequence[Body]) -> None:
        """Append lines to a book, and compare the results each time when the head has.

        Later lines may change them, so those after a settling come after the comparison.
        """
        settled = [at for at, body in enumerate(bodies, 1) if body.get("event") == FarSettled.name]
        for start, end in pairwise([0, *settled, len(bodies)]):
            book.extend(bodies[start:end])
            last = book.lines[-1].event if start < end else None
            if isinstance(last, FarSettled) and last.digest:
                self.differs = last.digest != digest_results(book)
