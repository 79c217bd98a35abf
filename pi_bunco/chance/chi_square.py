"""The chi-square distribution, without SciPy, and a search by bisection."""

from collections.abc import Callable
from math import exp, lgamma, log

_MIN_TERM = 1e-15
"""A term that is smaller than this share of the sum changes no digit of a float."""

_NOT_ZERO = 1e-300
"""Replaces a divisor that is 0 (Lentz's method)."""


def compute_chance(value: float, degrees: float) -> float:
    """Return the chance that chi-square with these degrees of freedom, any number above 0, exceeds ``value``.

    It is the upper regularised incomplete gamma function Q(degrees / 2, value / 2). Below the mean it is 1
    minus the series (Abramowitz and Stegun 1964, 6.5.29). Above the mean it is the continued fraction
    (6.5.31, by Lentz's method as in Press et al., Numerical Recipes, 6.2), so that small chances keep their
    digits.

    >>> [round(compute_chance(value, degrees), 4) for value, degrees in ((3.841459, 1), (18.30704, 10))]
    [0.05, 0.05]
    >>> f"{compute_chance(100, 5):.3e}"
    '5.285e-20'
    """
    if value <= 0:
        return 1.0
    a, x = degrees / 2, value / 2
    return max(0.0, 1 - _sum_series(a, x)) if x < a + 1 else _evaluate_fraction(a, x)


def _sum_series(a: float, x: float) -> float:
    term = total = exp(a * log(x) - x - lgamma(a + 1))
    while term > total * _MIN_TERM:
        a += 1
        term *= x / a
        total += term
    return total


def _evaluate_fraction(a: float, x: float) -> float:
    b = x + 1 - a
    c, d = 1 / _NOT_ZERO, 1 / b
    whole, step, n = d, 0.0, 0
    while abs(step - 1) > _MIN_TERM:
        n += 1
        numerator = -n * (n - a)
        b += 2
        d = 1 / (numerator * d + b or _NOT_ZERO)
        c = b + numerator / c or _NOT_ZERO
        step = d * c
        whole *= step
    return whole * exp(a * log(x) - x - lgamma(a))


def find_point(chance: float, degrees: float) -> float:
    """Return the value that chi-square exceeds with this `chance`, which is above 0 and below 1.

    >>> round(find_point(0.01, 5), 3)
    15.086
    """
    high = 1.0
    while compute_chance(high, degrees) > chance:
        high *= 2
    return find_first(lambda value: compute_chance(value, degrees) <= chance, 0.0, high, 1e-12)


def find_first(holds: Callable[[float], bool], low: float, high: float, error: float) -> float:
    """Return the smallest number between `low` and `high` for which a condition holds.

    The condition must hold from that number up to `high`. The result may be too large by this share of it:
    `error`.

    >>> round(find_first(lambda number: number * number >= 2, 1, 2, 1e-6), 4)
    1.4142
    """
    while high - low > error * high:
        middle = (low + high) / 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return high
