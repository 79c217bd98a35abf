"""What can be printed, and on which paper. Importing this loads no library."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, get_args

from pi_bunco.errors import Trouble
from pi_bunco.sentences import say

PaperKind = Literal[
    "table-signs",
    "walking-signs",
    "place-cards",
    "score-cards",
    "tallies",
    "certificates",
    "results",
    "ledger",
]
"""The papers of a game."""

CodeKind = Literal["wifi-poster", "phone-poster", "table-codes"]
"""The papers with codes to scan."""

PaperSize = Literal["a4", "letter"]
"""The paper sizes of printers at home."""

KINDS: tuple[PaperKind, ...] = get_args(PaperKind)
CODES: tuple[CodeKind, ...] = get_args(CodeKind)
SIZES: tuple[PaperSize, ...] = ("a4", "letter")


class NothingToPrint(Trouble):
    """A paper would be empty: nobody changes tables, or no award can be handed over."""


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
    language
        The code of the language of what is printed.
    """

    evening: str = ""
    date: str = ""
    size: PaperSize = "a4"
    language: str = "en"

    @property
    def line(self) -> str:
        """Both on one line; ``""`` if neither is there."""
        return join_facts((self.evening, self.date))


def join_facts(facts: Iterable[str]) -> str:
    """Join the facts that are there with a dot between them.

    >>> join_facts(("3 buncos", "", "$20"))
    '3 buncos · $20'
    """
    there = [fact for fact in facts if fact]
    joined = there[0] if there else ""
    for fact in there[1:]:
        joined = say("{facts} · {fact}", facts=joined, fact=fact)
    return joined


@dataclass(frozen=True, slots=True)
class Code:
    """A code to scan, with what people read beside it.

    Attributes
    ----------
    title
        What it leads to.
    text
        What is in the code. It may contain a password, so it is never printed with the value.
    help
        What to do, in a sentence.
    typed
        What people can type instead: each with its name.
    """

    title: str
    text: str = field(repr=False)
    help: str
    typed: tuple[tuple[str, str], ...] = field(default=(), repr=False)
