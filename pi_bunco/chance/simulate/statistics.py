"""How far a figure out of many played parties can be trusted: intervals and one test, by hand."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt

from pi_bunco.chance import chi_square
from pi_bunco.interval import Z, compute_wilson_interval

Interval = tuple[float, float]
"""The lower and upper end of a 95 % interval."""


def student(degrees: int) -> float:
    """Return the 97.5 % point of Student's t (Abramowitz and Stegun 1964, 26.7.5), to 0.004 from 3 on.

    >>> [round(student(degrees), 2) for degrees in (1, 3, 10, 1000)]
    [12.71, 3.18, 2.23, 1.96]
    """
    if degrees in _FEW:
        return _FEW[degrees]
    z, n = Z, degrees
    first = (z**3 + z) / (4 * n)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    return z + first + second + third + fourth


_FEW = {1: 12.706205, 2: 4.302653}
"""Where the series is not good enough."""


_NOTHING = 1e-9
"""Less than this is what adding floats leaves."""


class Ratio:
    """The mean of something over cases that come in clusters, such as the rounds of a party.

    Cases of one cluster may depend on each other in any way; clusters are independent. The error is that of
    a ratio of two sums over clusters (Cochran 1977, Sampling Techniques, 2.11). With one case a cluster
    it is the plain mean and its standard error.

    Attributes
    ----------
    clusters
        How many clusters were added.

    Examples
    --------
    >>> ratio = Ratio()
    >>> for total, cases in ((30, 10), (22, 10), (28, 10)):
    ...     ratio.add(total, cases)
    >>> round(ratio.value, 3), [round(end, 2) for end in ratio.interval()]
    (2.667, [1.63, 3.7])
    """

    def __init__(self) -> None:
        self.clusters = 0
        self._y = self._x = self._yy = self._xy = self._xx = 0.0

    def add(self, total: float, cases: float = 1) -> None:
        """Add a cluster: the sum of its cases, and how many they are."""
        self.clusters += 1
        self._y += total
        self._x += cases
        self._yy += total * total
        self._xy += total * cases
        self._xx += cases * cases

    @property
    def cases(self) -> float:
        """How many cases there are in all clusters together."""
        return self._x

    @property
    def value(self) -> float:
        """The mean over all cases; 0 where there are none."""
        return self._y / self._x if self._x else 0.0

    @property
    def error(self) -> float:
        """The standard error of :attr:`value`; infinite with one cluster."""
        n, mean = self.clusters, self.value
        if n < 2 or not self._x:  # noqa: PLR2004 - one cluster says nothing about the next
            return inf
        squares = max(0.0, self._yy - 2 * mean * self._xy + mean * mean * self._xx)
        return sqrt(squares * n / (n - 1)) / self._x

    def interval(self) -> Interval | None:
        """Return the 95 % interval of a mean of what is never below 0, ``None`` where nothing can be said."""
        if self.error == inf:
            return None
        half = student(self.clusters - 1) * self.error
        return max(0.0, self.value - half), self.value + half

    def share_interval(self) -> Interval | None:
        """Return the 95 % interval where each case is 0 or 1: Wilson's, of as many cases as they are worth.

        Clustering makes cases worth less or more than independent ones (Korn and Graubard 1998, Survey
        Methodology 24, 193-201, who do so with another interval).
        """
        if self.error == inf:
            return None
        share, z = self.value, student(self.clusters - 1)
        if share in (0, 1):  # the cases do not show how far those of a cluster go together
            return compute_wilson_interval(share, self.clusters, z)
        if self.error < _NOTHING:
            return share, share
        return compute_wilson_interval(share, share * (1 - share) / self.error**2, z)


class Spread:
    """How numbers are spread: how often each was counted."""

    def __init__(self) -> None:
        self._count: Counter[float] = Counter()

    def add(self, number: float) -> None:
        """Count one."""
        self._count[number] += 1

    def within(self, share: float) -> float:
        """Return the smallest number that at least this share does not exceed; 0 where nothing was counted.

        >>> spread = Spread()
        >>> for number in (1, 1, 2, 9):
        ...     spread.add(number)
        >>> spread.within(0.5), spread.within(0.9)
        (1, 9)
        """
        left = share * self._count.total() - 1e-9
        for number in sorted(self._count):
            left -= self._count[number]
            if left <= 0:
                return number
        return 0


@dataclass(frozen=True, slots=True)
class Significance:
    """The result of a test.

    Attributes
    ----------
    statistic
        Chi-square; ``None`` where every cluster says the same, so that nothing is left to chance.
    degrees
        Its degrees of freedom.
    chance
        How often chance alone brings one as large.
    """

    statistic: float | None
    degrees: float
    chance: float


FEWEST = 30
"""With fewer clusters their covariances are too uncertain for a test."""


class Alike:
    """A test whether several means are alike, from clusters that each have a number for every one of them.

    The wins of a party's players depend on each other: partners win together, and somebody's win is another's
    loss. So the deviations of the means from their common mean are squared and summed, and the sum is
    compared with chi-square after the correction of Rao and Scott (1984, Annals of Statistics 12, 46-60,
    the second one), with the covariances that the parties themselves show. The trace of the squared
    covariance is estimated without bias (Bai and Saranadasa 1996, Statistica Sinica 6, 311-329).
    """

    def __init__(self, means: int) -> None:
        self._clusters = 0
        self._sums = [0.0] * means
        self._products = [[0.0] * means for _ in range(means)]

    def add(self, numbers: Sequence[float]) -> None:
        """Add a cluster: one number for each of the means."""
        self._clusters += 1
        common = sum(numbers) / len(numbers)
        off = [number - common for number in numbers]
        for i, one in enumerate(off):
            self._sums[i] += one
            row = self._products[i]
            for j, other in enumerate(off):
                row[j] += one * other

    def verdict(self) -> Significance | None:
        """Return what the clusters say, ``None`` where they are fewer than :data:`FEWEST`."""
        n = self._clusters
        if n < FEWEST:
            return None
        sums = self._sums
        covariance = [
            [(product - sums[i] * sums[j] / n) / (n - 1) for j, product in enumerate(row)]
            for i, row in enumerate(self._products)
        ]
        trace = sum(covariance[i][i] for i in range(len(sums)))
        if trace < _NOTHING:
            return Significance(None, len(sums) - 1, float(max(map(abs, sums)) < _NOTHING))
        raw = sum(cell * cell for row in covariance for cell in row)
        squared = (n - 1) ** 2 / ((n + 1) * (n - 2)) * (raw - trace * trace / (n - 1))
        degrees = min(max(trace * trace / squared if squared > 0 else inf, 1.0), len(sums) - 1.0)
        statistic = sum(total * total for total in sums) / n / trace * degrees
        return Significance(statistic, degrees, chi_square.above(statistic, degrees))


class Cases:
    """Numbers of the party being played, and of all before: a mean whose error counts whole parties.

    Attributes
    ----------
    ratio
        The mean over the parties that are closed.
    spread
        How the numbers of all parties are spread.

    Examples
    --------
    >>> ties = Cases()
    >>> for party in ((1, 0, 0), (0, 1, 1)):
    ...     for tied in party:
    ...         ties.add(tied)
    ...     ties.close()
    >>> ties.ratio.value, ties.spread.within(0.5)
    (0.5, 0)
    """

    def __init__(self) -> None:
        self.ratio = Ratio()
        self.spread = Spread()
        self._total = 0.0
        self._cases = 0

    def add(self, number: float) -> None:
        """Add a case of this party."""
        self._total += number
        self._cases += 1
        self.spread.add(number)

    def close(self) -> None:
        """End the party."""
        self.ratio.add(self._total, self._cases)
        self._total, self._cases = 0.0, 0
