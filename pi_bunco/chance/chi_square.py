"""The chi-square distribution, by hand: how often chance alone brings as much, and how much is found."""

from collections.abc import Callable
from math import exp, lgamma, log, sqrt

_ENOUGH = 1e-15
"""A further term that is a smaller part of the sum than this changes no digit of a float."""

_TINY = 1e-300
"""Stands for 0 where it would be divided by (Lentz's method)."""


def above(value: float, degrees: float) -> float:
    """Give the chance that chi-square with these degrees of freedom, any number above 0, exceeds ``value``.

    The regularised incomplete gamma function of the upper end, Q(degrees / 2, value / 2): one less the
    series (Abramowitz and Stegun 1964, 6.5.29) below the mean, the continued fraction (6.5.31, by Lentz's
    method as in Press et al., Numerical Recipes, 6.2) above it, so that small chances keep their digits.

    >>> [round(above(value, degrees), 4) for value, degrees in ((3.841459, 1), (18.30704, 10))]
    [0.05, 0.05]
    >>> f"{above(100, 5):.3e}"
    '5.285e-20'
    """
    if value <= 0:
        return 1.0
    half, at = degrees / 2, value / 2
    return max(0.0, 1 - _series(half, at)) if at < half + 1 else _fraction(half, at)


def _series(half: float, at: float) -> float:
    term = total = exp(half * log(at) - at - lgamma(half + 1))
    while term > total * _ENOUGH:
        half += 1
        term *= at / half
        total += term
    return total


def _fraction(half: float, at: float) -> float:
    b = at + 1 - half
    c, d = 1 / _TINY, 1 / b
    whole, step, n = d, 0.0, 0
    while abs(step - 1) > _ENOUGH:
        n += 1
        a = -n * (n - half)
        b += 2
        d = 1 / (a * d + b or _TINY)
        c = b + a / c or _TINY
        step = d * c
        whole *= step
    return whole * exp(half * log(at) - at - lgamma(half))


def point(chance: float, degrees: float) -> float:
    """Give the value that chi-square exceeds with this ``chance``, above 0 and below 1.

    >>> round(point(0.01, 5), 3)
    15.086
    """
    return _root(lambda value: chance - above(value, degrees))


def power(beyond: float, value: float, degrees: float) -> float:
    """Give the chance that noncentral chi-square exceeds ``value``.

    A mixture of central ones with two more degrees each, by a Poisson distribution with mean
    ``beyond`` / 2 (Abramowitz and Stegun 1964, 26.4.25), summed until what is left is below 1e-12.

    Parameters
    ----------
    beyond
        The noncentrality, 0 or more: the sum of (true - fair)² / fair over expected counts.
    value, degrees
        As for :func:`above`.

    >>> round(power(0, 15.086, 5), 4), round(power(12.83, 11.0705, 5), 3)  # Cohen 1988: 80 % at 12.83
    (0.01, 0.8)
    """
    half = beyond / 2
    if not half:
        return above(value, degrees)
    terms = int(half + 12 * sqrt(half) + 50)
    weights = (exp(n * log(half) - half - lgamma(n + 1)) for n in range(terms))
    return sum(weight * above(value, degrees + 2 * n) for n, weight in enumerate(weights))


def noticed(share: float, chance: float, degrees: float) -> float:
    """Give the noncentrality that a test, with a false alarm of ``chance``, notices in a ``share`` of cases.

    >>> round(noticed(0.8, 0.05, 5), 2)
    12.83
    """
    value = point(chance, degrees)
    return _root(lambda beyond: power(beyond, value, degrees) - share)


def _root(rises: Callable[[float], float]) -> float:
    """Find where a rising function of numbers above 0 passes 0, to 12 digits."""
    low, high = 0.0, 1.0
    while rises(high) < 0:
        low, high = high, high * 2
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        if rises(middle) < 0:
            low = middle
        else:
            high = middle
    return high
