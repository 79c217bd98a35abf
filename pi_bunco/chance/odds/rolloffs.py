"""The chances of sides with equal scores: before a roll-off, and in the middle of one."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from pi_bunco.chance.odds.solve import (
    Values,
    compute_midway,
    compute_turn_steps,
    count_bytes,
    find_row,
    make_throw_steps,
    make_turn_steps,
    solve,
)
from pi_bunco.chance.odds.terms import Floats, OddsTerms, Outcomes, can_lose_points, follow_turn
from pi_bunco.rules import Table
from pi_bunco.rules.rolloff import Rolloff

MAX_RACE_BYTES = 100_000
"""The bytes of the largest roll-off to a goal that is solved: four sides to 8, two to 111."""

MAX_THROW_POINTS = 10_000
"""A sheet on which a throw scores more has no odds: arrays are as long as a turn's points."""


def can_solve(terms: OddsTerms, sides: int) -> bool:
    """Return whether ties of this number of sides can be solved; a roll-off to a high goal cannot."""
    if max(outcome.points for outcome in terms.throws) > MAX_THROW_POINTS:
        return False
    return terms.rolloff != "to5" or count_bytes(terms.rolloff_goal, sides) <= MAX_RACE_BYTES


def compute_tie(terms: OddsTerms, sides: int) -> tuple[float, ...]:
    """Return the chance of each side at the start of a roll-off, in the order in which they throw.

    In sessions and die-offs all have the same chance, since all throw equally often.

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


def compute_places(terms: OddsTerms, sides: int, places: int) -> tuple[float, ...]:
    """Return the chance of each side to get one of so many places, in the order in which they throw.

    Whoever wins the roll-off has one, and the others roll off again, from the next side on.

    >>> from pi_bunco.chance.dice import FAIR
    >>> from pi_bunco.rules import Options, load_sheet
    >>> compute_places(OddsTerms.of(load_sheet("classic"), 3, Options(), FAIR), 3, 2)
    (0.666..., 0.666..., 0.666...)
    """
    if places >= sides:
        return (1.0,) * sides
    return add_later_places(terms, compute_tie(terms, sides), places)


def add_later_places(terms: OddsTerms, first: Sequence[float], places: int) -> tuple[float, ...]:
    """Return the chance of each side to get one of so many places.

    ``first`` has the chances to win the first roll-off, in the order in which the sides sit.
    """
    chances = list(first)
    if places > 1:
        later = compute_places(terms, len(first) - 1, places - 1)
        for winner, won in enumerate(first):
            for place, chance in enumerate(later, 1):
                chances[(winner + place) % len(first)] += won * chance
    return tuple(chances)


def compute_race(terms: OddsTerms, points: tuple[int, ...], turn_points: int = 0) -> tuple[float, ...]:
    """Return the chance of each side in a roll-off to a goal.

    Parameters
    ----------
    terms
        The rules of the round.
    points
        The points of each side in the roll-off, the holder's first.
    turn_points
        The points of the holder's turn so far, which they may lose.
    """
    goal = terms.rolloff_goal
    values = _solve(terms.rolloff_throws, goal, len(points))
    if can_lose_points(terms.rolloff_throws):
        turn = compute_turn_steps(terms.rolloff_throws, goal)
        return tuple(compute_midway(values, turn, points, turn_points).tolist())
    return tuple(values[find_row(points, goal)].tolist())


@lru_cache(maxsize=16)
def _solve(throws: Outcomes, goal: int, sides: int) -> Values:
    if can_lose_points(throws):
        return solve(make_turn_steps(compute_turn_steps(throws, goal)), goal, sides)
    return solve(make_throw_steps(throws, goal), goal, sides)


def compute_in_rolloff(terms: OddsTerms, table: Table, rolloff: Rolloff) -> Floats | None:
    """Return the chance of each side of a table in a roll-off to win the table.

    It is ``None`` in the middle of a session of three or more sides: one that has fallen behind may still win
    in a later session.
    """
    tied = rolloff.sides
    if terms.rolloff == "sessions":
        if len(tied) > 2:  # noqa: PLR2004
            return None
        tied_chances: tuple[float, ...] = _compute_session(terms, table, rolloff, *tied)
    elif terms.rolloff == "die_off":
        tied_chances = compute_tie(terms, len(tied))
    else:
        holder = find_holder(table)
        tied = [side for side in tied if side >= holder] + [side for side in tied if side < holder]
        if terms.rolloff == "to5":
            points = tuple(rolloff.points[side] for side in tied)
            tied_chances = compute_race(terms, points, table.turn_points)
        else:
            tied_chances = compute_tie(terms, len(tied))
    chances = np.zeros(len(table.sides))
    chances[tied] = add_later_places(terms, tied_chances, table.places - len(table.safe))
    chances[list(table.safe)] = 1
    return chances


def _compute_session(
    terms: OddsTerms, table: Table, rolloff: Rolloff, first: int, second: int
) -> tuple[float, float]:
    """Return the chances of two sides in the middle of a session.

    The side that leads when its last turn is over has won. If the points are equal again, both have the same
    chance.
    """
    # The chances of each lead of the first side; the first value is the chance of the `lowest` lead.
    lead, lowest = np.ones(1), rolloff.points[first] - rolloff.points[second]
    at_risk = table.turn_points  # points that the present turn may lose again
    for side in _list_turns_left(table, rolloff):
        if side not in {first, second}:
            continue
        gains = _compute_gains(terms, at_risk)
        lead = np.convolve(lead, gains if side == first else gains[::-1])
        lowest += -at_risk if side == first else at_risk - len(gains) + 1
        at_risk = 0
    leads = np.arange(lowest, lowest + len(lead))
    half_of_ties = lead[leads == 0].sum() / 2
    return float(lead[leads > 0].sum() + half_of_ties), float(lead[leads < 0].sum() + half_of_ties)


def _list_turns_left(table: Table, rolloff: Rolloff) -> Iterator[int]:
    """Yield the sides of the seats from the holder's to the last: a session begins at seat 1."""
    for seat in range(rolloff.holder or 0, len(table.seats)):
        yield next(place for place, side in enumerate(table.sides) if seat + 1 in side.seats)


def _compute_gains(terms: OddsTerms, at_risk: int) -> Floats:
    """Return the chances of what a turn still brings: at place 0 that it loses the points ``at_risk``."""
    brings, loses, _ = follow_turn(terms.session_throws)
    gains = np.concatenate([np.zeros(at_risk), brings])
    gains[0] += loses
    gains[-1] += 1 - gains.sum()  # what is left out
    return gains


def find_holder(table: Table) -> int:
    """Return the side that throws next, as its place in the table's sides."""
    return next(place for place, side in enumerate(table.sides) if table.holder in side.players)
