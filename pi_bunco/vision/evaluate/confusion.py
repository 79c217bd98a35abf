"""Which face is taken for which."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from pi_bunco.vision.evaluate.match import Pair

FACES = (1, 2, 3, 4, 5, 6)
NONE = 0
"""In place of a face: no die lies there (it was invented), or none was read (it was missed)."""


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often each face was read as each.

    Attributes
    ----------
    counts
        By the face that lies there and the one that was read; either may be :data:`NONE`.
    """

    counts: Counter[tuple[int, int]]

    @property
    def missed(self) -> int:
        """Dice that lie there and were not read."""
        return sum(self.counts[face, NONE] for face in FACES)

    @property
    def invented(self) -> int:
        """Dice that were read and do not lie there."""
        return sum(self.counts[NONE, face] for face in FACES)

    @property
    def mistaken(self) -> int:
        """Dice that were read as another face."""
        return sum(self.counts[lies, read] for lies in FACES for read in FACES if lies != read)

    def rows(self) -> list[list[int]]:
        """Return the table: a row for each face that lies there, then for invented dice; a column likewise.

        >>> confusion([]).rows()[0]
        [0, 0, 0, 0, 0, 0, 0]
        """
        order = (*FACES, NONE)
        return [[self.counts[lies, read] for read in order] for lies in order]


def confusion(pairs: Iterable[Pair]) -> Confusion:
    """Count matched dice."""
    return Confusion(
        Counter(
            (pair.lies.value if pair.lies else NONE, pair.read.value if pair.read else NONE) for pair in pairs
        )
    )
