"""Computes how far a figure of many played parties can be trusted: intervals, and a test."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt

import numpy as np

from pi_bunco.chance import chi_square
from pi_bunco.chance.interval import Z, compute_wilson_interval

Interval = tuple[float, float]
"""The lower and upper end of a 95 % interval."""


def find_student_point(degrees: int) -> float:
    """Return the 97.5 % point of Student's t (Abramowitz and Stegun 1964, 26.7.5), to 0.004 from 3 on.

    >>> [round(find_student_point(degrees), 2) for degrees in (1, 3, 10, 1000)]
    [12.71, 3.18, 2.23, 1.96]
    """
    if degrees in _STUDENT_POINTS:
        return _STUDENT_POINTS[degrees]
    z, n = Z, degrees
    first = (z**3 + z) / (4 * n)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    return z + first + second + third + fourth


_STUDENT_POINTS = {1: 12.706205, 2: 4.302653}
"""Where the series is not good enough."""


ROUNDING_ERROR = 1e-9
"""A smaller number is only the rounding error of a sum of floats."""


class Ratio:
    """The mean of something over cases that come in clusters, such as the rounds of a party.

    Cases of one cluster may depend on each other in any way; clusters are independent. The error is that of
    a ratio of two sums over clusters (Cochran 1977, Sampling Techniques, 2.11). With one case a cluster
    it is the plain mean and its standard error.

    Attributes
    ----------
    clusters
        How many clusters were added.
    cases
        How many cases there are in all clusters together.

    Examples
    --------
    >>> ratio = Ratio()
    >>> for total, cases in ((30, 10), (22, 10), (28, 10)):
    ...     ratio.add(total, cases)
    >>> round(ratio.value, 3), [round(end, 2) for end in ratio.compute_interval()]
    (2.667, [1.63, 3.7])
    """

    def __init__(self) -> None:
        self.clusters = 0
        self.cases = 0.0
        # The sums over clusters of a total (y), of products of totals and of numbers of cases (x).
        self._y = self._yy = self._xy = self._xx = 0.0

    def add(self, total: float, cases: float = 1) -> None:
        """Add a cluster: the sum of its cases, and how many they are."""
        self.clusters += 1
        self._y += total
        self.cases += cases
        self._yy += total * total
        self._xy += total * cases
        self._xx += cases * cases

    @property
    def value(self) -> float:
        """The mean over all cases; 0 where there are none."""
        return self._y / self.cases if self.cases else 0.0

    @property
    def error(self) -> float:
        """The standard error of :attr:`value`; infinite with one cluster."""
        n, mean = self.clusters, self.value
        if n < 2 or not self.cases:  # noqa: PLR2004 - one cluster says nothing about the next
            return inf
        squares = max(0.0, self._yy - 2 * mean * self._xy + mean * mean * self._xx)
        return sqrt(squares * n / (n - 1)) / self.cases

    def compute_interval(self) -> Interval | None:
        """Return the 95 % interval of a mean of numbers not below 0, ``None`` with fewer than 2 clusters."""
        if self.error == inf:
            return None
        half = find_student_point(self.clusters - 1) * self.error
        return max(0.0, self.value - half), self.value + half

    def compute_share_interval(self) -> Interval | None:
        """Return the 95 % interval where each case is 0 or 1: Wilson's, for the effective number of cases.

        Cases in clusters count for less or more than independent ones (Korn and Graubard 1998, Survey
        Methodology 24, 193-201, who do so with another interval).
        """
        if self.error == inf:
            return None
        share, z = self.value, find_student_point(self.clusters - 1)
        if share in (0, 1):  # such cases do not show how those of a cluster depend on each other
            return compute_wilson_interval(share, self.clusters, z)
        if self.error < ROUNDING_ERROR:
            return share, share
        return compute_wilson_interval(share, share * (1 - share) / self.error**2, z)


@dataclass(frozen=True, slots=True)
class Significance:
    """The result of a test.

    Attributes
    ----------
    statistic
        Chi-square; ``None`` where all clusters have the same differences, so that nothing is left to chance.
    degrees
        Its degrees of freedom.
    chance
        How often chance alone brings one as large.
    """

    statistic: float | None
    degrees: float
    chance: float


MIN_CLUSTERS = 30
"""With fewer clusters their covariances are too uncertain for a test."""


class AlikeTest:
    """A test whether several means are equal, from clusters that each have a number for every one of them.

    The wins of a party's players depend on each other: partners win together, and one player's win is
    another's loss. So the deviations of the means from their common mean are squared and summed, and the sum
    is compared with chi-square after the correction of Rao and Scott (1984, Annals of Statistics 12, 46-60,
    the second one), with the covariances that the parties themselves show. The trace of the squared
    covariance is estimated without bias (Bai and Saranadasa 1996, Statistica Sinica 6, 311-329).
    """

    def __init__(self) -> None:
        self._clusters = 0
        self._sums = np.zeros(1)
        self._products = np.zeros((1, 1))

    def add(self, numbers: Sequence[float]) -> None:
        """Add a cluster: one number for each of the means."""
        self._clusters += 1
        deviations = np.asarray(numbers) - np.mean(numbers)
        self._sums = self._sums + deviations
        self._products = self._products + np.outer(deviations, deviations)

    def compute_verdict(self) -> Significance | None:
        """Return the result of the test, ``None`` with fewer clusters than :data:`MIN_CLUSTERS`."""
        n, sums = self._clusters, self._sums
        if n < MIN_CLUSTERS:
            return None
        covariance = (self._products - np.outer(sums, sums) / n) / (n - 1)
        trace = float(covariance.trace())
        if trace < ROUNDING_ERROR:
            return Significance(None, len(sums) - 1, float(abs(sums).max() < ROUNDING_ERROR))
        raw = float((covariance**2).sum())
        squared = (n - 1) ** 2 / ((n + 1) * (n - 2)) * (raw - trace * trace / (n - 1))
        degrees = min(max(trace * trace / squared if squared > 0 else inf, 1.0), len(sums) - 1.0)
        statistic = float(sums @ sums) / n / trace * degrees
        return Significance(statistic, degrees, chi_square.compute_chance(statistic, degrees))


class Cases:
    """Numbers of the party being played, and of all before: a mean whose error counts whole parties.

    Attributes
    ----------
    ratio
        The mean over the parties that are closed.

    Examples
    --------
    >>> ties = Cases()
    >>> for party in ((1, 0, 0), (0, 1, 1)):
    ...     for tied in party:
    ...         ties.add(tied)
    ...     ties.close()
    >>> ties.ratio.value, ties.find_quantile(0.5), ties.find_quantile(0.9)
    (0.5, 0, 1)
    """

    def __init__(self) -> None:
        self.ratio = Ratio()
        self._count: Counter[float] = Counter()
        self._total = 0.0
        self._cases = 0

    def add(self, number: float) -> None:
        """Add a case of this party."""
        self._total += number
        self._cases += 1
        self._count[number] += 1

    def close(self) -> None:
        """End the party."""
        self.ratio.add(self._total, self._cases)
        self._total, self._cases = 0.0, 0

    def find_quantile(self, share: float) -> float:
        """Return the smallest number that this share of all cases does not exceed; 0 without cases."""
        left = share * self._count.total() - 1e-9
        for number in sorted(self._count):
            left -= self._count[number]
            if left <= 0:
                return number
        return 0
