"""Tests of faces: how often fair dice look as strange or stranger, also for many tests at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from pi_bunco.chance import chi_square

EXPECTED = 5
"""A cell of chi-square expects as many at least (Cochran 1954, Biometrics 10, 417-451)."""


@dataclass(frozen=True, slots=True)
class LuckTest:
    """The result of one test.

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


def chi_square_test(counted: Sequence[int], shares: Sequence[float]) -> LuckTest | None:
    """Compare counts with the shares that they must have; ``None`` where a cell expects too few.

    >>> chi_square_test([10, 20], [0.5, 0.5])
    LuckTest(statistic=3.33..., degrees=1, chance=0.067...)
    >>> chi_square_test([4, 5], [0.5, 0.5]) is None
    True
    """
    total = sum(counted)
    if total * min(shares) < EXPECTED:
        return None
    cells = zip(counted, (total * share for share in shares), strict=True)
    statistic = sum((number - must) ** 2 / must for number, must in cells)
    degrees = len(counted) - 1
    return LuckTest(statistic, degrees, chi_square.above(statistic, degrees))


def faces_test(faces: Sequence[int]) -> LuckTest | None:
    """Ask whether all six faces come alike; 30 dice at least."""
    return chi_square_test(faces, [1 / 6] * 6)


@dataclass(frozen=True, slots=True)
class Beside:
    """A player's faces compared with those of others with the same dice.

    Attributes
    ----------
    expected
        How often each face would come to them if all faces of each lot of dice were dealt out by chance.
    test
        The test of the difference, ``None`` with too few dice.
    """

    expected: tuple[float, ...]
    test: LuckTest | None


def beside(lots: Iterable[tuple[Sequence[int], Sequence[int]]]) -> Beside:
    """Ask whether one player's dice show the faces as those of others do, fair or not.

    Each lot of dice is compared by itself, so that a player who sat at a table with odd dice is not odd: the
    generalised test of Mantel and Haenszel (Landis, Heyman and Koch 1978, Int. Stat. Rev. 46, 237-254),
    with five degrees. Where a face is expected fewer than ten times, less their own share, there is no
    test: one question among many must be right far out.

    Parameters
    ----------
    lots
        For each lot of dice: how often each face came to them, and to the others.

    >>> beside([([40, 20], [20, 40])]).test
    LuckTest(statistic=13.2..., degrees=1, chance=0.0002...)
    >>> beside([([40, 20], [0, 0])]).test is None
    True
    """
    off, expected, weight, spread = (np.zeros(1) for _ in range(4))
    for one, other in lots:
        own, both = np.array(one, float), np.add(one, other).astype(float)
        total, share = both.sum(), own.sum() / both.sum()
        off, expected = off + own - both * share, expected + both * share
        weight = weight + both * share * (1 - share)
        scatter = (total * np.diag(both) - np.outer(both, both)) / (total - 1)
        spread = spread + share * (1 - share) * scatter
    means = tuple(map(float, expected))
    if weight.min() < 2 * EXPECTED:
        return Beside(means, None)
    free = off[:-1]  # the last face follows from the others
    statistic = float(free @ np.linalg.solve(spread[:-1, :-1], free))
    return Beside(means, LuckTest(statistic, len(free), chi_square.above(statistic, len(free))))


def holm(chances: Iterable[float]) -> list[float]:
    """Return the chances when many questions are asked at once (Holm 1979, Scand. J. Statist. 6, 65-70).

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
