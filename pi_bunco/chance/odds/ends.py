"""The chances of a table once the round is over for it: it stops, or finishes the turn that has begun."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pi_bunco.chance.odds.solve import States
from pi_bunco.chance.odds.terms import OddsTerms
from pi_bunco.chance.odds.throws import Floats, turn
from pi_bunco.chance.odds.ties import fresh

Flags = NDArray[np.bool_]


class Ends:
    """The chances of tables of so many sides at the end of a round.

    Scores stand as in :mod:`pi_bunco.chance.odds.solve`: a row for each table, the holder's first. So do
    the chances.

    Attributes
    ----------
    loses
        The chance of a turn that is finished to lose its points.
    """

    def __init__(self, terms: OddsTerms, sides: int) -> None:
        self._sides = sides
        self._bits = 1 << np.arange(sides)
        self._decided = np.array([_decide(terms, sides, first) for first in (0, 1)])
        brings, self.loses = turn(terms.finishing)
        self._level = np.concatenate([[0], brings, [0]])
        self._short = np.concatenate([[0, 0], np.cumsum(brings)])

    def stop(self, scores: States, begun: Flags) -> Floats:
        """Return the chances where tables stop at once, ``begun`` where the holder's turn has begun."""
        leads = scores == scores.max(axis=1, keepdims=True)
        decided: Floats = self._decided[begun.astype(np.int64), leads @ self._bits]
        return decided

    def finish(self, scores: States, of_turn: States) -> Floats:
        """Return the chances where holders finish turns that have brought ``of_turn`` points so far."""
        others = scores[:, 1:].max(axis=1)
        ahead = (scores[:, 1:] == others[:, None]) @ self._bits[1:]
        behind = np.clip(others - scores[:, 0], -1, len(self._level) - 2) + 1
        level, short = self._level[behind, None], self._short[behind, None]
        win = 1 - self.loses - level - short
        chances: Floats = win * self._decided[1, 1] + level * self._decided[1, ahead + 1]
        chances += short * self._decided[1, ahead]
        if self.loses:
            back = scores.copy()
            back[:, 0] -= of_turn
            chances += self.loses * self.stop(back, np.ones(len(back), np.bool_))
        return chances


def _decide(terms: OddsTerms, sides: int, first: int) -> Floats:
    """Return the chances for each set of leaders (as bits); who throws first sits at ``first`` or after."""
    decided = np.zeros((2**sides, sides))
    around = [(first + place) % sides for place in range(sides)]
    for leaders in range(1, 2**sides):
        order = [side for side in around if leaders >> side & 1]
        decided[leaders, order] = fresh(terms, len(order))
    return decided


@lru_cache(maxsize=32)
def ends(terms: OddsTerms, sides: int) -> Ends:
    """Return the chances at the end of a round for tables of so many sides."""
    return Ends(terms, sides)
