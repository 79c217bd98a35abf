"""The exact distribution of a sum over many throws, such as points or buncos."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import log, sqrt

import numpy as np

Worth = tuple[tuple[int, int], ...]
"""What one throw can be worth, ascending, each with how many of the 216 throws are worth it."""

_THROWS = 216

_LEFT_OUT = -log(1e-15)
"""Chances below this are lost in floats anyway."""


def worth_of(each: Iterable[int]) -> Worth:
    """Return what a throw can be worth from the worth of each of the 216.

    >>> worth_of([21] + [5] * 5 + [2] * 15 + [1] * 75 + [0] * 120)
    ((0, 120), (1, 75), (2, 15), (5, 5), (21, 1))
    """
    return tuple(sorted(Counter(each).items()))


def expect_sum(throws: Mapping[Worth, int]) -> float:
    """Return the sum that chance brings on average.

    Parameters
    ----------
    throws
        How many throws have each kind of worth.

    >>> expect_sum({worth_of([1] * 36 + [0] * 180): 12})
    2.0
    """
    return sum(number * _mean(one) for one, number in throws.items())


def as_far_out(total: int, throws: Mapping[Worth, int]) -> float:
    """Return the chance that fair dice bring a sum as far out as ``total``, too high or too low.

    Twice the smaller of the two tails. The distribution is the product of the throws' generating
    functions, turned back by a Fourier transform that is long enough that nothing of 1e-15 comes round it.

    Parameters
    ----------
    total
        The sum that came.
    throws
        How many throws have each kind of worth.

    >>> twelve = {worth_of([1] * 36 + [0] * 180): 12}
    >>> round(as_far_out(6, twelve), 6), as_far_out(2, twelve)  # binomial: twice 0.007925
    (0.01585, 1.0)
    """
    length = max(_longest(throws), total + 1)
    around = np.ones(length // 2 + 1, dtype=complex)
    for one, number in throws.items():
        single = np.zeros(length)
        for value, ways in one:
            single[value] = ways / _THROWS
        around *= np.fft.rfft(single) ** number
    chances = np.fft.irfft(around, length)
    low, high = float(chances[: total + 1].sum()), float(chances[total:].sum())
    return min(1.0, max(0.0, 2 * min(low, high)))


def reach(variance: float, most: int) -> float:
    """Return how far a sum of that variance is hardly ever from its mean (Bernstein's inequality, 1e-15).

    ``most`` is the farthest that one throw can be.
    """
    term = most * _LEFT_OUT / 3
    return term + sqrt(term * term + 2 * variance * _LEFT_OUT)


def _longest(throws: Mapping[Worth, int]) -> int:
    """Return a sum that is hardly ever exceeded, and more than a throw is worth."""
    most = max((one[-1][0] for one in throws), default=0)
    spread = sum(number * _variance(one) for one, number in throws.items())
    return int(expect_sum(throws) + reach(spread, most)) + most + 2


def _mean(one: Worth) -> float:
    return sum(value * ways for value, ways in one) / _THROWS


def _variance(one: Worth) -> float:
    return sum(value * value * ways for value, ways in one) / _THROWS - _mean(one) ** 2
