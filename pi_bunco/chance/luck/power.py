"""How bad dice must be to be noticed: what so many dice can show and what not."""

from dataclasses import dataclass
from math import ceil, sqrt

from pi_bunco.chance.chi_square import noticed

SHARE = 0.8
"""Noticed means: in four of five evenings."""

FAIR = 1 / 6
"""The chance of a face of a fair die."""

BAD = 1 / 5
"""A face that comes one time in five: what takes how many dice is told for."""

_DEGREES = 5


@dataclass(frozen=True, slots=True)
class Power:
    """What a number of dice can show.

    One face comes too often and the others share the rest, as in ``pi-bunco simulate --loaded``. Then
    chi-square is noncentral with 7.2 · dice · (chance - 1/6)², from (chance - 1/6)² of the one face and
    (chance - 1/6)² / 25 of each of the five, over 1/6.

    Attributes
    ----------
    dice
        How many dice were counted, 1 or more.
    level
        How often the test may raise a false alarm.

    Examples
    --------
    >>> power = Power(1200, level=0.01)
    >>> round(power.all_loaded, 3), round(power.one_loaded, 3), power.needed(0.25)
    (0.212, 0.303, 358)
    """

    dice: int
    level: float

    @property
    def all_loaded(self) -> float:
        """The chance of a face that is noticed where all dice are alike; 1 or more: none is."""
        return FAIR + sqrt(noticed(SHARE, self.level, _DEGREES) / (_BEYOND * self.dice))

    @property
    def one_loaded(self) -> float:
        """The same of one die among three, the others fair: it must be off three times as far."""
        return FAIR + 3 * (self.all_loaded - FAIR)

    def needed(self, chance: float) -> int:
        """Tell how many dice it takes to notice dice with a face of this chance."""
        return ceil(noticed(SHARE, self.level, _DEGREES) / (_BEYOND * (chance - FAIR) ** 2))


_BEYOND = 6 * (1 + 1 / 5)
"""Noncentrality of one die, a face of which is certain to be off by 1."""
