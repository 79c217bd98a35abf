"""Means over independent cases of several rounds, where each round has its own mean."""

from collections import Counter
from collections.abc import Callable, Mapping
from math import sqrt
from typing import TypeVar

from pi_bunco.chance.simulate.statistics import Interval
from pi_bunco.interval import Z, compute_wilson_interval

Case = TypeVar("Case")


class Strata:
    """Independent cases, counted by round (stratum). ``number`` returns the number that a case stands for.

    Attributes
    ----------
    sizes
        How many cases each round has.

    Examples
    --------
    >>> heads = Strata({1: Counter(hit=30, miss=70), 2: Counter(miss=100)}, lambda case: case == "hit")
    >>> heads.value, heads.expect({1: 0.4, 2: 0.0})
    (0.15, 0.2)
    """

    def __init__(self, counts: Mapping[int, Counter[Case]], number: Callable[[Case], float]) -> None:
        self.sizes = {stratum: count.total() for stratum, count in counts.items()}
        self._all = sum(self.sizes.values())
        self._sums = {
            stratum: sum(number(case) * times for case, times in count.items())
            for stratum, count in counts.items()
        }
        self._squares = {
            stratum: sum(number(case) ** 2 * times for case, times in count.items())
            for stratum, count in counts.items()
        }

    @property
    def value(self) -> float:
        """The mean over all cases; 0 where there are none."""
        return sum(self._sums.values()) / self._all if self._all else 0.0

    def expect(self, known: Mapping[int, float]) -> float:
        """Return the mean over all cases if each round had the mean that is ``known``."""
        return sum(known[stratum] * size for stratum, size in self.sizes.items()) / max(self._all, 1)

    def interval(self) -> Interval | None:
        """Return the mean's 95 % interval, ``None`` with too few cases; rounds may differ."""
        within = sum(
            self._squares[stratum] - self._sums[stratum] ** 2 / size
            for stratum, size in self.sizes.items()
            if size
        )
        freedom = self._all - sum(map(bool, self.sizes.values()))
        if freedom < 1:
            return None
        half = Z * sqrt(max(within, 0.0) / freedom / self._all)
        return self.value - half, self.value + half

    def share_interval(self) -> Interval:
        """Return the interval where each case is 0 or 1, as if rounds had the same mean: a little wide."""
        return compute_wilson_interval(self.value, self._all)
