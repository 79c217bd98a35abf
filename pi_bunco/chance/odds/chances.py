"""The value of odds."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely each side of a table is to win it.

    Attributes
    ----------
    sides
        The chance of each side, in the order of :attr:`~pi_bunco.rules.Table.sides`; they add up to 1.
    """

    sides: tuple[float, ...]

    @classmethod
    def around(cls, chances: ArrayLike, holder: int) -> "Chances":
        """Put chances that stand in the order of the passing dice into the order of the sides."""
        each = np.clip(np.asarray(chances, np.float64).ravel(), 0, 1)
        each = np.roll(each / each.sum(), holder)
        return cls(tuple(map(float, each)))
