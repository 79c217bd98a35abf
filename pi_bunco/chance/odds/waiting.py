"""The chances of the sides in a round that waits until everybody has had a turn.

Until then no turn is cut short. So what one side still brings does not depend on the others.
"""

from typing import NamedTuple

import numpy as np

from pi_bunco.chance.odds.races import ScoreRace, find_round_end
from pi_bunco.chance.odds.solve import Values
from pi_bunco.chance.odds.terms import Floats, Outcomes, follow_turn


class WaitingTable(NamedTuple):
    """A table whose round waits.

    Attributes
    ----------
    scores
        The scores of its sides, the holder's first and then in the order in which the dice pass.
    turn_points
        The points of the holder's turn so far, which they may lose.
    turns
        How many turns each side must still have, in the order of ``scores``.
    next
        The place in ``scores`` of the side that throws after these turns.
    bunco
        Whether a bunco that ends the round was thrown.
    """

    scores: tuple[int, ...]
    turn_points: int
    turns: tuple[int, ...]
    next: int
    bunco: bool


def compute_waiting(race: ScoreRace, values: Values, table: WaitingTable) -> Floats:
    """Return the chance of each side, in the order of the table's scores.

    ``values`` is the solution of the race that begins if the round then goes on.
    """
    throws, goal = race.terms.throws, race.goal
    order = np.roll(range(race.sides), -table.next)
    everything = [_follow_turns(throws, table, side) for side in order]
    end = find_round_end(race.terms, race.sides, race.places)
    chances = end.stop_by_chance(everything)
    if not table.bunco:
        other_throws = tuple(outcome for outcome in throws if not outcome.ends)
        below_goal = [_follow_turns(other_throws, table, side)[:goal] for side in order]
        below_goal = [np.pad(scores, (0, goal - len(scores))) for scores in below_goal]
        in_race = values.reshape((goal,) * race.sides + (race.sides,))
        for scores in below_goal:
            in_race = np.tensordot(scores.astype(np.float32), in_race, 1)
        chances += in_race - end.stop_by_chance(below_goal)
    return np.roll(chances, table.next)


def _follow_turns(throws: Outcomes, table: WaitingTable, side: int) -> Floats:
    """Return at place n the chance that a side has n points after turns with only these throws."""
    brings, loses, wipes = follow_turn(throws)
    at_risk = 0 if side else table.turn_points
    scores = np.zeros(table.scores[side] + 1)
    scores[-1] = 1
    for _ in range(table.turns[side]):
        after = np.convolve(scores, brings)
        after[: len(scores) - at_risk] += loses * scores[at_risk:]
        after[0] += wipes * scores.sum()
        scores, at_risk = after, 0
    return scores
