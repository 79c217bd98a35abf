"""Computes the confidence interval of a counted share."""

from math import sqrt

Z = 1.959964
"""95 % of a normal distribution lie within this many standard deviations of its mean."""


def compute_wilson_interval(share: float, count: float, z: float = Z) -> tuple[float, float]:
    """Return the confidence interval of a share (Wilson 1927, as in Brown, Cai and DasGupta 2001).

    Parameters
    ----------
    share
        The observed share, 0 to 1.
    count
        The number of independent cases.
    z
        Standard deviations on either side; the default means 95 %.

    Returns
    -------
    tuple of float
        Lower and upper end, 0 to 1.

    Examples
    --------
    >>> [round(end, 3) for end in compute_wilson_interval(0, 100)]
    [0.0, 0.037]
    >>> [round(end, 3) for end in compute_wilson_interval(0.05, 100)]
    [0.022, 0.112]
    >>> compute_wilson_interval(0, 0)
    (0.0, 1.0)
    """
    if count <= 0:
        return 0.0, 1.0
    square = z * z
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = z / (1 + square / count) * sqrt(share * (1 - share) / count + square / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)
