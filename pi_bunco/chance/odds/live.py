"""The exact chances of a table that is being played."""

from typing import NamedTuple

import numpy as np

from pi_bunco.chance.dice import FAIR, Probabilities
from pi_bunco.chance.odds.chances import Chances
from pi_bunco.chance.odds.ends import ends
from pi_bunco.chance.odds.position import Position
from pi_bunco.chance.odds.rolloffs import in_rolloff
from pi_bunco.chance.odds.shelf import ScoreRace, Shelf
from pi_bunco.chance.odds.terms import OddsTerms
from pi_bunco.chance.odds.throws import Floats
from pi_bunco.chance.odds.ties import can_solve
from pi_bunco.rules import Game, Table

_SHELF = Shelf()


class Ahead(NamedTuple):
    """What can be worked out before a round: its ``terms``, and the goals and numbers of sides of tables."""

    terms: OddsTerms
    races: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, game: Game, dice: Probabilities = FAIR) -> "Ahead":
        """Take it from a game: for the round that is played, or that the next bell begins.

        Parameters
        ----------
        game
            At any time, best before the bell.
        dice
            The chance of each face.
        """
        terms = OddsTerms.of(game.sheet, game.target, game.header.options, dice)
        tables = game.tables[:1] if game.sheet.round_end == "head" else game.tables
        return cls(terms, tuple(sorted({(table.goal, len(table.sides)) for table in tables})))

    def prepare(self) -> None:
        """Work out what :func:`chances` looks up; best in a thread of its own."""
        for goal, sides in self.races:
            if can_solve(self.terms, sides):
                ends(self.terms, sides)  # which keeps it
                _SHELF.prepare(ScoreRace(self.terms, goal, sides))


def chances(game: Game, table: int = 1, dice: Probabilities = FAIR) -> Chances | None:
    """Return the chance of each side to win a table's round, where that can be worked out.

    It can for a table whose own score ends its round, and for every table once the round is over for it.
    Nothing blocks: what must be computed beforehand is left to :meth:`Ahead.prepare`.

    Assumed is that every throw that needs a call is called in time, the last one too, and that the host ends
    no round early. A time limit of the sheet is ignored.

    Parameters
    ----------
    game
        How it stands.
    table
        The table's number, from 1.
    dice
        The chance of each face.

    Returns
    -------
    Chances or None
        ``None`` between rounds; where other tables or the host decide when the round ends; where a
        roll-off's goal is far away; in a session of three or more sides; and as long as a race
        that is not quick (three or four single players, snake eyes, a goal above 44) has not been
        prepared.

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
    at = game.tables[table - 1]
    if at.winner is not None:
        return Chances(tuple(float(side == at.winner) for side in range(len(at.sides))))
    terms = OddsTerms.of(game.sheet, game.target, game.header.options, dice)
    if not can_solve(terms, len(at.sides)):
        return None
    if at.rolloff is not None:
        return in_rolloff(terms, at, at.rolloff)
    return _in_round(terms, game, at)


def _in_round(terms: OddsTerms, game: Game, at: Table) -> Chances | None:
    position = Position.of(game, at)
    finishes = _finishes(terms, game, at, position)
    if finishes is not None:
        return Chances.around(_close(terms, position, finishes=finishes), position.holder)
    if not ends_alone(game, at):
        return None
    found = _SHELF.chances(ScoreRace(terms, at.goal, len(at.sides)), position.scores, position.of_turn)
    return None if found is None else Chances.around(found, position.holder)


def _finishes(terms: OddsTerms, game: Game, at: Table, position: Position) -> bool | None:
    """Return whether the table finishes its turn, once the round is over for it; ``None`` before that."""
    if at.state == "finishing":
        return True
    if position.rings == "table":
        return False
    if position.rings == "room":
        return terms.ending_finishes
    others = (table for table in game.tables if table is not at and table.callable is not None)
    rung = any(Position.of(game, table).rings == "room" for table in others)
    return terms.others_finish if rung else None


def _close(terms: OddsTerms, position: Position, *, finishes: bool) -> Floats:
    end = ends(terms, len(position.scores))
    scores = np.array([position.scores])
    begun = np.array([position.begun])
    finish = finishes and position.begun
    return end.finish(scores, np.array([position.of_turn])) if finish else end.stop(scores, begun)


def ends_alone(game: Game, at: Table) -> bool:
    """Return whether a table's own score alone ends its round."""
    sheet = game.sheet
    if sheet.round_end == "host":
        return False
    if sheet.round_end == "head":
        return at.number == 1
    if sheet.round_end == "each" and not sheet.bunco_ends:
        return True
    return all(table is at or table.state != "playing" for table in game.tables)
