"""The findings of the doctor, one for each check, for the command line, the page and programs."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Self

import structlog

from pi_bunco.sentences import say
from pi_bunco.texts import Text

_log = structlog.get_logger()


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
    found: Text
    remedy: Text = ""

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


class NotReadable(Exception):
    """A check needs a path that this user may not read."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path

    def report(self, check: str) -> Finding:
        """Return the finding of the check."""
        return Finding.look(
            check,
            say("This user may not look at {path}.", path=self.path),
            say("Run it again with sudo: sudo pi-bunco doctor"),
        )


@contextmanager
def check_access(path: Path) -> Iterator[None]:
    """Raise :class:`NotReadable` if the body of the ``with`` may not look at this path."""
    try:
        yield
    except PermissionError:
        raise NotReadable(path) from None


def report_fault(check: str, error: Exception) -> Finding:
    """Log an error of a check itself, and return the finding."""
    _log.error("a check failed", check=check, exc_info=error)
    return Finding.bad(
        check,
        say("The check itself failed: {error}.", error=f"{error!r}"),
        say("pi-bunco support-bundle packs it for those who help you."),
    )
