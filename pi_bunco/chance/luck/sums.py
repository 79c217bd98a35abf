"""The exact distribution of a sum over many throws, such as points or buncos."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import log, sqrt

import numpy as np

Worth = tuple[tuple[int, int], ...]
"""The worths that one throw can have, ascending, each with how many of the 216 throws have it."""

ALL_THROWS = 216  # of three dice

_LOG_LEFT_OUT = -log(1e-15)
"""The negative logarithm of 1e-15, a chance that is too small to matter in floats."""


def count_worths(worths: Iterable[int]) -> Worth:
    """Return the worths that a throw can have, from the worth of each of the 216.

    >>> count_worths([21] + [5] * 5 + [2] * 15 + [1] * 75 + [0] * 120)
    ((0, 120), (1, 75), (2, 15), (5, 5), (21, 1))
    """
    return tuple(sorted(Counter(worths).items()))


def compute_mean(throws: Mapping[Worth, int]) -> float:
    """Return the mean of the sum.

    Parameters
    ----------
    throws
        How many throws have each set of possible worths.

    >>> compute_mean({count_worths([1] * 36 + [0] * 180): 12})
    2.0
    """
    return sum(number * _compute_throw_mean(worth) for worth, number in throws.items())


def compute_tail_chance(total: int, throws: Mapping[Worth, int]) -> float:
    """Return the chance that fair dice bring a sum as far out as ``total``, too high or too low.

    It is twice the smaller of the two tails. The distribution is the product of the throws' generating
    functions, which an inverse Fourier transform turns into chances. The transform is so long that chances
    of sums beyond its end are below 1e-15.

    Parameters
    ----------
    total
        The sum that was counted.
    throws
        How many throws have each set of possible worths.

    >>> twelve = {count_worths([1] * 36 + [0] * 180): 12}
    >>> round(compute_tail_chance(6, twelve), 6), compute_tail_chance(2, twelve)  # binomial: twice 0.007925
    (0.01585, 1.0)
    """
    length = max(_bound_sum(throws), total + 1)
    product = np.ones(length // 2 + 1, dtype=complex)
    for worth, number in throws.items():
        one_throw = np.zeros(length)
        for value, ways in worth:
            one_throw[value] = ways / ALL_THROWS
        product *= np.fft.rfft(one_throw) ** number
    chances = np.fft.irfft(product, length)
    low, high = float(chances[: total + 1].sum()), float(chances[total:].sum())
    return min(1.0, max(0.0, 2 * min(low, high)))


def bound_deviation(variance: float, most: int) -> float:
    """Return a distance from the mean that a sum exceeds with a chance below 1e-15 (Bernstein's inequality).

    ``variance`` is the sum's. One throw is never farther than ``most`` from its mean.
    """
    term = most * _LOG_LEFT_OUT / 3
    return term + sqrt(term * term + 2 * variance * _LOG_LEFT_OUT)


def _bound_sum(throws: Mapping[Worth, int]) -> int:
    """Return a sum that is exceeded with a chance below 1e-15, and larger than any throw's worth."""
    most = max((worth[-1][0] for worth in throws), default=0)
    variance = sum(number * _compute_throw_variance(worth) for worth, number in throws.items())
    return int(compute_mean(throws) + bound_deviation(variance, most)) + most + 2


def _compute_throw_mean(worth: Worth) -> float:
    return sum(value * ways for value, ways in worth) / ALL_THROWS


def _compute_throw_variance(worth: Worth) -> float:
    return sum(value * value * ways for value, ways in worth) / ALL_THROWS - _compute_throw_mean(worth) ** 2
