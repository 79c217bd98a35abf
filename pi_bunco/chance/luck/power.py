"""Computes how strongly dice must be loaded so that the test of all faces notices them."""

from dataclasses import dataclass
from functools import cached_property
from math import exp, lgamma, log, sqrt

from pi_bunco.chance.chi_square import compute_chance, find_first, find_point

MIN_POWER = 0.8
"""Dice count as noticed if the test finds them in at least four of five evenings."""

FAIR_CHANCE = 1 / 6
"""The chance of a face of a fair die."""

BAD_CHANCE = 1 / 5
"""The chance of a clearly loaded face: it comes one time in five."""

_DEGREES = 5
"""Degrees of freedom of chi-square for six faces."""
_MAX_ERROR = 1e-4
"""The largest error of a search for a chance or a number of dice, as a share of the result."""
_MAX_DEVIATIONS = 7
"""Numbers of faces further from the mean, in standard deviations, are left out of the sum."""


@dataclass(frozen=True)
class Power:
    """Which loaded dice the test notices after a number of dice were counted.

    One face comes too often and the others share the rest, as in ``pi-bunco simulate --loaded``.

    Attributes
    ----------
    dice
        How many dice were counted, 1 or more.
    level
        How often the test may raise a false alarm.

    Examples
    --------
    >>> power = Power(1200, level=0.01)
    >>> round(power.all_loaded, 3), round(power.one_loaded, 3)
    (0.213, 0.306)
    """

    dice: int
    level: float

    @cached_property
    def all_loaded(self) -> float:
        """The smallest chance of the loaded face that is noticed if all dice are loaded alike; 1: none is."""
        if compute_power(1 - _MAX_ERROR, self.dice, self.level) < MIN_POWER:
            return 1.0
        return find_first(
            lambda chance: compute_power(chance, self.dice, self.level) >= MIN_POWER,
            FAIR_CHANCE,
            1 - _MAX_ERROR,
            _MAX_ERROR,
        )

    @property
    def one_loaded(self) -> float:
        """The same if only one die of three is loaded: three times as far from fair; 1: none is noticed."""
        return min(1.0, FAIR_CHANCE + 3 * (self.all_loaded - FAIR_CHANCE))

    @cached_property
    def needed(self) -> float:
        """How many dice must be counted to notice a face with the chance :data:`BAD_CHANCE`."""
        return find_first(
            lambda dice: compute_power(BAD_CHANCE, round(dice), self.level) >= MIN_POWER, 6, 1e6, _MAX_ERROR
        )


def compute_power(chance: float, dice: int, level: float) -> float:
    """Return the chance that the test of all faces notices dice with one face of this ``chance``.

    The loaded face comes a binomial number of times. The other dice fall evenly on the other five faces.
    So their part of chi-square is central with four degrees, and scaled by their number. This is more
    exact than noncentral chi-square, which returns 80 % for 240 dice although 74 % are found.

    Parameters
    ----------
    chance
        The chance of the loaded face, above 0 and below 1.
    dice
        How many dice are thrown.
    level
        How often the test may raise a false alarm.

    >>> round(compute_power(1 / 6, 1200, 0.01), 4), round(compute_power(0.25, 1200, 0.01), 4)
    (0.01, 0.9999)
    """
    limit = find_point(level, _DEGREES)
    fair = dice / 6
    mean = dice * chance
    spread = _MAX_DEVIATIONS * sqrt(mean * (1 - chance)) + 1
    total = 0.0
    for times in range(max(0, int(mean - spread)), min(dice, int(mean + spread)) + 1):
        face_part = (times - fair) ** 2 / fair * 6 / 5
        scale = (dice - times) / 5 / fair
        noticed = compute_chance((limit - face_part) / scale, _DEGREES - 1) if scale else face_part > limit
        total += _compute_binomial(times, dice, chance) * noticed
    return total


def _compute_binomial(times: int, dice: int, chance: float) -> float:
    log_ways = lgamma(dice + 1) - lgamma(times + 1) - lgamma(dice - times + 1)
    return exp(log_ways + times * log(chance) + (dice - times) * log(1 - chance))
