"""How bad dice must be to be noticed in so many throws."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import exp, lgamma, log, sqrt

from pi_bunco.chance import chi_square

SHARE = 0.8
"""Noticed means: in four of five evenings."""

FAIR = 1 / 6
"""The chance of a face of a fair die."""

BAD = 1 / 5
"""A face that comes one time in five; the page says how many dice it takes to notice it."""

_DEGREES = 5
_NEAR = 1e-4
_SPREAD = 7
"""So many standard deviations on either side hold all that counts."""


@dataclass(frozen=True)
class Power:
    """What a number of dice can show.

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
        """The least chance of a face that is noticed where all dice are alike; 1: none is."""
        if compute_power(1 - _NEAR, self.dice, self.level) < SHARE:
            return 1.0
        return _first(lambda chance: compute_power(chance, self.dice, self.level) >= SHARE, FAIR, 1 - _NEAR)

    @property
    def one_loaded(self) -> float:
        """The same of one die among three, the others fair, which is off three times as far; 1: none is."""
        return min(1.0, FAIR + 3 * (self.all_loaded - FAIR))

    @cached_property
    def needed(self) -> float:
        """How many dice it takes to notice dice with a face of chance :data:`BAD`, to one in ten thousand."""
        return _first(lambda dice: compute_power(BAD, round(dice), self.level) >= SHARE, 6, 1e6)


def compute_power(chance: float, dice: int, level: float) -> float:
    """Return the chance that the test of all faces notices dice with one face of this ``chance``.

    The loaded face comes a binomial number of times. The other dice then fall evenly on the
    other five faces, so that their part of chi-square is central with four degrees, and scaled by how many
    they are. Nearer than noncentral chi-square, which says 80 % where 74 % are found, of 240 dice.

    Parameters
    ----------
    chance
        Of the loaded face, above 0 and below 1.
    dice
        How many are thrown.
    level
        How often fair dice may be called uneven.

    >>> round(compute_power(1 / 6, 1200, 0.01), 4), round(compute_power(0.25, 1200, 0.01), 4)
    (0.01, 0.9999)
    """
    beyond = chi_square.point(level, _DEGREES)
    fair = dice / 6
    middle, half = dice * chance, _SPREAD * sqrt(dice * chance * (1 - chance)) + 1
    total = 0.0
    for came in range(max(0, int(middle - half)), min(dice, int(middle + half)) + 1):
        of_face = (came - fair) ** 2 / fair * 6 / 5
        scale = (dice - came) / 5 / fair
        rest = chi_square.above((beyond - of_face) / scale, _DEGREES - 1) if scale else of_face > beyond
        total += _binomial(came, dice, chance) * rest
    return total


def _binomial(came: int, of: int, chance: float) -> float:
    ways = lgamma(of + 1) - lgamma(came + 1) - lgamma(of - came + 1)
    return exp(ways + came * log(chance) + (of - came) * log(1 - chance))


def _first(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Find the first number between two from which on something holds, as it does of ``high``."""
    while high - low > _NEAR * high:
        middle = (low + high) / 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return high
