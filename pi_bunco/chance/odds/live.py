"""Computes the exact chances of each side of a table that is playing a round."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from pi_bunco.chance.dice import FAIR, Probabilities
from pi_bunco.chance.odds.races import RaceCache, ScoreRace, find_round_end
from pi_bunco.chance.odds.rolloffs import can_solve, compute_in_rolloff, find_holder
from pi_bunco.chance.odds.terms import Floats, OddsTerms
from pi_bunco.chance.odds.waiting import WaitingTable, compute_waiting
from pi_bunco.rules import Game, Score, Table
from pi_bunco.rules.scoring import NOTHING, make_score_table

_CACHE = RaceCache()


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely each side of a table is to win it.

    Attributes
    ----------
    sides
        The chance of each side, in the order of :attr:`~pi_bunco.rules.Table.sides`; they add up to 1,
        or to 2 where two win.
    """

    sides: tuple[float, ...]

    @classmethod
    def of(cls, chances: ArrayLike, holder: int = 0, places: int = 1) -> "Chances":
        """Return the chances in the order of the sides from those with the side ``holder`` first."""
        sides = np.clip(np.asarray(chances, np.float64).ravel(), 0, 1)
        return cls(tuple(np.roll(np.minimum(sides * places / sides.sum(), 1), holder).tolist()))


class NextRaces(NamedTuple):
    """The races of a round, to be solved before it begins.

    It has its ``terms``, and each race's goal, number of sides and number of winners.
    """

    terms: OddsTerms
    races: tuple[tuple[int, int, int], ...]

    @classmethod
    def of(cls, game: Game, dice: Probabilities = FAIR) -> "NextRaces":
        """Return the races of the round that is being played, or that the next bell begins.

        Parameters
        ----------
        game
            The game, at any time, best before the bell.
        dice
            The chance of each face.
        """
        terms = OddsTerms.of(game.sheet, game.target, game.header.options, dice)
        tables = game.tables[:1] if game.sheet.round_end == "head" else game.tables
        count = game.sheet.count_winners
        races = {(table.goal, len(table.sides), count(len(table.seats))) for table in tables}
        return cls(terms, tuple(sorted(races)))

    def prepare(self) -> None:
        """Solve the races that :func:`chances` looks up; best in a separate thread."""
        for goal, sides, places in self.races:
            if can_solve(self.terms, sides):
                find_round_end(self.terms, sides, places)  # kept in a cache
                _CACHE.prepare(ScoreRace(self.terms, goal, sides, places))


def chances(game: Game, table: int = 1, dice: Probabilities = FAIR) -> Chances | None:
    """Return the chance of each side to win a table's round, if that can be computed.

    This works for a table whose own score ends its round, and for every table whose round is over. It never
    takes long: :meth:`NextRaces.prepare` does the long calculations.

    The chances assume that every throw that needs a call is called in time, also the last one, and that the
    host ends no round early. They ignore a time limit of the sheet.

    Parameters
    ----------
    game
        The game.
    table
        The table's number, from 1.
    dice
        The chance of each face.

    Returns
    -------
    Chances or None
        ``None`` in these cases: between rounds; if other tables or the host decide when the round ends; if a
        roll-off's goal is far away; in a session of three or more sides; if three 1s take so many points that
        the goal is hardly ever reached; and until a long race (three or four single players, snake eyes or
        three 1s that lose points, a goal above 44) has been prepared. The largest races, such as four sides
        to 27, never are.

    Examples
    --------
    >>> from pi_bunco.rules import Bell, Header, Throw
    >>> header = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}
    >>> game = Game(Header.parse(header))
    >>> chances(game)
    >>> game.push(Bell()), game.push(Throw(1, (5, 5, 5)))
    (1, 2)
    >>> [round(side, 3) for side in chances(game).sides]
    [0.666, 0.334]
    """
    if game.status != "playing":
        return None
    rules_table = game.tables[table - 1]
    sides = len(rules_table.sides)
    if rules_table.won_by:
        return Chances(tuple(float(side in rules_table.won_by) for side in range(sides)))
    terms = OddsTerms.of(game.sheet, game.target, game.header.options, dice)
    if not can_solve(terms, sides):
        return None
    if rules_table.rolloff is not None:
        in_rolloff = compute_in_rolloff(terms, rules_table, rules_table.rolloff)
        return None if in_rolloff is None else Chances.of(in_rolloff, places=rules_table.places)
    if rules_table.turns_due:
        return _compute_waiting(terms, game, rules_table)
    return _compute_in_round(terms, game, rules_table)


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
        The points of that turn so far.
    call_ends
        What a call of the last throw would end: the round of the whole ``room``, of this ``table`` alone, or
        nothing (``None``).
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
        scoring = make_score_table(game.sheet, game.target, game.header.options.cup)
        called = NOTHING if table.callable is None else scoring[table.throws[-1].dice]
        scores[table.throws[-1].side if called.points else 0] += called.points
        holder = find_holder(table)
        return cls(
            scores=(*scores[holder:], *scores[:holder]),
            holder=holder,
            begun=table.in_turn,
            turn_points=table.turn_points + called.points * table.in_turn,
            call_ends=_find_call_end(game, table, called, max(scores)),
        )


def _compute_in_round(terms: OddsTerms, game: Game, table: Table) -> Chances | None:
    position = Position.of(game, table)
    finishes = _finishes_turn(terms, game, table, position)
    if finishes is not None:
        ended = _compute_end(terms, position, table.places, finishes=finishes)
        return Chances.of(ended, position.holder, table.places)
    if not _ends_alone(game, table):
        return None
    race = ScoreRace(terms, table.goal, len(table.sides), table.places)
    in_race = _CACHE.find_chances(race, position.scores, position.turn_points)
    return None if in_race is None else Chances.of(in_race, position.holder, table.places)


def _compute_waiting(terms: OddsTerms, game: Game, table: Table) -> Chances | None:
    """Return the chances where the round waits until everybody has had a turn."""
    race = ScoreRace(terms, table.goal, len(table.sides), table.places)
    values = _CACHE.find_values(race)
    if values is None or not _ends_alone(game, table):
        return None
    position, due = Position.of(game, table), table.turns_due
    count = len(table.sides)
    sides = [next(at for at, side in enumerate(table.sides) if name in side.players) for name in due]
    places = [(side - position.holder) % count for side in sides]
    called = table.callable is not None and table.throws[-1].dice == (game.target,) * 3
    waiting = WaitingTable(
        scores=position.scores,
        turn_points=position.turn_points,
        turns=tuple(places.count(place) for place in range(count)),
        next=len(due) % count,
        bunco=game.sheet.bunco_ends and (table.has_bunco or called),
    )
    return Chances.of(compute_waiting(race, values, waiting), position.holder, table.places)


def _finishes_turn(terms: OddsTerms, game: Game, table: Table, position: Position) -> bool | None:
    """Return whether the table finishes its turn, now that its round is over; ``None`` before that."""
    if table.state == "finishing":
        return True
    if position.call_ends == "table":
        return False
    if position.call_ends == "room":
        return terms.ending_finishes
    others = (other for other in game.tables if other is not table and other.callable is not None)
    other_call_ends = any(Position.of(game, other).call_ends == "room" for other in others)
    return terms.others_finish if other_call_ends else None


def _compute_end(terms: OddsTerms, position: Position, places: int, *, finishes: bool) -> Floats:
    end = find_round_end(terms, len(position.scores), places)
    scores = np.array([position.scores])
    if finishes and position.begun:
        return end.finish(scores, np.array([position.turn_points]))
    return end.stop(scores, np.array([position.begun]))


def _ends_alone(game: Game, table: Table) -> bool:
    """Return whether a table's own score alone ends its round."""
    sheet = game.sheet
    if sheet.round_end == "host":
        return False
    if sheet.round_end == "head":
        return table.number == 1
    if sheet.round_end == "each" and not sheet.bunco_ends:
        return True
    return all(other is table or other.state != "playing" for other in game.tables)


def _find_call_end(game: Game, table: Table, called: Score, best: int) -> Literal["room", "table"] | None:
    round_end = game.sheet.round_end
    if not called.points or table.state != "playing" or (round_end == "head" and table.number > 1):
        return None
    if game.sheet.bunco_ends and called.kind == "bunco":
        return "room"
    if round_end == "host" or best < table.goal:
        return None
    return "table" if round_end == "each" else "room"
