"""The steps of a race: throws, or whole turns where snake eyes undo a turn's points."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pi_bunco.chance.odds.throws import Floats, Outcomes, ThrowOutcome


class Steps(NamedTuple):
    """What may come next for the side that holds the dice, by its score where it hangs on that.

    Attributes
    ----------
    scoring
        What adds points, or ends the round. What takes a side to the goal is left to reckon from the rest.
    nothing
        The chance that the dice pass on and the score is what it was.
    undone
        The chance that the goal is reached, and the points of the turn are lost while it is finished.
    """

    scoring: Outcomes
    nothing: Floats
    undone: Floats


def by_throw(throws: Outcomes, goal: int) -> Steps:
    """Go on by the throw; none may lose points."""
    nothing = sum(it.chance for it in throws if not it.points)
    scoring = tuple(it for it in throws if it.points)
    return Steps(scoring, np.full(goal, nothing), np.zeros(goal))


class TurnSteps(NamedTuple):
    """What a turn comes to from a throw on, in a race in which points can be lost.

    Attributes
    ----------
    passes
        At place n the chance that it brings n more points and the dice pass on.
    buncos
        At place n the chance that it brings n more points, the last by a bunco that ends the round.
    eyes
        At place n the chance that its points are lost before it has brought n more.
    undone
        At place n the chance that it brings n points or more, and they are lost while it is finished.
    """

    passes: Floats
    buncos: Floats
    eyes: Floats
    undone: Floats


@lru_cache(maxsize=32)
def turns(throws: Outcomes, goal: int, after_goal: float = 0.0, after_bunco: float = 0.0) -> TurnSteps:
    """Follow a turn to each number of points below the goal.

    Parameters
    ----------
    throws
        What a throw can come to.
    goal
        The score that wins.
    after_goal, after_bunco
        The chance that a turn loses its points after it has reached the goal, by points or by a bunco that
        ends the round.
    """
    stands = np.zeros(goal)
    stands[0] = 1
    for points in range(1, goal):
        for it in throws:
            if it.keeps and not it.ends and it.points <= points:
                stands[points] += it.chance * stands[points - it.points]
    before = np.concatenate([[0], np.cumsum(stands)])
    eyes = sum(it.chance for it in throws if it.loses) * before
    passes, buncos, passed, rung = np.zeros(goal), np.zeros(goal), np.zeros(goal + 1), np.zeros(goal + 1)
    for it in throws:
        short = it.chance * np.concatenate([np.zeros(min(it.points, goal)), stands])[:goal]
        over = it.chance * (before - before[np.maximum(np.arange(goal + 1) - it.points, 0)])
        if it.ends:
            buncos, rung = buncos + short, rung + over
        elif not it.keeps and not it.loses:
            passes, passed = passes + short, passed + over
    reached = 1 - np.concatenate([[0], np.cumsum(passes + buncos)]) - eyes - passed - rung
    return TurnSteps(passes, buncos, eyes, after_goal * reached + after_bunco * rung)


def by_turn(turn: TurnSteps) -> Steps:
    """Go on by the whole turn."""
    goal = len(turn.passes)
    scoring = [ThrowOutcome(float(turn.passes[n]), n, keeps=False) for n in range(1, goal)]
    scoring += [ThrowOutcome(float(turn.buncos[n]), n, keeps=True, ends=True) for n in range(1, goal)]
    left = goal - np.arange(goal)
    nothing = turn.passes[0] + turn.eyes[left]
    return Steps(tuple(it for it in scoring if it.chance), nothing, turn.undone[left])
