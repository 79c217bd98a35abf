"""Races of tables to a goal, and a cache of those that were solved."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

import numpy as np

from pi_bunco.chance.odds.ends import find_ends
from pi_bunco.chance.odds.solve import States, Values, compute_midway, count_bytes, find_row, solve
from pi_bunco.chance.odds.steps import TurnSteps, compute_turn_steps, make_throw_steps, make_turn_steps
from pi_bunco.chance.odds.terms import OddsTerms
from pi_bunco.chance.odds.throws import Floats

CACHE_BYTES = 8_000_000
"""The bytes of all races in the cache, and so of the largest one that is solved."""

QUICK_BYTES = 16_000
"""A race of up to so many bytes, such as two sides to 44, is solved at once when it is asked for."""


@dataclass(frozen=True, slots=True)
class ScoreRace:
    """A table of so many sides whose own score ends its round."""

    terms: OddsTerms
    goal: int
    sides: int

    @property
    def size(self) -> int:
        """How many bytes its values take."""
        return count_bytes(self.goal, self.sides)

    @property
    def quick(self) -> bool:
        """Whether it is solved in a few milliseconds."""
        return self.size <= QUICK_BYTES and not self.terms.loses

    def solve(self) -> Values:
        """Return the chances in all states."""
        steps = (
            make_turn_steps(self._turns)
            if self.terms.loses
            else make_throw_steps(self.terms.throws, self.goal)
        )
        return solve(steps, self.goal, self.sides, self._compute_end)

    def look_up(self, values: Values, scores: tuple[int, ...], turn_points: int) -> Floats:
        """Return the chances in a state from what :meth:`solve` returned, the holder's side first."""
        if self.terms.loses:
            return compute_midway(values, self._turns, scores, turn_points, self._compute_end)
        return np.asarray(values[find_row(scores, self.goal)], np.float64)

    @property
    def _turns(self) -> TurnSteps:
        loses = find_ends(self.terms, self.sides).loses
        after_goal, after_bunco = loses * self.terms.goal_finishes, loses * self.terms.ending_finishes
        return compute_turn_steps(self.terms.throws, self.goal, after_goal, after_bunco)

    def _compute_end(self, scores: States, turn_points: States | None) -> Floats:
        end = find_ends(self.terms, self.sides)
        if turn_points is not None and self.terms.ending_finishes:
            return end.finish(scores, turn_points)
        return end.stop(scores, np.ones(len(scores), np.bool_))


class RaceCache:
    """The races asked for last, solved; any thread may use it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[ScoreRace, Values] = OrderedDict()
        self._lock = Lock()
        self._working = Lock()

    def find_chances(self, race: ScoreRace, scores: tuple[int, ...], turn_points: int) -> Floats | None:
        """Return the chances at these scores, the holder's first; ``None`` for a race not yet solved."""
        values = self._find(race)
        if values is None and race.quick:
            values = self._keep(race, race.solve())
        return None if values is None else race.look_up(values, scores, turn_points)

    def prepare(self, race: ScoreRace) -> None:
        """Solve a race unless that was done, or it is too large; one at a time, to save memory."""
        with self._working:
            if self._find(race) is None and race.size <= CACHE_BYTES:
                self._keep(race, race.solve())

    def _find(self, race: ScoreRace) -> Values | None:
        with self._lock:
            if race in self._kept:
                self._kept.move_to_end(race)
            return self._kept.get(race)

    def _keep(self, race: ScoreRace, values: Values) -> Values:
        with self._lock:
            self._kept[race] = values
            while sum(kept.nbytes for kept in self._kept.values()) > CACHE_BYTES:
                self._kept.popitem(last=False)
        return values
