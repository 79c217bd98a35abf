"""Counts which faces the reader mistakes for which."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from evaluation.match import Pair

FACES = (1, 2, 3, 4, 5, 6)
NONE = 0
"""Stands in for a face: there is no die (the reader invented it), or none was read (the reader missed it)."""


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often each face was read as each face.

    Attributes
    ----------
    counts
        By the face of the label and the face that was read; either may be :data:`NONE`.
    """

    counts: Counter[tuple[int, int]]

    @property
    def missed(self) -> int:
        """Dice of the labels that were not read."""
        return sum(self.counts[face, NONE] for face in FACES)

    @property
    def invented(self) -> int:
        """Dice that were read and are on no label."""
        return sum(self.counts[NONE, face] for face in FACES)

    @property
    def mistaken(self) -> int:
        """Dice that were read as another face."""
        return sum(self.counts[label, read] for label in FACES for read in FACES if label != read)

    def list_rows(self) -> list[list[int]]:
        """Return the table: a row for each face of the label and one for invented dice; columns likewise.

        >>> count_confusion([]).list_rows()[0]
        [0, 0, 0, 0, 0, 0, 0]
        """
        order = (*FACES, NONE)
        return [[self.counts[label, read] for read in order] for label in order]


def count_confusion(pairs: Iterable[Pair]) -> Confusion:
    """Count the faces of matched dice."""
    return Confusion(
        Counter(
            (pair.label.value if pair.label else NONE, pair.read.value if pair.read else NONE)
            for pair in pairs
        )
    )
