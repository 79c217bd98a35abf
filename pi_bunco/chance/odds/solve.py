"""Solves the race to so many points: all states of a table at once, from the last to the first.

A state is the score of each side, the holder's first and then in the order in which the dice pass. Whether
the holder's turn has begun changes nothing: they throw, and score and throw again or pass the dice on.
Every score raises the total, so the states of a total follow from those of higher ones, but for nothing
scored: it passes the dice on round the table. There the chances solve a ring of as many equations as there
are sides, which has a closed form.
"""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pi_bunco.chance.odds.steps import Steps, TurnSteps
from pi_bunco.chance.odds.throws import Floats

Values = NDArray[np.float32]
"""A row for each state: the chance of each side to win, the holder's first."""

States = NDArray[np.int64]
"""A row for each state: the score of each side, the holder's first."""

Close = Callable[[States, States | None], Floats]
"""What states are worth in which the round has ended after the first side's throw.

Either their turn goes on, and has brought the points given; or it is over (``None``).
"""


def size(goal: int, sides: int) -> int:
    """Count the bytes that the values of all states take."""
    return int(goal**sides * sides * np.float32().itemsize)


def place(scores: tuple[int, ...], goal: int) -> int:
    """Return the row of a state."""
    row = 0
    for score in scores:
        row = row * goal + score
    return row


def no_close(scores: States, of_turn: States | None) -> Floats:  # noqa: ARG001 - stands for a Close
    """Stand for the end of a round that ends by the goal alone."""
    return np.zeros(scores.shape)


def solve(steps: Steps, goal: int, sides: int, close: Close = no_close) -> Values:
    """Return the chances of all states in which nobody has the goal yet.

    Parameters
    ----------
    steps
        How the race gets on.
    goal
        The score that wins.
    sides
        How many sides pass the dice round, 2 or more.
    close
        What the end of the round is worth where it is not won by the goal.

    Returns
    -------
    float32 array of shape (goal ** sides, sides)
        In the order of :func:`place`.

    Examples
    --------
    Two who need one hit each, with even chances: the first has it in 2 of 3 races.

    >>> from pi_bunco.chance.odds.steps import by_throw
    >>> from pi_bunco.chance.odds.throws import ThrowOutcome
    >>> coin = (ThrowOutcome(0.5, 0, keeps=False), ThrowOutcome(0.5, 1, keeps=True))
    >>> [round(float(chance), 3) for chance in solve(by_throw(coin, 1), 1, 2)[0]]
    [0.667, 0.333]
    """
    top = goal ** (sides - 1)
    values = np.zeros((goal**sides, sides), np.float32)
    for rows in _layers(goal, sides):
        own = rows // top
        known = np.zeros((len(rows), sides))
        reaches = 1 - steps.nothing[own]
        for it in steps.scoring:
            below = int(np.searchsorted(own, goal - it.points))
            if not below:
                continue
            reaches[:below] -= it.chance
            then = rows[:below] + it.points * top
            if it.ends:
                of_turn = np.full(below, it.points)
                known[:below] += it.chance * close(_scores(then, goal, sides), of_turn)
            elif it.keeps:
                known[:below] += it.chance * values[then]
            else:
                known[:below] += it.chance * np.roll(values[_passed(then, goal, top)], 1, axis=1)
        known[:, 0] += reaches
        if steps.undone.any():
            undone = steps.undone[own]
            known += undone[:, None] * close(_scores(rows, goal, sides), None)
            known[:, 0] -= undone
        values[rows] = known
        ring, on, chance = known, rows, np.ones(len(rows))
        for passes in range(1, sides):
            chance = chance * steps.nothing[on // top]
            on = _passed(on, goal, top)
            ring = ring + chance[:, None] * np.roll(values[on], passes, axis=1)
        values[rows] = ring / (1 - chance * steps.nothing[on // top])[:, None]
    return values


def midway(
    values: Values, turn: TurnSteps, scores: tuple[int, ...], of_turn: int, close: Close = no_close
) -> Floats:
    """Return the chances of a state in the middle of a turn, in a race by turns.

    Parameters
    ----------
    values
        The chances of all states as turns begin.
    turn
        What a turn comes to.
    scores
        The score of each side, the holder's first, with what their turn has brought.
    of_turn
        What their turn has brought.
    close
        As :func:`solve` had it.
    """
    goal, sides = len(turn.passes), len(scores)
    top, left = goal ** (sides - 1), goal - scores[0]
    rows = place(scores, goal) + top * np.arange(left)
    back = np.array([place((scores[0] - of_turn, *scores[1:]), goal)])
    passes, buncos, eyes, undone = turn.passes[:left], turn.buncos[:left], turn.eyes[left], turn.undone[left]
    chances: Floats = passes @ np.roll(values[_passed(rows, goal, top)], 1, axis=1)
    chances += eyes * np.roll(values[_passed(back, goal, top)][0], 1)
    chances += buncos @ close(_scores(rows, goal, sides), of_turn + np.arange(left))
    chances += undone * close(_scores(back, goal, sides), None)[0]
    chances[0] += 1 - passes.sum() - buncos.sum() - eyes - undone
    return chances


def _passed(rows: NDArray[np.int64], goal: int, top: int) -> NDArray[np.int64]:
    """Return the rows of the same scores with the dice passed on."""
    return rows % top * goal + rows // top


def _layers(goal: int, sides: int) -> list[NDArray[np.int64]]:
    """Return the rows of each total, the highest total first; within it the holder's score ascends."""
    totals = np.zeros(1, np.int16)
    for _ in range(sides):
        totals = np.add.outer(totals, np.arange(goal, dtype=np.int16)).ravel()
    order = np.argsort(totals, kind="stable")
    starts = np.searchsorted(totals[order], np.arange(sides * (goal - 1) + 2))
    return [order[start:end] for start, end in pairwise(starts)][::-1]


def _scores(rows: NDArray[np.int64], goal: int, sides: int) -> States:
    return np.stack([rows // goal ** (sides - 1 - side) % goal for side in range(sides)], axis=1)
