"""The chances of a table once its round is over: it stops, or finishes the turn that has begun."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pi_bunco.chance.odds.solve import States
from pi_bunco.chance.odds.terms import OddsTerms
from pi_bunco.chance.odds.throws import Floats, follow_turn
from pi_bunco.chance.odds.ties import compute_tie

Flags = NDArray[np.bool_]


class RoundEnd:
    """The chances of tables of so many sides at the end of a round.

    Scores are as in :mod:`pi_bunco.chance.odds.solve`: a row for each table, the holder's first. The chances
    are in the same order.

    Attributes
    ----------
    loses
        The chance that a turn that is finished loses its points.
    """

    def __init__(self, terms: OddsTerms, sides: int) -> None:
        self._sides = sides
        self._bits = 1 << np.arange(sides)
        self._decided = np.array([_decide_ties(terms, sides, first) for first in (0, 1)])
        brings, self.loses = follow_turn(terms.finishing)
        self._level = np.concatenate([[0], brings, [0]])
        self._less = np.concatenate([[0, 0], np.cumsum(brings)])

    def stop(self, scores: States, begun: Flags) -> Floats:
        """Return the chances of tables that stop at once; ``begun`` is where the holder's turn has begun."""
        leads = scores == scores.max(axis=1, keepdims=True)
        decided: Floats = self._decided[begun.astype(np.int64), leads @ self._bits]
        return decided

    def finish(self, scores: States, turn_points: States) -> Floats:
        """Return the chances of tables whose holders finish turns that have brought ``turn_points``."""
        others = scores[:, 1:].max(axis=1)
        ahead = (scores[:, 1:] == others[:, None]) @ self._bits[1:]
        behind = np.clip(others - scores[:, 0], -1, len(self._level) - 2) + 1
        level, less = self._level[behind, None], self._less[behind, None]
        win = 1 - self.loses - level - less
        chances: Floats = win * self._decided[1, 1] + level * self._decided[1, ahead + 1]
        chances += less * self._decided[1, ahead]
        if self.loses:
            back = scores.copy()
            back[:, 0] -= turn_points
            chances += self.loses * self.stop(back, np.ones(len(back), np.bool_))
        return chances


def _decide_ties(terms: OddsTerms, sides: int, first: int) -> Floats:
    """Return the chances for each set of leaders (as bits), who throw in turn from ``first`` on."""
    decided = np.zeros((2**sides, sides))
    sides_in_order = [(first + place) % sides for place in range(sides)]
    for leaders in range(1, 2**sides):
        order = [side for side in sides_in_order if leaders >> side & 1]
        decided[leaders, order] = compute_tie(terms, len(order))
    return decided


@lru_cache(maxsize=32)
def find_ends(terms: OddsTerms, sides: int) -> RoundEnd:
    """Return the chances at the end of a round for tables of so many sides."""
    return RoundEnd(terms, sides)
