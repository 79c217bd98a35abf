"""Questions about whole throws: whether their dice are alike, and whether they are like the throw before."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import erfc, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pi_bunco.chance.luck.questions import LuckTest
from pi_bunco.chance.luck.sums import reach
from pi_bunco.rules import Dice

FEWEST_PAIRS = 30
"""So many throws that follow another are needed before their sum is near enough to a normal curve."""

FEWEST_THROWS = 12
"""With fewer throws nothing is said of being alike: a single one would decide."""

PATTERNS = {3: 120, 2: 90, 1: 6}
"""By how many different faces it shows: how many of the 216 throws do."""

_THROWS = 216

_ALMOST = 1 - 1e-9
"""What differs by less was as far out, but for the adding of floats."""


def alike_test(patterns: Mapping[int, int]) -> LuckTest | None:
    """Ask whether the dice of a throw are alike as often as independent ones; 12 throws at least.

    Chi-square over throws with all different, two alike, three alike. Three alike are few, so its chance is
    not taken from the curve but added up exactly over all that may come of so many throws.

    Parameters
    ----------
    patterns
        How many throws showed one, two, three different faces.

    >>> alike_test({3: 5, 2: 5, 1: 3})  # the curve would say 0.00005
    LuckTest(statistic=20.0, degrees=2, chance=0.0038...)
    """
    throws = sum(patterns.values())
    if throws < FEWEST_THROWS:
        return None
    counted = [patterns.get(faces, 0) for faces in PATTERNS]
    two, three = np.meshgrid(_likely(throws, PATTERNS[2]), _likely(throws, PATTERNS[1]), sparse=True)
    none = throws - two - three
    statistic = _statistic(*counted, throws=throws)
    far = (none >= 0) & (_statistic(none, two, three, throws=throws) >= statistic * _ALMOST)
    log_factorials = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, throws + 1)))))
    logs = log_factorials[throws]
    for number, ways in zip((np.maximum(none, 0), two, three), PATTERNS.values(), strict=True):
        logs = logs + number * np.log(ways / _THROWS) - log_factorials[number]
    return LuckTest(float(statistic), len(PATTERNS) - 1, min(1.0, float(np.exp(logs[far]).sum())))


def _statistic(*counted: Any, throws: int) -> Any:
    """Return chi-square of numbers of throws with each pattern, single ones or arrays of them."""
    fair = [throws * ways / _THROWS for ways in PATTERNS.values()]
    return sum((number - must) ** 2 / must for number, must in zip(counted, fair, strict=True))


def _likely(throws: int, ways: int) -> NDArray[np.int64]:
    """Return all numbers of throws of a pattern that may come at all."""
    share = ways / _THROWS
    beyond = reach(throws * share * (1 - share), most=1)
    return np.arange(max(0, int(throws * share - beyond)), min(throws, int(throws * share + beyond) + 1) + 1)


@dataclass(frozen=True, slots=True)
class Sticking:
    """How much a throw shows of the one before.

    Attributes
    ----------
    throws
        How many throws followed another at a table within a round.
    same
        How many of their dice can be paired with equal ones of the throw before.
    expected
        How many fair dice bring, after the same throws before.
    test
        The test of the difference, ``None`` with too few throws.
    """

    throws: int
    same: int
    expected: float
    test: LuckTest | None


def sticking(follows: Mapping[tuple[Dice, Dice], int]) -> Sticking:
    """Ask whether values stick from throw to throw, as they do where dice are put down and not thrown.

    Fair dice are independent of the throw before: each throw's number less its mean, given the
    throw before, is a martingale difference, and so is a sum of them over a game that any throw may end.

    Parameters
    ----------
    follows
        How often which faces (ascending) were followed by which.

    >>> sticking({((1, 1, 2), (1, 2, 3)): 100})
    Sticking(throws=100, same=200, expected=91.66..., test=LuckTest(...))
    """
    throws = sum(follows.values())
    same = sum(_same(one, next_one) * number for (one, next_one), number in follows.items())
    moments = [(_moments(one), number) for (one, _), number in follows.items()]
    mean = sum(number * moment[0] for moment, number in moments)
    variance = sum(number * moment[1] for moment, number in moments)
    test = None
    if throws >= FEWEST_PAIRS:
        off = (same - mean) / sqrt(variance)
        test = LuckTest(off, 0, erfc(abs(off) / sqrt(2)))
    return Sticking(throws, same, mean, test)


@lru_cache(maxsize=56 * 56)
def _same(one: Dice, other: Dice) -> int:
    """Count the dice of one throw that can be paired with equal ones of the other.

    >>> _same((1, 1, 2), (1, 1, 1))
    2
    """
    return (Counter(one) & Counter(other)).total()


@lru_cache(maxsize=56)
def _moments(one: Dice) -> tuple[float, float]:
    """Return mean and variance of what a fair throw shows of this one."""
    numbers = [_same(one, other) for other in product(range(1, 7), repeat=3)]
    mean = sum(numbers) / _THROWS
    return mean, sum(number * number for number in numbers) / _THROWS - mean * mean
