"""Tests whether faces come evenly, and whether the dice of throws depend on each other."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import erfc, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pi_bunco.chance.chi_square import compute_chance
from pi_bunco.chance.luck.sums import ALL_THROWS, bound_deviation
from pi_bunco.rules import Dice

MIN_EXPECTED = 5
"""The smallest number that a cell of chi-square must expect (Cochran 1954, Biometrics 10, 417-451)."""


@dataclass(frozen=True, slots=True)
class LuckTest:
    """The result of one test.

    Attributes
    ----------
    statistic
        Chi-square; for throws that repeat the one before, the difference in standard deviations; else 0.
    degrees
        Degrees of freedom of chi-square; 0: the statistic is not chi-square.
    chance
        How often fair dice are as far out or farther.
    """

    statistic: float
    degrees: int
    chance: float


def compare_with_shares(counted: Sequence[int], shares: Sequence[float]) -> LuckTest | None:
    """Return the test of counts against the shares that are expected; ``None`` where a cell expects too few.

    >>> compare_with_shares([10, 20], [0.5, 0.5])
    LuckTest(statistic=3.33..., degrees=1, chance=0.067...)
    >>> compare_with_shares([4, 5], [0.5, 0.5]) is None
    True
    """
    total = sum(counted)
    if total * min(shares) < MIN_EXPECTED:
        return None
    statistic = sum(
        (number - total * share) ** 2 / (total * share) for number, share in zip(counted, shares, strict=True)
    )
    degrees = len(counted) - 1
    return LuckTest(statistic, degrees, compute_chance(statistic, degrees))


def examine_faces(faces: Sequence[int]) -> LuckTest | None:
    """Return the test whether all six faces come equally often; ``None`` with fewer than 30 dice."""
    return compare_with_shares(faces, [1 / 6] * 6)


@dataclass(frozen=True, slots=True)
class FaceComparison:
    """A player's faces compared with those of others with the same dice.

    Attributes
    ----------
    expected
        How often each face would come to the player if chance dealt out the faces of each lot of dice.
    test
        The test of the difference, ``None`` with too few dice.
    """

    expected: tuple[float, ...]
    test: LuckTest | None


def compare_faces(lots: Iterable[tuple[Sequence[int], Sequence[int]]]) -> FaceComparison:
    """Compare the faces that one player threw with those that others threw with the same dice.

    Each lot of dice is compared by itself, so that a player who sat at a table with uneven dice does not look
    unusual. This is the generalised test of Mantel and Haenszel (Landis, Heyman and Koch 1978, Int. Stat.
    Rev. 46, 237-254), with five degrees. There is no test where a face is expected fewer than ten times,
    without the player's own share: one question among many must be exact for small chances.

    Parameters
    ----------
    lots
        For each lot of dice: how often each face came to the player, and to the others.

    >>> compare_faces([([40, 20], [20, 40])]).test
    LuckTest(statistic=13.2..., degrees=1, chance=0.0002...)
    >>> compare_faces([([40, 20], [0, 0])]).test is None
    True
    """
    difference, expected, weight, covariance = (np.zeros(1) for _ in range(4))
    for player, others in lots:
        own, both = np.array(player, float), np.add(player, others).astype(float)
        total, share = both.sum(), own.sum() / both.sum()
        difference, expected = difference + own - both * share, expected + both * share
        weight = weight + both * share * (1 - share)
        lot_covariance = (total * np.diag(both) - np.outer(both, both)) / (total - 1)
        covariance = covariance + share * (1 - share) * lot_covariance
    means = tuple(map(float, expected))
    if weight.min() < 2 * MIN_EXPECTED:
        return FaceComparison(means, None)
    free = difference[:-1]  # the last face follows from the others
    statistic = float(free @ np.linalg.solve(covariance[:-1, :-1], free))
    return FaceComparison(means, LuckTest(statistic, len(free), compute_chance(statistic, len(free))))


def adjust_chances(chances: Iterable[float]) -> list[float]:
    """Return the chances adjusted for many questions at once (Holm 1979, Scand. J. Statist. 6, 65-70).

    The chance that fair dice bring *any* of them below a level is no more than that level, however
    the questions depend on each other.

    >>> adjust_chances([0.01, 0.5, 0.02])
    [0.03, 0.5, 0.04]
    """
    adjusted, least = list(chances), 0.0
    order = sorted(range(len(adjusted)), key=adjusted.__getitem__)
    for rank, place in enumerate(order):
        least = max(least, min(1.0, adjusted[place] * (len(order) - rank)))
        adjusted[place] = least
    return adjusted


MIN_PAIRS = 30
"""With fewer throws that follow another throw, their sum is too far from a normal distribution."""

MIN_THROWS = 12
"""With fewer throws there is no test of patterns: a single throw would decide it."""

PATTERNS = {3: 120, 2: 90, 1: 6}
"""For each number of different faces: how many of the 216 throws show that number."""

_EQUAL_RATIO = 1 - 1e-9
"""Two statistics whose ratio is nearer to 1 differ only by rounding."""


def examine_patterns(patterns: Mapping[int, int]) -> LuckTest | None:
    """Return the test whether the dice of a throw are independent; ``None`` with fewer than 12 throws.

    It is chi-square over throws with all different, two alike, three alike. Three alike are few, so its
    chance is not that of the chi-square distribution. It is the exact sum over all possible counts.

    Parameters
    ----------
    patterns
        How many throws showed one, two, three different faces.

    >>> examine_patterns({3: 5, 2: 5, 1: 3})  # the chi-square distribution says 0.00005
    LuckTest(statistic=20.0, degrees=2, chance=0.0038...)
    """
    throws = sum(patterns.values())
    if throws < MIN_THROWS:
        return None
    counted = [patterns.get(faces, 0) for faces in PATTERNS]
    two_alike, three_alike = np.meshgrid(
        _list_likely_counts(throws, PATTERNS[2]), _list_likely_counts(throws, PATTERNS[1]), sparse=True
    )
    none_alike = throws - two_alike - three_alike
    statistic = _compute_statistic(*counted, throws=throws)
    statistics = _compute_statistic(none_alike, two_alike, three_alike, throws=throws)
    as_far = (none_alike >= 0) & (statistics >= statistic * _EQUAL_RATIO)
    log_factorials = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, throws + 1)))))
    log_chances = log_factorials[throws]
    numbers = (np.maximum(none_alike, 0), two_alike, three_alike)
    for number, ways in zip(numbers, PATTERNS.values(), strict=True):
        log_chances = log_chances + number * np.log(ways / ALL_THROWS) - log_factorials[number]
    return LuckTest(float(statistic), len(PATTERNS) - 1, min(1.0, float(np.exp(log_chances[as_far]).sum())))


def _compute_statistic(*counted: Any, throws: int) -> Any:
    """Return chi-square of the numbers of throws with each pattern, which may be arrays."""
    fair = [throws * ways / ALL_THROWS for ways in PATTERNS.values()]
    return sum((number - mean) ** 2 / mean for number, mean in zip(counted, fair, strict=True))


def _list_likely_counts(throws: int, ways: int) -> NDArray[np.int64]:
    """Return all counts of a pattern, without those that have a chance below 1e-15."""
    share = ways / ALL_THROWS
    spread = bound_deviation(throws * share * (1 - share), most=1)
    return np.arange(max(0, int(throws * share - spread)), min(throws, int(throws * share + spread) + 1) + 1)


@dataclass(frozen=True, slots=True)
class Sticking:
    """How often dice repeat those of the throw before.

    Attributes
    ----------
    throws
        How many throws followed another at a table within a round.
    same
        How many of their dice can be paired with equal ones of the throw before.
    expected
        How many fair dice bring on average, after the same throws.
    test
        The test of the difference, ``None`` with too few throws.
    """

    throws: int
    same: int
    expected: float
    test: LuckTest | None


def examine_sticking(follows: Mapping[tuple[Dice, Dice], int]) -> Sticking:
    """Test whether values repeat from throw to throw, as if players put dice down instead of throwing them.

    Fair dice are independent of the throw before. Each throw's number minus its mean, given the throw before,
    is a martingale difference. So is a sum of them over a game that any throw may end.

    Parameters
    ----------
    follows
        By the faces of a throw and of the next, both ascending: how often.

    >>> examine_sticking({((1, 1, 2), (1, 2, 3)): 100})
    Sticking(throws=100, same=200, expected=91.66..., test=LuckTest(...))
    """
    throws = sum(follows.values())
    same = sum(_count_pairs(*two_throws) * number for two_throws, number in follows.items())
    moments = [(_compute_moments(before), number) for (before, _), number in follows.items()]
    mean = sum(number * moment[0] for moment, number in moments)
    variance = sum(number * moment[1] for moment, number in moments)
    test = None
    if throws >= MIN_PAIRS:
        deviation = (same - mean) / sqrt(variance)
        test = LuckTest(deviation, 0, erfc(abs(deviation) / sqrt(2)))
    return Sticking(throws, same, mean, test)


@lru_cache(maxsize=56 * 56)
def _count_pairs(one: Dice, other: Dice) -> int:
    """Count the dice of one throw that can be paired with equal ones of the other.

    >>> _count_pairs((1, 1, 2), (1, 1, 1))
    2
    """
    return (Counter(one) & Counter(other)).total()


@lru_cache(maxsize=56)
def _compute_moments(before: Dice) -> tuple[float, float]:
    """Return mean and variance of how many dice of a fair throw can be paired with the throw ``before``."""
    numbers = [_count_pairs(before, other) for other in product(range(1, 7), repeat=3)]
    mean = sum(numbers) / ALL_THROWS
    return mean, sum(number * number for number in numbers) / ALL_THROWS - mean * mean
