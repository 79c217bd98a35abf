"""The chances of two sides in a round that waits until everybody has had a turn.

Until then no turn is cut short. So what one side still brings does not depend on the other.
"""

from functools import lru_cache, reduce
from typing import NamedTuple

import numpy as np

from pi_bunco.chance.odds.races import ScoreRace, find_round_end
from pi_bunco.chance.odds.solve import Values
from pi_bunco.chance.odds.terms import Floats, Outcomes, follow_turn

_MAX_LEFT_OUT = 1e-8  # the chance of the long turns that are left out


class WaitingTable(NamedTuple):
    """A table whose round waits.

    Attributes
    ----------
    scores
        The scores of its two sides, the holder's first.
    turns
        How many turns each of them must still have, in the same order.
    next
        The side that throws after these turns: 0 or 1, in the same order.
    bunco
        Whether a bunco that ends the round was thrown.
    """

    scores: tuple[int, int]
    turns: tuple[int, int]
    next: int
    bunco: bool


def compute_waiting(race: ScoreRace, values: Values, table: WaitingTable) -> Floats:
    """Return the chances of both sides, the holder's first.

    ``values`` is the solution of the race that begins if the round then goes on.
    """
    turn = _split_turn(race.terms.throws)
    everything = np.outer(*(_add_turns(turn.all, count) for count in table.turns))
    without = np.outer(*(_add_turns(turn.without_bunco, count) for count in table.turns)).ravel()
    scores = np.indices(everything.shape).reshape(2, -1).T + np.array(table.scores)
    goes_on = scores.max(axis=1) < race.goal
    if table.bunco:
        goes_on[:] = False
    if table.next:
        scores = scores[:, ::-1]
    race_begins = without * goes_on
    ends = find_round_end(race.terms, 2, race.places).stop(scores, np.zeros(len(scores), np.bool_))
    chances: Floats = (everything.ravel() - race_begins) @ ends
    rows = scores[goes_on] @ np.array([race.goal, 1])
    chances += race_begins[goes_on] @ values[rows]
    return chances[::-1] if table.next else chances


class _TurnGains(NamedTuple):
    """At place n the chance that a turn brings n points: in all, and without a bunco that ends the round."""

    all: Floats
    without_bunco: Floats


@lru_cache(maxsize=16)
def _split_turn(throws: Outcomes) -> _TurnGains:
    brings = follow_turn(throws).brings
    brings = brings[: int(np.searchsorted(np.cumsum(brings), 1 - _MAX_LEFT_OUT)) + 1]
    without = np.zeros(len(brings))
    for points in range(len(brings)):
        for outcome in throws:
            if outcome.ends or outcome.points > points:
                continue
            if outcome.keeps:
                without[points] += outcome.chance * without[points - outcome.points]
            elif outcome.points == points:
                without[points] += outcome.chance
    return _TurnGains(brings, without)


def _add_turns(turn: Floats, count: int) -> Floats:
    """Return at place n the chance that so many turns bring n points together."""
    return reduce(np.convolve, [turn] * count, np.ones(1))
