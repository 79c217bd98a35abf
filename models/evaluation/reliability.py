"""Measures whether stated confidences are honest: of dice stated with 99 %, 99 in 100 must be right.

The reliability diagram and the expected calibration error follow Guo, Pleiss, Sun and Weinberger, *On
Calibration of Modern Neural Networks* (2017). Bins are finer towards certainty, because the scores of a game
depend on dice that are read with certainty.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from pi_bunco.chance.interval import compute_wilson_interval

EDGES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 1.0)
"""The edges of the bins; each bin but the last excludes its upper edge."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Dice with about the same stated confidence.

    Attributes
    ----------
    low, high
        The lowest and the highest confidence.
    dice
        How many dice, at least one.
    right
        How many of them were read correctly.
    stated
        Their mean confidence, 0 to 1.
    """

    low: float
    high: float
    dice: int
    right: int
    stated: float

    @property
    def share(self) -> float:
        """The share that is right, 0 to 1."""
        return self.right / self.dice

    @property
    def interval(self) -> tuple[float, float]:
        """The interval that holds the true share with 95 % confidence."""
        return compute_wilson_interval(self.share, self.dice)

    @property
    def honest(self) -> bool:
        """Whether the stated confidence is inside the interval of the share that is right."""
        low, high = self.interval
        return low <= self.stated <= high


@dataclass(frozen=True, slots=True)
class Reliability:
    """Stated confidences beside the shares that are right.

    Attributes
    ----------
    bins
        The bins that have dice, ascending.
    """

    bins: tuple[Bin, ...]

    @property
    def dice(self) -> int:
        """How many dice."""
        return sum(each.dice for each in self.bins)

    @property
    def error(self) -> float:
        """The expected calibration error: the mean distance between stated and true, 0 to 1."""
        apart = sum(each.dice * abs(each.share - each.stated) for each in self.bins)
        return apart / self.dice if self.dice else 0.0

    @property
    def wrong(self) -> int:
        """How many dice are wrong."""
        return sum(each.dice - each.right for each in self.bins)

    @property
    def expected(self) -> float:
        """How many dice would be wrong if each stated confidence were true."""
        return sum(each.dice * (1 - each.stated) for each in self.bins)


def sort_into_bins(dice: Iterable[tuple[float, bool]]) -> Reliability:
    """Sort dice into bins.

    Parameters
    ----------
    dice
        Each one's stated confidence, 0 to 1, and whether it was right.

    Examples
    --------
    >>> found = sort_into_bins([(0.75, True), (0.75, False), (0.97, True)])
    >>> [(each.low, each.dice, each.share) for each in found.bins]
    [(0.7, 2, 0.5), (0.95, 1, 1.0)]
    >>> round(found.error, 3), found.wrong, round(found.expected, 2)
    (0.177, 1, 0.53)
    """
    filled: dict[int, list[tuple[float, bool]]] = {}
    for confidence, right in dice:
        place = min(bisect_right(EDGES, confidence), len(EDGES) - 1) - 1
        filled.setdefault(place, []).append((confidence, right))
    return Reliability(
        tuple(
            Bin(
                EDGES[place],
                EDGES[place + 1],
                len(inside),
                sum(right for _, right in inside),
                sum(confidence for confidence, _ in inside) / len(inside),
            )
            for place, inside in sorted(filled.items())
        )
    )
