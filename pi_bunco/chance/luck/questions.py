"""Tests of faces: how often fair dice are as far from what is expected, also for many tests at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from pi_bunco.chance.chi_square import compute_chance

EXPECTED = 5
"""The least number that a cell of chi-square must expect (Cochran 1954, Biometrics 10, 417-451)."""


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
    if total * min(shares) < EXPECTED:
        return None
    cells = zip(counted, (total * share for share in shares), strict=True)
    statistic = sum((number - expected) ** 2 / expected for number, expected in cells)
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
        return FaceComparison(means, None)
    free = off[:-1]  # the last face follows from the others
    statistic = float(free @ np.linalg.solve(spread[:-1, :-1], free))
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
