"""What an examination of a table finds: one line for each thing, for the command, the page and programs."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self


class Mark(StrEnum):
    """How a thing does.

    >>> [mark.value for mark in Mark]
    ['good', 'look', 'bad']
    """

    GOOD = "good"
    """Nothing is to be done."""
    LOOK = "look"
    """The table plays, but somebody should look at it."""
    BAD = "bad"
    """Something does not work, or soon will not."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of one thing.

    Attributes
    ----------
    check
        The thing: ``camera``, ``disk``.
    mark
        How it does.
    found
        What was found, as a sentence.
    remedy
        What to do, as a sentence; ``""`` where nothing is to be done.

    >>> print(Finding("disk", Mark.BAD, "The card is full.", "Make room."))
    bad   disk: The card is full. Make room.
    """

    check: str
    mark: Mark
    found: str
    remedy: str = ""

    @classmethod
    def good(cls, check: str, found: str) -> Self:
        """Return the finding that a thing is as it should be."""
        return cls(check, Mark.GOOD, found)

    @classmethod
    def look(cls, check: str, found: str, remedy: str) -> Self:
        """Return the finding that a person should look at a thing."""
        return cls(check, Mark.LOOK, found, remedy)

    @classmethod
    def bad(cls, check: str, found: str, remedy: str) -> Self:
        """Return the finding that a thing does not work."""
        return cls(check, Mark.BAD, found, remedy)

    def __str__(self) -> str:
        """Return it as one line."""
        return f"{self.mark:5} {self.check}: {self.found} {self.remedy}".rstrip()

    def to_json(self) -> dict[str, str]:
        """Return it as JSON values.

        >>> Finding.good("disk", "12 GB are free.").to_json()
        {'check': 'disk', 'mark': 'good', 'found': '12 GB are free.', 'remedy': ''}
        """
        return {"check": self.check, "mark": self.mark.value, "found": self.found, "remedy": self.remedy}
