"""The chances of a table in the middle of a roll-off."""

from collections.abc import Iterator

import numpy as np

from pi_bunco.chance.odds.position import count_turn_points, find_holder
from pi_bunco.chance.odds.terms import OddsTerms
from pi_bunco.chance.odds.throws import Floats, follow_turn
from pi_bunco.chance.odds.ties import compute_race, compute_tie
from pi_bunco.rules import Table
from pi_bunco.rules.rolloff import Rolloff


def compute_in_rolloff(terms: OddsTerms, table: Table, rolloff: Rolloff) -> Floats | None:
    """Return the chance of each side of a table in a roll-off.

    It is ``None`` in the middle of a session of three or more sides: one that has fallen behind may still win
    in a later session.
    """
    best = max(table.scores)
    tied = [side for side, score in enumerate(table.scores) if score == best]
    each: tuple[float, ...] | None
    if terms.rolloff == "sessions":
        each = _compute_session(terms, table, rolloff, *tied) if len(tied) == 2 else None  # noqa: PLR2004
    elif terms.rolloff == "die_off":
        each = compute_tie(terms, len(tied))
    else:
        holder = find_holder(table)
        tied = [side for side in tied if side >= holder] + [side for side in tied if side < holder]
        if terms.rolloff == "to5":
            each = compute_race(terms, tuple(rolloff.points[side] for side in tied), count_turn_points(table))
        else:
            each = compute_tie(terms, len(tied))
    if each is None:
        return None
    chances = np.zeros(len(table.sides))
    chances[tied] = each
    return chances


def _compute_session(
    terms: OddsTerms, table: Table, rolloff: Rolloff, first: int, second: int
) -> tuple[float, float]:
    """Return the chances of two sides in the middle of a session.

    The side that leads when its last turn is over has won. If the points are equal again, both have the same
    chance.
    """
    lead, lowest = np.ones(1), rolloff.points[first] - rolloff.points[second]
    back = count_turn_points(table)
    for side in _list_turns_left(table, rolloff):
        if side not in {first, second}:
            continue
        gains = _compute_gains(terms, back)
        lead = np.convolve(lead, gains if side == first else gains[::-1])
        lowest += -back if side == first else back - len(gains) + 1
        back = 0
    leads = np.arange(lowest, lowest + len(lead))
    level = lead[leads == 0].sum() / 2
    return float(lead[leads > 0].sum() + level), float(lead[leads < 0].sum() + level)


def _list_turns_left(table: Table, rolloff: Rolloff) -> Iterator[int]:
    """Yield the sides of the seats from the holder's to the last: a session begins at seat 1."""
    for seat in range(rolloff.holder or 0, len(table.seats)):
        yield next(place for place, side in enumerate(table.sides) if seat + 1 in side.seats)


def _compute_gains(terms: OddsTerms, back: int) -> Floats:
    """Return the chances of the points that a turn still brings, from the loss of its ``back`` points on."""
    brings, loses = follow_turn(terms.throws)
    gains = np.concatenate([np.zeros(back), brings])
    gains[0] += loses
    gains[-1] += 1 - gains.sum()  # what is left out
    return gains
