"""The value that odds are told in."""

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
    exact
        Whether they were worked out, or estimated by playing the round to its end many times.
    error
        Half the width of the 95 % interval of an estimate, 0 where it is exact.
    """

    sides: tuple[float, ...]
    exact: bool = True
    error: float = 0.0

    @classmethod
    def around(cls, chances: ArrayLike, holder: int, *, exact: bool = True, error: float = 0.0) -> "Chances":
        """Put chances that stand in the order of the passing dice into the order of the sides."""
        each = np.clip(np.asarray(chances, np.float64).ravel(), 0, 1)
        each = np.roll(each / each.sum(), holder)
        return cls(tuple(map(float, each)), exact, error)
