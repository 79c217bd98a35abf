"""Questions about faces, each with how often fair dice look as strange or stranger, and many at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pi_bunco.chance import chi_square

EXPECTED = 5
"""A cell of chi-square expects as many at least (Cochran 1954, Biometrics 10, 417-451)."""


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
