"""The chi-square distribution, without SciPy."""

from math import exp, lgamma, log

_ENOUGH = 1e-15
"""A further term that is a smaller part of the sum than this changes no digit of a float."""

_TINY = 1e-300
"""Stands for 0 where it would be divided by (Lentz's method)."""


def above(value: float, degrees: float) -> float:
    """Return the chance that chi-square with these degrees of freedom, any number above 0, exceeds ``value``.

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
    """Return the value that chi-square exceeds with this ``chance``, above 0 and below 1.

    >>> round(point(0.01, 5), 3)
    15.086
    """
    low, high = 0.0, 1.0
    while above(high, degrees) > chance:
        low, high = high, high * 2
    while high - low > _NEAR * high:
        middle = (low + high) / 2
        if above(middle, degrees) > chance:
            low = middle
        else:
            high = middle
    return high


_NEAR = 1e-12
"""A root is found to so small a part of it."""
