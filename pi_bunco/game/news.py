"""Finds news that everybody at a table should see and hear: the bell, a bunco, the end."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pi_bunco.game.book import Book
from pi_bunco.game.lines import HEAD
from pi_bunco.game.moment import find_moment
from pi_bunco.rules.table import State

_IDS_PER_EVENT = 4
"""The most facts from one event. With so many ids for each event, no two facts have the same id."""


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """The bell has started a ``round`` with a ``target``. ``first`` throws first, ``None``: nobody here."""

    round: int
    target: int
    first: str | None


@dataclass(frozen=True, slots=True)
class BuncoThrown:
    """A bunco by ``thrower``; ``image`` is the name of its photo, ``None`` without one."""

    thrower: str
    image: str | None


@dataclass(frozen=True, slots=True)
class PointsTaken:
    """Three 1s have taken the ``points``, 1 or more, of the players of a ``side``."""

    side: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The round has ended for a table.

    Attributes
    ----------
    round
        The round that has ended.
    stop
        Whether the round ended at another table, so that somebody here may be about to throw.
    state
        The table's state: ``finishing`` (a turn goes on), ``rolloff`` or ``decided``.
    holder
        The player who throws now, ``None`` if nobody does.
    winners
        Who has won at this table; empty until it is decided, and while the result may change because the
        table's own Pi may have more throws of the round.
    """

    round: int
    stop: bool
    state: State
    holder: str | None
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over. ``won_by``: what the ``winners`` have won, ``None`` if the game has no winner."""

    won_by: Literal["grand_prize", "set"] | None
    winners: tuple[str, ...]


Fact = RoundBegan | BuncoThrown | PointsTaken | RoundEnded | GameEnded


@dataclass(frozen=True, slots=True)
class News:
    """One fact with an ``id``; newer facts have higher ids."""

    id: int
    fact: Fact


@dataclass(frozen=True, slots=True)
class StateBefore:
    """The state of a game before some events.

    Attributes
    ----------
    next_seq
        The number of the first of these events.
    round
        The round.
    states
        The state of each table.
    over
        Whether the game was over.
    """

    next_seq: int
    round: int
    states: tuple[State, ...]
    over: bool

    @classmethod
    def of(cls, book: Book) -> "StateBefore":
        """Return the present state of a game."""
        states = tuple(table.state for table in book.played.tables)
        return cls(book.next_seq, book.played.round, states, book.over)


def find_news(book: Book, table: int, before: StateBefore) -> tuple[News, ...]:
    """Return the news at a table since ``before``."""
    return tuple(
        News(before.next_seq * _IDS_PER_EVENT + number, fact)
        for number, fact in enumerate(_find_facts(book, table, before))
    )


def _find_facts(book: Book, number: int, before: StateBefore) -> Iterator[Fact]:
    game, table = book.played, book.get_table(number)
    new = [line.name for line in book.get_lines_from(before.next_seq)]
    if "bell" in new:
        yield RoundBegan(game.round, game.target, table.holder)
    for thrown in table.throws:
        seq = thrown.seq + book.seq_offset
        is_new = seq >= before.next_seq or ("call" in new and thrown is table.throws[-1])
        if is_new and thrown.score.kind == "bunco" and not thrown.rolloff:
            yield BuncoThrown(thrown.thrower, book.get_line(seq).image)
        if is_new and thrown.score.points < 0:
            yield PointsTaken(table.sides[thrown.side].players, -thrown.score.points)
    was_playing = number <= len(before.states) and before.states[number - 1] == "playing"
    if was_playing and table.state != "playing":
        elsewhere = all(book.find_table(seq) != number for seq in range(before.next_seq, book.next_seq))
        stop = number != HEAD and table.state != "finishing" and elsewhere
        winners = () if book.is_open(number) else table.winners
        yield RoundEnded(before.round, stop, table.state, table.holder, winners)
    if not before.over and book.over:
        moment = find_moment(book)
        yield GameEnded(moment.won, moment.winners)
