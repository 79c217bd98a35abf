"""The steps of a race: single throws, or whole turns where snake eyes can take a turn's points."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pi_bunco.chance.odds.throws import Floats, Outcomes, ThrowOutcome


class Steps(NamedTuple):
    """What may happen next to the side that holds the dice. Arrays are by its score.

    Attributes
    ----------
    scoring
        What adds points, or ends the round. What takes a side to the goal follows from the rest.
    nothing
        The chance that the dice pass on and the score stays the same.
    undone
        The chance that the goal is reached, and the turn's points are lost while the turn is finished.
    """

    scoring: Outcomes
    nothing: Floats
    undone: Floats


def make_throw_steps(throws: Outcomes, goal: int) -> Steps:
    """Return the steps of a race by single throws, none of which may lose points."""
    nothing = sum(outcome.chance for outcome in throws if not outcome.points)
    scoring = tuple(outcome for outcome in throws if outcome.points)
    return Steps(scoring, np.full(goal, nothing), np.zeros(goal))


class TurnSteps(NamedTuple):
    """What may come of the rest of a turn, in a race in which points can be lost.

    Attributes
    ----------
    passes
        At place n the chance that it brings n more points and the dice pass on.
    buncos
        At place n the chance that it brings n more points, the last by a bunco that ends the round.
    eyes
        At place n the chance that its points are lost before it has brought n more.
    undone
        At place n the chance that it brings n points or more, and they are lost while the turn is finished.
    """

    passes: Floats
    buncos: Floats
    eyes: Floats
    undone: Floats


@lru_cache(maxsize=32)
def compute_turn_steps(
    throws: Outcomes, goal: int, after_goal: float = 0.0, after_bunco: float = 0.0
) -> TurnSteps:
    """Return what may come of a turn, for each number of points below the goal.

    Parameters
    ----------
    throws
        The outcomes of a throw.
    goal
        The score that wins.
    after_goal, after_bunco
        The chance that a turn loses its points after it has reached the goal, by points or by a bunco that
        ends the round.
    """
    reaches = np.zeros(goal)
    reaches[0] = 1
    for points in range(1, goal):
        for outcome in throws:
            if outcome.keeps and not outcome.ends and outcome.points <= points:
                reaches[points] += outcome.chance * reaches[points - outcome.points]
    before = np.concatenate([[0], np.cumsum(reaches)])
    eyes = sum(outcome.chance for outcome in throws if outcome.loses) * before
    passes, buncos, passed, rung = np.zeros(goal), np.zeros(goal), np.zeros(goal + 1), np.zeros(goal + 1)
    for outcome in throws:
        short = outcome.chance * np.concatenate([np.zeros(min(outcome.points, goal)), reaches])[:goal]
        over = outcome.chance * (before - before[np.maximum(np.arange(goal + 1) - outcome.points, 0)])
        if outcome.ends:
            buncos, rung = buncos + short, rung + over
        elif not outcome.keeps and not outcome.loses:
            passes, passed = passes + short, passed + over
    reached = 1 - np.concatenate([[0], np.cumsum(passes + buncos)]) - eyes - passed - rung
    return TurnSteps(passes, buncos, eyes, after_goal * reached + after_bunco * rung)


def make_turn_steps(turn: TurnSteps) -> Steps:
    """Return the steps of a race by whole turns."""
    goal = len(turn.passes)
    scoring = [ThrowOutcome(float(turn.passes[n]), n, keeps=False) for n in range(1, goal)]
    scoring += [ThrowOutcome(float(turn.buncos[n]), n, keeps=True, ends=True) for n in range(1, goal)]
    left = goal - np.arange(goal)
    nothing = turn.passes[0] + turn.eyes[left]
    return Steps(tuple(outcome for outcome in scoring if outcome.chance), nothing, turn.undone[left])
