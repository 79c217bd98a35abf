"""The chances of sides with equal scores, in a roll-off."""

from functools import lru_cache

from pi_bunco.chance.odds.solve import Values, compute_midway, count_bytes, find_row, solve
from pi_bunco.chance.odds.steps import compute_turn_steps, make_throw_steps, make_turn_steps
from pi_bunco.chance.odds.terms import OddsTerms
from pi_bunco.chance.odds.throws import Outcomes, can_lose_points

LARGEST = 100_000
"""The bytes of the largest roll-off to a goal that is solved: four sides to 8, two to 111."""

MOST_POINTS = 10_000
"""A sheet on which a throw scores more has no odds: arrays are as long as a turn's points."""


def can_solve(terms: OddsTerms, sides: int) -> bool:
    """Return whether ties of so many sides can be solved: not a roll-off to a goal that is far away."""
    if max(outcome.points for outcome in terms.throws) > MOST_POINTS:
        return False
    return terms.rolloff != "to5" or count_bytes(terms.rolloff_goal, sides) <= LARGEST


def compute_tie(terms: OddsTerms, sides: int) -> tuple[float, ...]:
    """Return the chance of each of so many sides as a roll-off begins, in the order in which they throw.

    In sessions and die-offs all have the same chance: each throws as often before it is decided.

    >>> from pi_bunco.chance.dice import FAIR
    >>> from pi_bunco.rules import Options, load_sheet
    >>> compute_tie(OddsTerms.of(load_sheet("casino"), 3, Options(), FAIR), 2)
    (0.633..., 0.366...)
    >>> p = 91 / 216  # the chance that three dice hit
    >>> round(p / (1 - (1 - p) ** 2), 3)
    0.633
    """
    if sides == 1:
        return (1.0,)
    if terms.rolloff == "hits":
        miss = sum(outcome.chance for outcome in terms.rolloff_throws if outcome.points == 0)
        return tuple(miss**passed * (1 - miss) / (1 - miss**sides) for passed in range(sides))
    if terms.rolloff == "to5":
        return compute_race(terms, (0,) * sides)
    return (1 / sides,) * sides


def compute_race(terms: OddsTerms, points: tuple[int, ...], turn_points: int = 0) -> tuple[float, ...]:
    """Return the chance of each side in a roll-off to a goal.

    Parameters
    ----------
    terms
        The rules of the round.
    points
        The points of each side in the roll-off, the holder's first.
    turn_points
        The points that the holder's turn has brought, which they may lose.
    """
    goal = terms.rolloff_goal
    values = _solve(terms.rolloff_throws, goal, len(points))
    if can_lose_points(terms.rolloff_throws):
        return tuple(
            compute_midway(
                values, compute_turn_steps(terms.rolloff_throws, goal), points, turn_points
            ).tolist()
        )
    return tuple(values[find_row(points, goal)].tolist())


@lru_cache(maxsize=16)
def _solve(throws: Outcomes, goal: int, sides: int) -> Values:
    steps = (
        make_turn_steps(compute_turn_steps(throws, goal))
        if can_lose_points(throws)
        else make_throw_steps(throws, goal)
    )
    return solve(steps, goal, sides)
