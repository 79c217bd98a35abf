"""The truth about each throw of the mock camera, to count what is read right."""

from dataclasses import dataclass
from enum import StrEnum


class ThrowKind(StrEnum):
    """What happens in a throw.

    >>> ThrowKind("cocked") is ThrowKind.COCKED
    True
    """

    PLAIN = "plain"
    """The dice come to rest flat."""
    COCKED = "cocked"
    """One die leans, mostly on another."""
    STACKED = "stacked"
    """One die lies on another."""
    OUT = "out"
    """One die is half or wholly outside the picture, or outside the field between the fiducials."""
    MISCOUNT = "miscount"
    """There are too few or too many dice."""
    COVERED = "covered"
    """The hand stays over the dice for a while before it leaves; then it is a plain throw."""
    NUDGED = "nudged"
    """When the dice have lain still for a while, a sleeve pushes one of them."""
    BUMPED = "bumped"
    """When the dice have lain still for a while, somebody bumps the camera."""
    DIMMED = "dimmed"
    """When the dice have lain still for a while, the light changes."""


UNREADABLE = frozenset({ThrowKind.COCKED, ThrowKind.STACKED, ThrowKind.OUT, ThrowKind.MISCOUNT})
"""Throws that nobody can score."""


@dataclass(frozen=True, slots=True)
class MockThrow:
    """What lies on the mat after one throw.

    Attributes
    ----------
    number
        Its number, from 0.
    values
        The faces that point up most, from left to right in the picture.
    kind
        What happens.
    first_still, last_still
        The first frame in which the thrown dice lie still with no hand in the picture, and the last one
        before something moves again (a hand for the next throw, a sleeve); ``None`` until known.

    >>> MockThrow(0, (1, 4, 4), ThrowKind.COCKED).readable
    False
    """

    number: int
    values: tuple[int, ...]
    kind: ThrowKind
    first_still: int | None = None
    last_still: int | None = None

    @property
    def readable(self) -> bool:
        """Whether the throw can be scored: every die lies flat, wholly in the picture and uncovered."""
        return self.kind not in UNREADABLE
