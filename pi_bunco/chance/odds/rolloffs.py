"""The chances of a table in the middle of a roll-off."""

from collections.abc import Iterator

import numpy as np

from pi_bunco.chance.odds.chances import Chances
from pi_bunco.chance.odds.position import find_holder, of_turn
from pi_bunco.chance.odds.terms import OddsTerms
from pi_bunco.chance.odds.throws import Floats, turn
from pi_bunco.chance.odds.ties import fresh, to_goal
from pi_bunco.rules import Table
from pi_bunco.rules.rolloff import Rolloff


def in_rolloff(terms: OddsTerms, table: Table, rolloff: Rolloff) -> Chances | None:
    """Return the chances of a table that rolls off; ``None`` in a session of three or more sides."""
    best = max(table.scores)
    tied = [side for side, score in enumerate(table.scores) if score == best]
    if terms.rolloff == "sessions":
        return _session(terms, table, rolloff, tied)
    if terms.rolloff == "die_off":
        each = fresh(terms, len(tied))
    else:
        holder = find_holder(table)
        tied = [side for side in tied if side >= holder] + [side for side in tied if side < holder]
        each = fresh(terms, len(tied))
        if terms.rolloff == "to5":
            each = to_goal(terms, tuple(rolloff.points[side] for side in tied), of_turn(table))
    return _chances(table, tied, each)


def _chances(table: Table, tied: list[int], each: tuple[float, ...]) -> Chances:
    sides = np.zeros(len(table.sides))
    sides[tied] = each
    return Chances.around(sides, 0)


def _session(terms: OddsTerms, table: Table, rolloff: Rolloff, tied: list[int]) -> Chances | None:
    """Return the chances of two sides in the middle of a session.

    Who leads when its last turn is over has won; equal again, both are as likely to win.
    """
    if len(tied) > 2:  # noqa: PLR2004 - who has fallen behind may catch up in a later session
        return None
    first, second = tied
    lead, place = np.ones(1), rolloff.points[first] - rolloff.points[second]
    back = of_turn(table)
    for side in _turns_left(table, rolloff):
        if side not in tied:
            continue
        gains = _gains(terms, back)
        lead = np.convolve(lead, gains if side == first else gains[::-1])
        place += -back if side == first else back - len(gains) + 1
        back = 0
    leads = np.arange(place, place + len(lead))
    level = lead[leads == 0].sum() / 2
    return _chances(table, tied, (float(lead[leads > 0].sum() + level), float(lead[leads < 0].sum() + level)))


def _turns_left(table: Table, rolloff: Rolloff) -> Iterator[int]:
    """Yield the sides of the seats from the holder's to the last: a session begins at seat 1."""
    for seat in range(rolloff.holder or 0, len(table.seats)):
        yield next(side for side, its in enumerate(table.sides) if seat + 1 in its.seats)


def _gains(terms: OddsTerms, back: int) -> Floats:
    """Return the chances of what a turn still brings, from the loss of its ``back`` points so far on."""
    brings, loses = turn(terms.throws)
    gains = np.concatenate([np.zeros(back), brings])
    gains[0] += loses
    gains[-1] += 1 - gains.sum()  # and more than that
    return gains
