"""The state of a table, as far as chances depend on it."""

from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from pi_bunco.rules import Game, Score, Table
from pi_bunco.rules.scoring import NOTHING, make_score_table


@dataclass(frozen=True, slots=True)
class Position:
    """A table in its round, before any roll-off. Made with :meth:`of`.

    A throw that may still be called counts as called, since everybody at the table has just seen it.

    Attributes
    ----------
    scores
        The score of each side, the holder's first and then in the order in which the dice pass.
    holder
        The side that holds the dice, as its place in :attr:`~pi_bunco.rules.Table.sides`.
    begun
        Whether the holder's turn has begun.
    turn_points
        The points that it has brought.
    call_ends
        What that call ends: the round of the whole ``room``, of this ``table`` alone, or nothing (``None``).
    """

    scores: tuple[int, ...]
    holder: int
    begun: bool
    turn_points: int
    call_ends: Literal["room", "table"] | None

    @classmethod
    def of(cls, game: Game, table: Table) -> "Position":
        """Read a table that is playing, or finishing a turn."""
        scores = list(table.scores)
        called = _score_call(game, table)
        scores[table.throws[-1].side if called.points else 0] += called.points
        holder = find_holder(table)
        return cls(
            scores=(*scores[holder:], *scores[:holder]),
            holder=holder,
            begun=table.in_turn,
            turn_points=count_turn_points(table) + called.points * table.in_turn,
            call_ends=_find_call_end(game, table, called, max(scores)),
        )


def find_holder(table: Table) -> int:
    """Return the side that throws next, as its place in the table's sides."""
    return next(place for place, side in enumerate(table.sides) if table.holder in side.players)


def count_turn_points(table: Table) -> int:
    """Return the points that the holder's turn has brought, also in a roll-off."""
    if not table.in_turn:
        return 0
    in_rolloff = table.state == "rolloff"
    turn = takewhile(
        lambda thrown: thrown.rolloff == in_rolloff and not thrown.ends_turn, reversed(table.throws)
    )
    return sum(thrown.score.points for thrown in turn)


def _score_call(game: Game, table: Table) -> Score:
    """Return the score of a throw that may still be called; nothing where none may."""
    if table.callable is None:
        return NOTHING
    return make_score_table(game.sheet, game.target, game.header.options.cup)[table.throws[-1].dice]


def _find_call_end(game: Game, table: Table, called: Score, best: int) -> Literal["room", "table"] | None:
    round_end = game.sheet.round_end
    if not called.points or table.state != "playing" or (round_end == "head" and table.number > 1):
        return None
    if game.sheet.bunco_ends and called.kind == "bunco":
        return "room"
    if round_end == "host" or best < table.goal:
        return None
    return "table" if round_end == "each" else "room"
