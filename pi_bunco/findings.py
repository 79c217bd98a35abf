"""The findings of the doctor, one for each check, for the command line, the page and programs."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self


class Mark(StrEnum):
    """The result of a check.

    >>> [mark.value for mark in Mark]
    ['good', 'look', 'bad']
    """

    GOOD = "good"
    """Everything is as it should be."""
    LOOK = "look"
    """The table plays, but somebody should look at it."""
    BAD = "bad"
    """Something does not work, or will soon fail."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found.

    Attributes
    ----------
    check
        Its name: ``camera``, ``disk``.
    mark
        The result.
    found
        What it found, as a sentence.
    remedy
        What to do, as a sentence; ``""`` if nothing.

    >>> print(Finding("disk", Mark.BAD, "The card is full.", "Make room."))
    bad   disk: The card is full. Make room.
    """

    check: str
    mark: Mark
    found: str
    remedy: str = ""

    @classmethod
    def good(cls, check: str, found: str) -> Self:
        """Return the finding that everything is as it should be."""
        return cls(check, Mark.GOOD, found)

    @classmethod
    def look(cls, check: str, found: str, remedy: str) -> Self:
        """Return the finding that somebody should look at something."""
        return cls(check, Mark.LOOK, found, remedy)

    @classmethod
    def bad(cls, check: str, found: str, remedy: str) -> Self:
        """Return the finding that something does not work."""
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
