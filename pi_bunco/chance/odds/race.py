"""Who first has so many points: all states of a table at once, from the last to the first.

A state is the score of each side, the holder's first and then in the order in which the dice pass. Whether
the holder's turn has begun changes nothing: she throws, and scores and throws again or passes the dice on.
Every score raises the total, so the states of a total follow from those of higher ones, but for a throw of
nothing: it passes the dice on round the table. There the chances solve a ring of as many equations as there
are sides, which has a closed form.
"""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pi_bunco.chance.odds.throws import Outcomes

Values = NDArray[np.float32]
"""A row for each state: the chance of each side to win, the holder's first."""

States = NDArray[np.int64]
"""A row for each state: the score of each side, the holder's first."""

Close = Callable[[States, bool], NDArray[np.floating]]
"""What states are worth in which a bunco has ended the round, the thrower first, her turn on or over."""


def size(goal: int, sides: int) -> int:
    """Count the bytes that the values of all states take."""
    return int(goal**sides * sides * np.float32().itemsize)


def place(scores: tuple[int, ...], goal: int) -> int:
    """Give the row of a state."""
    row = 0
    for score in scores:
        row = row * goal + score
    return row


def solve(throws: Outcomes, goal: int, sides: int, close: Close | None = None) -> Values:
    """Give the chances of all states in which nobody has the goal yet.

    Parameters
    ----------
    throws
        What a throw can come to; none may lose points.
    goal
        The score that wins.
    sides
        How many sides pass the dice round, 2 or more.
    close
        What it is worth that a throw ends the round below the goal; ``None``: none does.

    Returns
    -------
    float32 array of shape (goal ** sides, sides)
        In the order of :func:`place`.

    Examples
    --------
    Two who need one hit each, with even chances: the first has it in 2 of 3 races.

    >>> from pi_bunco.chance.odds.throws import Outcome
    >>> coin = (Outcome(0.5, 0, keeps=False), Outcome(0.5, 1, keeps=True))
    >>> [round(float(chance), 3) for chance in solve(coin, 1, 2)[0]]
    [0.667, 0.333]
    """
    top = goal ** (sides - 1)
    nothing = sum(it.chance for it in throws if it.points == 0 and not it.ends)
    values = np.zeros((goal**sides, sides), np.float32)
    for rows in _layers(goal, sides):
        own = rows // top
        known = np.zeros((len(rows), sides))
        for it in throws:
            if it.points == 0 and not it.ends:
                continue
            below = int(np.searchsorted(own, goal - it.points))
            known[below:, 0] += it.chance
            then = rows[:below] + it.points * top
            if not below:
                continue
            if it.ends and close:
                known[:below] += it.chance * close(_scores(then, goal, sides), it.keeps)
            elif it.keeps:
                known[:below] += it.chance * values[then]
            else:
                known[:below] += it.chance * np.roll(values[_passed(then, goal, top)], 1, axis=1)
        values[rows] = known
        ring, on = known, rows
        for passes in range(1, sides):
            on = _passed(on, goal, top)
            ring = ring + nothing**passes * np.roll(values[on], passes, axis=1)
        values[rows] = ring / (1 - nothing**sides)
    return values


def _passed(rows: NDArray[np.int64], goal: int, top: int) -> NDArray[np.int64]:
    """Give the rows of the same scores with the dice passed on."""
    return rows % top * goal + rows // top


def _layers(goal: int, sides: int) -> list[NDArray[np.int64]]:
    """Give the rows of each total, the highest total first; within it the holder's score ascends."""
    totals = np.zeros(1, np.int16)
    for _ in range(sides):
        totals = np.add.outer(totals, np.arange(goal, dtype=np.int16)).ravel()
    order = np.argsort(totals, kind="stable")
    starts = np.searchsorted(totals[order], np.arange(sides * (goal - 1) + 2))
    return [order[start:end] for start, end in pairwise(starts)][::-1]


def _scores(rows: NDArray[np.int64], goal: int, sides: int) -> States:
    return np.stack([rows // goal ** (sides - 1 - side) % goal for side in range(sides)], axis=1)
