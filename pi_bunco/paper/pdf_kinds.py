"""What can be printed, and on which paper. Importing this loads no library."""

from dataclasses import dataclass
from typing import Literal

PaperKind = Literal["score-cards", "tallies", "results"]
"""The papers of a game."""

PaperSize = Literal["a4", "letter"]
"""The paper sizes of printers at home."""

KINDS: tuple[PaperKind, ...] = ("score-cards", "tallies", "results")
SIZES: tuple[PaperSize, ...] = ("a4", "letter")


@dataclass(frozen=True, slots=True)
class Heading:
    """The text on every page.

    Attributes
    ----------
    evening
        The name of the evening; ``""``: none.
    date
        Its date, as people write it; ``""``: none.
    size
        The size of the paper.
    """

    evening: str = ""
    date: str = ""
    size: PaperSize = "a4"
