"""The questions that are asked of the dice, each with how often fair dice look as strange or stranger."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import erfc, sqrt

from pi_bunco.chance import chi_square
from pi_bunco.rules import Dice

EXPECTED = 5
"""A cell of chi-square expects as many at least (Cochran 1954, Biometrics 10, 417-451)."""

FEWEST_PAIRS = 30
"""So many throws that follow another are needed before their sum is near enough to a normal curve."""

PATTERNS = {3: 120, 2: 90, 1: 6}
"""By how many different faces it shows: how many of the 216 throws do."""

_THROWS = 216


@dataclass(frozen=True, slots=True)
class Test:
    """What one test says.

    Attributes
    ----------
    statistic
        Chi-square, or for sums in how many standard deviations they are off.
    degrees
        Degrees of freedom of chi-square; 0: it is none.
    chance
        How often fair dice are as far out or farther.
    """

    statistic: float
    degrees: int
    chance: float


def chi_square_test(counted: Sequence[int], shares: Sequence[float]) -> Test | None:
    """Compare counts with the shares that they must have; ``None`` where a cell expects too few.

    >>> chi_square_test([10, 20], [0.5, 0.5])
    Test(statistic=3.33..., degrees=1, chance=0.067...)
    >>> chi_square_test([4, 5], [0.5, 0.5]) is None
    True
    """
    total = sum(counted)
    if total * min(shares) < EXPECTED:
        return None
    cells = zip(counted, (total * share for share in shares), strict=True)
    statistic = sum((number - must) ** 2 / must for number, must in cells)
    degrees = len(counted) - 1
    return Test(statistic, degrees, chi_square.above(statistic, degrees))


def faces_test(faces: Sequence[int]) -> Test | None:
    """Ask whether all six faces come alike; 30 dice at least."""
    return chi_square_test(faces, [1 / 6] * 6)


def differs_test(one: Sequence[int], other: Sequence[int]) -> Test | None:
    """Ask whether two lots of dice show the faces in the same shares, fair or not.

    ``None`` where a cell expects below 10: one question among many must be right far out.

    >>> differs_test([20, 10], [10, 20])
    Test(statistic=6.66..., degrees=1, chance=0.009...)
    >>> differs_test([20, 10], [0, 0]) is None
    True
    """
    total = sum(one) + sum(other)
    both = [(a, b, a + b) for a, b in zip(one, other, strict=True)]
    least = min(sum(one), sum(other)) * min(column for _, _, column in both)
    if least < 2 * EXPECTED * total or not total:
        return None
    statistic = 0.0
    for at, lot in enumerate((one, other)):
        share = sum(lot) / total
        statistic += sum((cells[at] - cells[2] * share) ** 2 / (cells[2] * share) for cells in both)
    degrees = len(both) - 1
    return Test(statistic, degrees, chi_square.above(statistic, degrees))


def alike_test(patterns: Mapping[int, int]) -> Test | None:
    """Ask whether the dice of a throw are alike as often as independent ones; 12 throws at least.

    Three alike stand by themselves from 180 throws on, together with two alike before.

    Parameters
    ----------
    patterns
        How many throws showed one, two, three different faces.
    """
    none, two, three = (patterns.get(faces, 0) for faces in PATTERNS)
    shares = [ways / _THROWS for ways in PATTERNS.values()]
    whole = chi_square_test([none, two, three], shares)
    return whole or chi_square_test([none, two + three], [shares[0], shares[1] + shares[2]])


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
        What that says, ``None`` with too few throws.
    """

    throws: int
    same: int
    expected: float
    test: Test | None


def sticking(follows: Mapping[tuple[Dice, Dice], int]) -> Sticking:
    """Ask whether values stick from throw to throw, as they do where dice are put down and not thrown.

    Whatever lay there before, fair dice are new each time: each throw's number less its mean, given the
    throw before, is a martingale difference, and so is a sum of them over a game that any throw may end.

    Parameters
    ----------
    follows
        How often which faces (ascending) were followed by which.

    >>> sticking({((1, 1, 2), (1, 2, 3)): 100})
    Sticking(throws=100, same=200, expected=91.66..., test=Test(...))
    """
    throws = sum(follows.values())
    same = sum(_same(one, next_one) * number for (one, next_one), number in follows.items())
    moments = [(_moments(one), number) for (one, _), number in follows.items()]
    mean = sum(number * moment[0] for moment, number in moments)
    variance = sum(number * moment[1] for moment, number in moments)
    test = None
    if throws >= FEWEST_PAIRS:
        off = (same - mean) / sqrt(variance)
        test = Test(off, 0, erfc(abs(off) / sqrt(2)))
    return Sticking(throws, same, mean, test)


def _same(one: Dice, other: Dice) -> int:
    """Count the dice of one throw that can be paired with equal ones of the other.

    >>> _same((1, 1, 2), (1, 1, 1))
    2
    """
    return (Counter(one) & Counter(other)).total()


@lru_cache(maxsize=56)
def _moments(one: Dice) -> tuple[float, float]:
    """Give mean and variance of what a fair throw shows of this one."""
    numbers = [_same(one, other) for other in product(range(1, 7), repeat=3)]
    mean = sum(numbers) / _THROWS
    return mean, sum(number * number for number in numbers) / _THROWS - mean * mean


def holm(chances: Iterable[float]) -> list[float]:
    """Give the chances when many questions are asked at once (Holm 1979, Scand. J. Statist. 6, 65-70).

    The chance that fair dice bring *any* of them below a level is no more than that level, however
    the questions hang together.

    >>> holm([0.01, 0.5, 0.02])
    [0.03, 0.5, 0.04]
    """
    given = list(chances)
    adjusted, least = list(given), 0.0
    order = sorted(range(len(given)), key=given.__getitem__)
    for rank, at in enumerate(order):
        least = max(least, min(1.0, given[at] * (len(given) - rank)))
        adjusted[at] = least
    return adjusted
