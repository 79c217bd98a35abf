"""Equal scores: the chance of each side as the roll-off begins."""

from functools import lru_cache

from pi_bunco.chance.odds.solve import Values, midway, place, size, solve
from pi_bunco.chance.odds.steps import by_throw, by_turn, turns
from pi_bunco.chance.odds.terms import OddsTerms
from pi_bunco.chance.odds.throws import Outcomes, lossy

LARGEST = 100_000
"""The bytes of the largest roll-off to a goal that is worked out: four sides to 8, two to 111."""


MOST = 10_000
"""A sheet on which a throw scores more than that is left alone: arrays are as long as a turn's points."""


def can_solve(terms: OddsTerms, sides: int) -> bool:
    """Return whether ties of so many sides can be worked out: no roll-off to a goal that is far away."""
    if max(it.points for it in terms.throws) > MOST:
        return False
    return terms.rolloff != "to5" or size(terms.rolloff_goal, sides) <= LARGEST


def fresh(terms: OddsTerms, sides: int) -> tuple[float, ...]:
    """Return the chance of each of so many sides as a roll-off begins, in the order in which they throw.

    Sessions and die-offs favour nobody: everybody throws as often before it is seen who leads.

    >>> from pi_bunco.chance.dice import FAIR
    >>> from pi_bunco.rules import Options, load_sheet
    >>> fresh(OddsTerms.of(load_sheet("casino"), 3, Options(), FAIR), 2)  # a hit of three dice: p = 91/216
    (0.633..., 0.366...)
    >>> p = 91 / 216
    >>> round(p / (1 - (1 - p) ** 2), 3)
    0.633
    """
    if sides == 1:
        return (1.0,)
    if terms.rolloff == "hits":
        miss = sum(it.chance for it in terms.offs if it.points == 0)
        return tuple(miss**passed * (1 - miss) / (1 - miss**sides) for passed in range(sides))
    if terms.rolloff == "to5":
        return to_goal(terms, (0,) * sides)
    return (1 / sides,) * sides


def to_goal(terms: OddsTerms, points: tuple[int, ...], of_turn: int = 0) -> tuple[float, ...]:
    """Return the chances in a roll-off to a goal.

    Parameters
    ----------
    terms
        What is played by.
    points
        What each side has in it, the holder's first.
    of_turn
        What of it their turn has brought, which they may lose.
    """
    goal = terms.rolloff_goal
    values = _off(terms.offs, goal, len(points))
    if lossy(terms.offs):
        return tuple(midway(values, turns(terms.offs, goal), points, of_turn).tolist())
    return tuple(values[place(points, goal)].tolist())


@lru_cache(maxsize=16)
def _off(throws: Outcomes, goal: int, sides: int) -> Values:
    steps = by_turn(turns(throws, goal)) if lossy(throws) else by_throw(throws, goal)
    return solve(steps, goal, sides)
