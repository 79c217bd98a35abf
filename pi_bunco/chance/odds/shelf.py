"""Keeps races that were computed, and computes small ones on the spot."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

import numpy as np

from pi_bunco.chance.odds.ends import ends
from pi_bunco.chance.odds.solve import States, Values, midway, place, size, solve
from pi_bunco.chance.odds.steps import TurnSteps, by_throw, by_turn, turns
from pi_bunco.chance.odds.terms import OddsTerms
from pi_bunco.chance.odds.throws import Floats

ROOM = 8_000_000
"""The bytes of all races that are kept, and so of the largest one that is worked out."""

QUICK = 16_000
"""A race of up to so many bytes, as two sides to 44, is worked out while one waits."""


@dataclass(frozen=True, slots=True)
class ScoreRace:
    """A table of so many sides whose own score ends its round."""

    terms: OddsTerms
    goal: int
    sides: int

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return size(self.goal, self.sides)

    @property
    def quick(self) -> bool:
        """Whether it is worked out in a few milliseconds."""
        return self.size <= QUICK and not self.terms.loses

    def solve(self) -> Values:
        """Work it out."""
        steps = by_turn(self._turns) if self.terms.loses else by_throw(self.terms.throws, self.goal)
        return solve(steps, self.goal, self.sides, self._close)

    def chances(self, values: Values, scores: tuple[int, ...], of_turn: int) -> Floats:
        """Look a state up in what :meth:`solve` gave, the holder's side first."""
        if self.terms.loses:
            return midway(values, self._turns, scores, of_turn, self._close)
        return np.asarray(values[place(scores, self.goal)], np.float64)

    @property
    def _turns(self) -> TurnSteps:
        loses = ends(self.terms, self.sides).loses
        after_goal, after_bunco = loses * self.terms.goal_finishes, loses * self.terms.ending_finishes
        return turns(self.terms.throws, self.goal, after_goal, after_bunco)

    def _close(self, scores: States, of_turn: States | None) -> Floats:
        end = ends(self.terms, self.sides)
        if of_turn is not None and self.terms.ending_finishes:
            return end.finish(scores, of_turn)
        return end.stop(scores, np.ones(len(scores), np.bool_))


class Shelf:
    """Keeps the races asked for last; any thread may ask."""

    def __init__(self) -> None:
        self._kept: OrderedDict[ScoreRace, Values] = OrderedDict()
        self._lock = Lock()
        self._working = Lock()

    def chances(self, race: ScoreRace, scores: tuple[int, ...], of_turn: int) -> Floats | None:
        """Return the chances at these scores, the holder's first; ``None`` for a race not yet worked out."""
        values = self._find(race)
        if values is None and race.quick:
            values = self._keep(race, race.solve())
        return None if values is None else race.chances(values, scores, of_turn)

    def prepare(self, race: ScoreRace) -> None:
        """Work a race out unless that was done, or it is too large; one at a time, for the memory."""
        with self._working:
            if self._find(race) is None and race.size <= ROOM:
                self._keep(race, race.solve())

    def _find(self, race: ScoreRace) -> Values | None:
        with self._lock:
            if race in self._kept:
                self._kept.move_to_end(race)
            return self._kept.get(race)

    def _keep(self, race: ScoreRace, values: Values) -> Values:
        with self._lock:
            self._kept[race] = values
            while sum(kept.nbytes for kept in self._kept.values()) > ROOM:
                self._kept.popitem(last=False)
        return values
