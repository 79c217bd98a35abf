"""Races of tables to a goal: the chances at their end, and a cache of solved races."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from pi_bunco.chance.odds.rolloffs import compute_places
from pi_bunco.chance.odds.solve import (
    Ends,
    LostAtEnd,
    States,
    TurnSteps,
    Values,
    compute_midway,
    compute_turn_steps,
    count_bytes,
    find_row,
    make_throw_steps,
    make_turn_steps,
    solve,
)
from pi_bunco.chance.odds.terms import Floats, OddsTerms, follow_turn

Flags = NDArray[np.bool_]


class RoundEnd:
    """The chances of tables with this number of sides at the end of a round, where ``places`` of them win.

    Scores are as in :mod:`pi_bunco.chance.odds.solve`: a row for each table, with the score of the side that
    holds the dice first. The chances are in the same order.

    Attributes
    ----------
    loses
        The chance that a turn loses its points while it is finished after the bell.
    wipes
        The chance that its side then loses all points of the round.
    """

    def __init__(self, terms: OddsTerms, sides: int, places: int = 1) -> None:
        self._places = places
        self._bits = 1 << np.arange(sides)  # sides as a number: bit n stands for side n
        self._decided = np.array([_decide_ties(terms, sides, places, first) for first in (0, 1)])
        brings, self.loses, self.wipes = follow_turn(terms.finishing)
        # At place n + 1, for n from -1 on: the chances that a finished turn brings exactly n points, or less.
        self._exactly = np.concatenate([[0], brings, [0]])
        self._less = np.concatenate([[0, 0], np.cumsum(brings)])

    def stop(self, scores: States, begun: Flags) -> Floats:
        """Return the chances of tables that stop at once. ``begun``: whether the holder's turn has begun."""
        last = np.sort(scores, axis=1)[:, -self._places, None]  # the lowest score that has a place
        ahead, tied = (scores > last) @ self._bits, (scores == last) @ self._bits
        decided: Floats = self._decided[begun.astype(np.int64), ahead, tied]
        return decided

    def stop_by_chance(self, scores: Sequence[Floats]) -> Floats:
        """Return the chances of a table that stops before the holder's turn has begun.

        ``scores`` has for each side, the holder's first, at place n the chance that it has n points.
        """
        length = max(map(len, scores))
        exactly = np.array([np.pad(side, (0, length - len(side))) for side in scores])
        up_to = exactly.cumsum(axis=1)
        parts = np.array([up_to - exactly, exactly, up_to[:, -1:] - up_to])
        chances: Floats = np.zeros(len(scores))
        # The places of the sides beside the lowest score that wins: behind it (0), equal to it, or ahead.
        for places in product(range(3), repeat=len(scores)):
            tied, ahead = ((np.array(places) == place) @ self._bits for place in (1, 2))
            decided = self._decided[0, ahead, tied]
            if decided.any():
                chances += parts[places, range(len(scores))].prod(axis=0).sum() * decided
        return chances

    def lead(self, scores: States) -> Floats:
        """Return the chances of tables whose holders have just got more points than all others."""
        return self.stop(np.hstack([scores[:, :1] * 0 + scores.max() + 1, scores[:, 1:]]), scores[:, 0] >= 0)

    def finish(self, scores: States, turn_points: States) -> Floats:
        """Return the chances of tables whose holders finish turns that have brought ``turn_points``."""
        chances = self._finish_for_places(scores) if self._places > 1 else self._finish_for_one(scores)
        for chance, points in ((self.loses, turn_points), (self.wipes, scores[:, 0])):
            if chance:
                without_points = scores.copy()
                without_points[:, 0] -= points
                chances += chance * self.stop(without_points, np.ones(len(scores), np.bool_))
        return chances

    def _finish_for_one(self, scores: States) -> Floats:
        """Return the part of the chances in which the turn keeps its points, where one side wins."""
        others = scores[:, 1:].max(axis=1)
        leading_others = (scores[:, 1:] == others[:, None]) @ self._bits[1:]
        behind = np.clip(others - scores[:, 0], -1, len(self._exactly) - 2) + 1
        exactly, less = self._exactly[behind, None], self._less[behind, None]
        win = 1 - self.loses - self.wipes - exactly - less
        alone = self._decided[1, 0]
        chances: Floats = win * alone[1] + exactly * alone[leading_others + 1] + less * alone[leading_others]
        return chances

    def _finish_for_places(self, scores: States) -> Floats:
        """Return the same where two win, score by score."""
        begun = np.ones(len(scores), np.bool_)
        most = int((scores[:, 1:].max(axis=1) - scores[:, 0]).max())
        brings = self._exactly[1:-1][: max(most + 1, 0)]
        chances: Floats = (1 - self.loses - self.wipes - brings.sum()) * self.lead(scores)
        for points, chance in enumerate(brings):
            after = scores.copy()
            after[:, 0] += points
            chances += chance * self.stop(after, begun)
        return chances


def _decide_ties(terms: OddsTerms, sides: int, places: int, first: int) -> Floats:
    """Return the chances of the sides, by the bits of those ahead of a tie, and of those in it.

    Those in it throw in turn, from the side ``first`` on.
    """
    decided = np.zeros((2**sides, 2**sides, sides))
    sides_in_order = [(first + place) % sides for place in range(sides)]
    for ahead, tied in product(range(2**sides), repeat=2):
        order = [side for side in sides_in_order if tied >> side & 1]
        open_places = places - ahead.bit_count()
        if not ahead & tied and 0 < open_places <= len(order):
            decided[ahead, tied, order] = compute_places(terms, len(order), open_places)
            decided[ahead, tied] += [ahead >> side & 1 for side in range(sides)]
    return decided


@lru_cache(maxsize=32)
def find_round_end(terms: OddsTerms, sides: int, places: int = 1) -> RoundEnd:
    """Return the end of a round for tables with this number of sides and winners, kept in a cache."""
    return RoundEnd(terms, sides, places)


MAX_CACHE_BYTES = 8_000_000
"""The bytes of all races in the cache, and so of the largest one that is solved."""

MAX_QUICK_BYTES = 16_000
"""A race of up to this number of bytes, such as two sides to 44, is solved at once when it is needed."""


@dataclass(frozen=True, slots=True)
class ScoreRace:
    """A table with this number of sides, of which ``places`` win, whose own score ends its round."""

    terms: OddsTerms
    goal: int
    sides: int
    places: int = 1

    @property
    def size(self) -> int:
        """How many bytes its solution takes."""
        return count_bytes(self.goal, self.sides)

    @property
    def is_quick(self) -> bool:
        """Whether it is solved in a few milliseconds."""
        return self.size <= MAX_QUICK_BYTES and not self.terms.loses

    def solve(self) -> Values:
        """Return the chances in all states, as :func:`pi_bunco.chance.odds.solve.solve` does."""
        steps = (
            make_turn_steps(self._turns)
            if self.terms.loses
            else make_throw_steps(self.terms.throws, self.goal)
        )
        return solve(steps, self.goal, self.sides, self._ends)

    def look_up(self, values: Values, scores: tuple[int, ...], turn_points: int) -> Floats:
        """Return the chances in a state from what :meth:`solve` returned, the holder's side first."""
        if self.terms.loses:
            return compute_midway(values, self._turns, scores, turn_points, self._ends)
        return np.asarray(values[find_row(scores, self.goal)], np.float64)

    @property
    def _turns(self) -> TurnSteps:
        end, terms = find_round_end(self.terms, self.sides, self.places), self.terms
        after_goal = LostAtEnd(end.loses * terms.goal_finishes, end.wipes * terms.goal_finishes)
        after_bunco = LostAtEnd(end.loses * terms.ending_finishes, end.wipes * terms.ending_finishes)
        return compute_turn_steps(terms.throws, self.goal, after_goal, after_bunco)

    @property
    def _ends(self) -> Ends:
        if self.places == 1:
            return Ends(self._compute_end)
        return Ends(self._compute_end, find_round_end(self.terms, self.sides, self.places).lead, self.places)

    def _compute_end(self, scores: States, turn_points: States | None) -> Floats:
        end = find_round_end(self.terms, self.sides, self.places)
        if turn_points is not None and self.terms.ending_finishes:
            return end.finish(scores, turn_points)
        return end.stop(scores, np.ones(len(scores), np.bool_))


class RaceCache:
    """The solved races that were used last; any thread may use the cache."""

    def __init__(self) -> None:
        self._kept: OrderedDict[ScoreRace, Values] = OrderedDict()
        self._lock = Lock()
        self._working = Lock()

    def find_chances(self, race: ScoreRace, scores: tuple[int, ...], turn_points: int) -> Floats | None:
        """Return the chances at these scores, the holder's first.

        ``None``: the race is not solved yet, or cannot be.
        """
        values = self.find_values(race)
        return None if values is None else race.look_up(values, scores, turn_points)

    def find_values(self, race: ScoreRace) -> Values | None:
        """Return the solution of a race, ``None`` if it is not solved yet, or cannot be."""
        values = self._find(race)
        if values is None and race.is_quick:
            values = self._keep(race, race.solve())
        return None if values is None or not len(values) else values

    def prepare(self, race: ScoreRace) -> None:
        """Solve a race if it is new and not too large; one at a time, to save memory."""
        with self._working:
            if self._find(race) is None and race.size <= MAX_CACHE_BYTES:
                self._keep(race, race.solve())

    def _find(self, race: ScoreRace) -> Values | None:
        with self._lock:
            if race in self._kept:
                self._kept.move_to_end(race)
            return self._kept.get(race)

    def _keep(self, race: ScoreRace, values: Values) -> Values:
        with self._lock:
            self._kept[race] = values
            while sum(kept.nbytes for kept in self._kept.values()) > MAX_CACHE_BYTES:
                self._kept.popitem(last=False)
        return values
