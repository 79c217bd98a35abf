"""What a throw can come to, and what the rest of a turn can bring."""

from collections import defaultdict
from functools import lru_cache
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pi_bunco.chance.dice import Probabilities
from pi_bunco.rules import Sheet
from pi_bunco.rules.scoring import NOTHING, list_passing_kinds, make_rolloff_table, make_score_table

Floats = NDArray[np.float64]


class ThrowOutcome(NamedTuple):
    """All throws that come to the same.

    Attributes
    ----------
    chance
        How likely one of them is, above 0.
    points
        What it scores.
    keeps
        Whether the turn goes on.
    ends
        Whether it ends the round at any score: a bunco on a sheet where it does.
    loses
        Whether it loses the points of the turn: snake eyes.
    """

    chance: float
    points: int
    keeps: bool
    ends: bool = False
    loses: bool = False


Outcomes = tuple[ThrowOutcome, ...]
"""All that a throw can come to; the chances add up to 1."""


def lossy(throws: Outcomes) -> bool:
    """Return whether a throw can lose the points of the turn."""
    return any(it.loses for it in throws)


@lru_cache(maxsize=64)
def outcomes(
    sheet: Sheet,
    target: int,
    cup: tuple[int, ...],
    dice: Probabilities,
    lost: frozenset[str] = frozenset(),
) -> Outcomes:
    """Return what a throw can come to in the round of ``target``, with dice of these chances.

    Kinds of throw in ``lost`` pass the dice on and score nothing.

    >>> from pi_bunco.chance.dice import FAIR
    >>> from pi_bunco.rules import load_sheet
    >>> [(round(216 * it.chance), it.points, it.keeps) for it in outcomes(load_sheet("classic"), 1, (), FAIR)]
    [(120, 0, False), (75, 1, True), (15, 2, True), (5, 5, True), (1, 21, True)]
    """
    pass_on = list_passing_kinds(sheet)
    gathered: dict[tuple[int, bool, bool, bool], float] = defaultdict(float)
    for three, scored in make_score_table(sheet, target, cup).items():
        worth = NOTHING if scored.kind in lost else scored
        ends = sheet.bunco_ends and worth.kind == "bunco"
        what = worth.points, worth.kind not in pass_on, ends, worth.kind == "snake_eyes"
        gathered[what] += _chance(three, dice)
    return _sorted(gathered)


@lru_cache(maxsize=64)
def rolloff_outcomes(sheet: Sheet, target: int, dice: Probabilities) -> Outcomes:
    """Return what a throw can come to in a roll-off where only targets count."""
    pass_on = list_passing_kinds(sheet)
    gathered: dict[tuple[int, bool, bool, bool], float] = defaultdict(float)
    for three, worth in make_rolloff_table(sheet, target).items():
        what = worth.points, worth.kind not in pass_on, False, worth.kind == "snake_eyes"
        gathered[what] += _chance(three, dice)
    return _sorted(gathered)


def _sorted(gathered: dict[tuple[int, bool, bool, bool], float]) -> Outcomes:
    return tuple(ThrowOutcome(chance, *what) for what, chance in sorted(gathered.items()) if chance > 0)


def _chance(three: tuple[int, ...], dice: Probabilities) -> float:
    return prod(dice[face - 1] for face in three)


class TurnChances(NamedTuple):
    """What a turn brings from here to its end, when nothing stops it.

    Attributes
    ----------
    brings
        At place n the chance that it brings n more points.
    loses
        The chance that it ends with the loss of its points instead.
    """

    brings: Floats
    loses: float


@lru_cache(maxsize=64)
def turn(throws: Outcomes) -> TurnChances:
    """Return what the turn brings of somebody who throws now, whether or not they have thrown in it before.

    The points that are left out at the far end have a chance below 1e-12.

    >>> from pi_bunco.chance.dice import FAIR
    >>> from pi_bunco.rules import load_sheet
    >>> brings = turn(outcomes(load_sheet("classic"), 1, (), FAIR)).brings
    >>> round(float(brings @ np.arange(len(brings))) * 120)      # 151/120 points a turn
    151
    """
    keeps = sum(it.chance for it in throws if it.keeps)
    loses = sum(it.chance for it in throws if it.loses) / (1 - keeps)
    brings: list[float] = []
    left = 1 - loses
    while left > _TAIL and len(brings) < _LONGEST:
        chance = 0.0
        for it in throws:
            if it.keeps and it.points <= len(brings):
                chance += it.chance * brings[-it.points]
            elif not it.keeps and not it.loses and it.points == len(brings):
                chance += it.chance
        brings.append(chance)
        left -= chance
    return TurnChances(np.array(brings), loses)


_TAIL = 1e-12
_LONGEST = 4096
