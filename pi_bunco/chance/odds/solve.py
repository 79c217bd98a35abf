"""The solution of a race to a goal: the chances in all states of a table, from the last to the first.

A state is the score of each side, the holder's first and then in the order in which the dice pass. It does
not matter whether the holder's turn has begun: they throw, and score and throw again or pass the dice on.
Every score raises the total, so the states of a total follow from those of higher totals. Only a throw that
scores nothing keeps the total, and passes the dice to the next side. So the states that differ only in the
holder are linked by as many equations as there are sides, which have a closed solution.

A step of a race is a single throw, or a whole turn where points can be lost.

Where three 1s set a side's score to 0 (a wipe), a state also follows from states of lower totals. Then all
states are solved again and again. After n times each state has the chance that a side wins before the n-th
wipe. What is missing to 1 is the chance that n wipes come, and no chance is wrong by more than that. If one
wipe comes with at most the chance p from any state, n come with at most the n-th power of p. It falls to 0,
so the chances converge.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pi_bunco.chance.odds.terms import Floats, Outcomes, ThrowOutcome, passes_on


class RaceSteps(NamedTuple):
    """What may happen next to the side that holds the dice; arrays have a value for each of its scores.

    Attributes
    ----------
    scoring
        The steps that add points, or end the round. The chance to reach the goal follows from the rest.
    nothing
        The chance that the dice pass on and the score stays the same.
    undone
        The chance that the goal is reached, and the turn's points are lost while the turn is finished.
    wiped
        The chance that the score falls to 0 and the dice pass on. It is 0 where the score is 0.
    razed
        The chance that the goal is reached, and the score falls to 0 while the turn is finished.
    """

    scoring: Outcomes
    nothing: Floats
    undone: Floats
    wiped: Floats
    razed: Floats


def make_throw_steps(throws: Outcomes, goal: int) -> RaceSteps:
    """Return the steps of a race by single throws; no throw may lose points."""
    nothing = sum(outcome.chance for outcome in throws if not outcome.points)
    scoring = tuple(outcome for outcome in throws if outcome.points)
    return RaceSteps(scoring, np.full(goal, nothing), *np.zeros((3, goal)))


class TurnSteps(NamedTuple):
    """The possible results of the rest of a turn, in a race in which points can be lost.

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
    wiped, razed
        The same as ``eyes`` and ``undone`` for all points that the side has in the round.
    """

    passes: Floats
    buncos: Floats
    eyes: Floats
    undone: Floats
    wiped: Floats
    razed: Floats


class LostAtEnd(NamedTuple):
    """The chances that a turn, finished after the bell, ``loses`` its points or ``wipes`` its side's."""

    loses: float
    wipes: float


NOTHING_LOST = LostAtEnd(0.0, 0.0)
"""The chances where a turn stops with the bell."""


@lru_cache(maxsize=32)
def compute_turn_steps(
    throws: Outcomes, goal: int, after_goal: LostAtEnd = NOTHING_LOST, after_bunco: LostAtEnd = NOTHING_LOST
) -> TurnSteps:
    """Return the possible results of a turn, for each number of points below the goal.

    Parameters
    ----------
    throws
        The outcomes of a throw.
    goal
        The score that wins.
    after_goal, after_bunco
        The chances that points are lost after a turn has reached the goal, by points or by a bunco that ends
        the round.
    """
    reaches = np.zeros(goal)
    reaches[0] = 1
    for points in range(1, goal):
        for outcome in throws:
            if outcome.keeps and not outcome.ends and outcome.points <= points:
                reaches[points] += outcome.chance * reaches[points - outcome.points]
    before = np.concatenate([[0], np.cumsum(reaches)])
    eyes = sum(outcome.chance for outcome in throws if outcome.loses) * before
    wiped = sum(outcome.chance for outcome in throws if outcome.wipes) * before
    passes, buncos, passed, rung = np.zeros(goal), np.zeros(goal), np.zeros(goal + 1), np.zeros(goal + 1)
    for outcome in throws:
        short = outcome.chance * np.concatenate([np.zeros(min(outcome.points, goal)), reaches])[:goal]
        over = outcome.chance * (before - before[np.maximum(np.arange(goal + 1) - outcome.points, 0)])
        if outcome.ends:
            buncos, rung = buncos + short, rung + over
        elif passes_on(outcome):
            passes, passed = passes + short, passed + over
    reached = 1 - np.concatenate([[0], np.cumsum(passes + buncos)]) - eyes - wiped - passed - rung
    undone = after_goal.loses * reached + after_bunco.loses * rung
    razed = after_goal.wipes * reached + after_bunco.wipes * rung
    return TurnSteps(passes, buncos, eyes, undone, wiped, razed)


def make_turn_steps(turn: TurnSteps) -> RaceSteps:
    """Return the steps of a race by whole turns."""
    goal = len(turn.passes)
    scoring = [ThrowOutcome(float(turn.passes[n]), n, keeps=False) for n in range(1, goal)]
    scoring += [ThrowOutcome(float(turn.buncos[n]), n, keeps=True, ends=True) for n in range(1, goal)]
    left = goal - np.arange(goal)
    nothing, wiped = turn.passes[0] + turn.eyes[left], turn.wiped[left]
    nothing[0], wiped[0] = nothing[0] + wiped[0], 0
    scoring = [outcome for outcome in scoring if outcome.chance]
    return RaceSteps(tuple(scoring), nothing, turn.undone[left], wiped, turn.razed[left])


Values = NDArray[np.float32]
"""A row for each state: the chance of each side to win, the holder's first."""

States = NDArray[np.int64]
"""A row for each state: the score of each side, the holder's first."""

EndChances = Callable[[States, States | None], Floats]
"""Returns the chances in states in which a throw of the first side has ended the round.

Their turn goes on and has brought the points given, or it is over (``None``).
"""


LeadChances = Callable[[States], Floats]
"""Returns the chances in states in which the first side is about to have more points than all others."""


def count_bytes(goal: int, sides: int) -> int:
    """Return the bytes that the values of all states take."""
    return int(goal**sides * sides * np.float32().itemsize)


def find_row(scores: tuple[int, ...], goal: int) -> int:
    """Return the row of a state."""
    return int(np.ravel_multi_index(scores, (goal,) * len(scores)))


def value_nothing(scores: States, turn_points: States | None) -> Floats:  # noqa: ARG001 - an EndChances
    """Return zeros: the end of a round that only the goal ends."""
    return np.zeros(scores.shape)


def value_lead(scores: States) -> Floats:
    """Return the chances where only the side that reaches the goal wins.

    >>> value_lead(np.array([[3, 0]])).tolist()
    [[1.0, 0.0]]
    """
    chances = np.zeros(scores.shape)
    chances[:, 0] = 1
    return chances


class Ends(NamedTuple):
    """How a round ends.

    Attributes
    ----------
    other
        The chances at the end of a round that is not won by reaching the goal.
    reach
        The chances where the side with the dice reaches the goal.
    places
        How many sides win, so that their chances add up to this.
    """

    other: EndChances = value_nothing
    reach: LeadChances = value_lead
    places: int = 1


AT_GOAL = Ends()
"""A round that only the goal ends, and that one side wins."""


def solve(steps: RaceSteps, goal: int, sides: int, ends: Ends = AT_GOAL) -> Values:
    """Return the chances of all states in which nobody has the goal yet.

    Parameters
    ----------
    steps
        What may happen next.
    goal
        The score that wins.
    sides
        How many sides the table has, 2 or more.
    ends
        The chances where the round ends.

    Returns
    -------
    float32 array of shape (goal ** sides, sides)
        In the order of :func:`find_row`. Wrong by at most 0.00001 where a score can fall to 0; of no rows if
        that would take too long, since almost no race ends before it.

    Examples
    --------
    Two sides need one hit each, which comes with chance 1/2: the first side wins 2 of 3 races.

    >>> from pi_bunco.chance.odds.solve import make_throw_steps
    >>> from pi_bunco.chance.odds.terms import ThrowOutcome
    >>> coin = (ThrowOutcome(0.5, 0, keeps=False), ThrowOutcome(0.5, 1, keeps=True))
    >>> [round(float(chance), 3) for chance in solve(make_throw_steps(coin, 1), 1, 2)[0]]
    [0.667, 0.333]
    """
    layers = _list_layers(goal, sides)
    values = np.zeros((goal**sides, sides), np.float32)
    _sweep(steps, values, layers, ends)
    if not steps.wiped.any():
        return values
    if _find_missing(values, ends) ** _MAX_SWEEPS > _MAX_MISSING:
        return values[:0]
    for _ in range(_MAX_SWEEPS):
        if _find_missing(values, ends) < _MAX_MISSING:
            break
        _sweep(steps, values, layers, ends)
    values *= ends.places / values.sum(axis=1, keepdims=True)
    return values


def _find_missing(values: Values, ends: Ends) -> float:
    """Return the largest chance that a race goes on for longer than was solved."""
    return 1 - float(values.sum(axis=1).min()) / ends.places


_MAX_MISSING = 1e-5  # the largest chance that is left out
_MAX_SWEEPS = 40  # how often all states are solved at most: enough for two sides to 100


def _sweep(steps: RaceSteps, values: Values, layers: list[NDArray[np.int64]], ends: Ends) -> None:
    """Compute the chances of all states again, from those of the time before where a score falls to 0."""
    goal, sides = len(steps.nothing), values.shape[1]
    stride = goal ** (sides - 1)
    for rows in layers:
        total = _compute_without_nothing(steps, goal, values, rows, ends)
        values[rows] = total
        # Add what the sides bring if the dice go round: each throws nothing, and passes them on.
        passed, chance = rows, np.ones(len(rows))
        for passes in range(1, sides):
            chance = chance * steps.nothing[passed // stride]
            passed = _pass_dice(passed, goal, stride)
            total = total + chance[:, None] * np.roll(values[passed], passes, axis=1)
        values[rows] = total / (1 - chance * steps.nothing[passed // stride])[:, None]


def _compute_without_nothing(
    steps: RaceSteps, goal: int, values: Values, rows: NDArray[np.int64], ends: Ends
) -> Floats:
    """Return the part of the chances in these rows that the holder's next step brings, if it scores.

    ``values`` must contain the chances of all higher totals, and of lower ones as far as they are known. The
    holder's score ascends in ``rows``.
    """
    sides = values.shape[1]
    stride = goal ** (sides - 1)
    holder_scores = rows // stride
    chances = np.zeros((len(rows), sides))
    reaches_goal = 1 - steps.nothing[holder_scores]
    for outcome in steps.scoring:
        below = int(np.searchsorted(holder_scores, goal - outcome.points))
        if not below:
            continue
        reaches_goal[:below] -= outcome.chance
        next_rows = rows[:below] + outcome.points * stride
        if outcome.ends:
            turn_points = np.full(below, outcome.points)
            following: Floats | Values = ends.other(_list_scores(next_rows, goal, sides), turn_points)
        elif outcome.keeps:
            following = values[next_rows]
        else:
            following = np.roll(values[_pass_dice(next_rows, goal, stride)], 1, axis=1)
        chances[:below] += outcome.chance * following
    for lost, rows_then in ((steps.undone, rows), (steps.razed, rows % stride)):
        if lost.any():
            chances += lost[holder_scores, None] * ends.other(_list_scores(rows_then, goal, sides), None)
            reaches_goal -= lost[holder_scores]
    if steps.wiped.any():
        wiped = steps.wiped[holder_scores]
        chances += wiped[:, None] * np.roll(values[_pass_dice(rows % stride, goal, stride)], 1, axis=1)
        reaches_goal -= wiped
    chances += reaches_goal[:, None] * ends.reach(_list_scores(rows, goal, sides))
    return chances


def compute_midway(
    values: Values, turn: TurnSteps, scores: tuple[int, ...], turn_points: int, ends: Ends = AT_GOAL
) -> Floats:
    """Return the chances in a state in the middle of a turn, in a race by whole turns.

    Parameters
    ----------
    values
        The chances in all states as a turn begins.
    turn
        The possible results of a turn.
    scores
        The score of each side, the holder's first, with the points of their turn.
    turn_points
        The points that their turn has brought.
    ends
        As for :func:`solve`.
    """
    goal, sides = len(turn.passes), len(scores)
    stride, left = goal ** (sides - 1), goal - scores[0]
    rows = find_row(scores, goal) + stride * np.arange(left)
    without_turn = np.array([find_row((scores[0] - turn_points, *scores[1:]), goal)])
    passes, buncos = turn.passes[:left], turn.buncos[:left]
    chances: Floats = passes @ np.roll(values[_pass_dice(rows, goal, stride)], 1, axis=1)
    chances += buncos @ ends.other(_list_scores(rows, goal, sides), turn_points + np.arange(left))
    reached = 1 - passes.sum() - buncos.sum()
    for row, lost, undone in (
        (without_turn, turn.eyes[left], turn.undone[left]),
        (without_turn % stride, turn.wiped[left], turn.razed[left]),
    ):
        chances += lost * np.roll(values[_pass_dice(row, goal, stride)][0], 1)
        chances += undone * ends.other(_list_scores(row, goal, sides), None)[0]
        reached -= lost + undone
    chances += reached * ends.reach(np.array([scores]))[0]
    return chances


def _pass_dice(rows: NDArray[np.int64], goal: int, stride: int) -> NDArray[np.int64]:
    """Return the rows of the same scores with the dice passed on.

    ``stride`` is the distance between rows whose holder's scores differ by 1.
    """
    return rows % stride * goal + rows // stride


def _list_layers(goal: int, sides: int) -> list[NDArray[np.int64]]:
    """Return the rows of each total, the highest total first; within it the holder's score ascends."""
    totals = np.zeros(1, np.int16)
    for _ in range(sides):
        totals = np.add.outer(totals, np.arange(goal, dtype=np.int16)).ravel()
    order = np.argsort(totals, kind="stable")
    starts = np.searchsorted(totals[order], np.arange(sides * (goal - 1) + 2))
    return [order[start:end] for start, end in pairwise(starts)][::-1]


def _list_scores(rows: NDArray[np.int64], goal: int, sides: int) -> States:
    return np.stack(np.unravel_index(rows, (goal,) * sides), axis=1)
