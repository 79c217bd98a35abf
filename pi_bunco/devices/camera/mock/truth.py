"""The truth about each throw of the mock, to measure readers with."""

from dataclasses import dataclass
from enum import StrEnum

from pi_bunco.readings import Box

Point = tuple[float, float]
"""A place in the picture, ``(x, y)`` in pixels."""


class ThrowKind(StrEnum):
    """What happens in a throw.

    >>> ThrowKind("cocked") is ThrowKind.COCKED
    True
    """

    PLAIN = "plain"
    """The dice come to rest flat and apart, or touching."""
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


WHY: dict[ThrowKind, str] = {
    ThrowKind.PLAIN: "",
    ThrowKind.COCKED: "One die leans.",
    ThrowKind.STACKED: "One die lies on another.",
    ThrowKind.OUT: "One die is not wholly on the mat.",
    ThrowKind.MISCOUNT: "Fewer or more dice lie there than were asked for.",
    ThrowKind.COVERED: "The hand stayed over the dice for a while.",
    ThrowKind.NUDGED: "A sleeve pushed one die afterwards.",
    ThrowKind.BUMPED: "Somebody bumped the camera afterwards.",
    ThrowKind.DIMMED: "The light changed afterwards.",
}
"""Each kind as a sentence."""

UNREADABLE = frozenset({ThrowKind.COCKED, ThrowKind.STACKED, ThrowKind.OUT, ThrowKind.MISCOUNT})
"""Throws that nobody can score."""


class ThrowFault(StrEnum):
    """Why one die cannot be read; empty if it can.

    >>> bool(ThrowFault.NONE), bool(ThrowFault.CUT)
    (False, True)
    """

    NONE = ""
    """It lies flat, uncovered and wholly in the picture."""
    COCKED = "cocked"
    """It leans."""
    STACKED = "stacked"
    """It lies on another die."""
    UNDER = "under"
    """Another die hides part of its top."""
    CUT = "cut"
    """It extends beyond the picture, or beyond the field between the fiducials."""
    COVERED = "covered"
    """A hand hides part of it."""


@dataclass(frozen=True, slots=True)
class LyingDie:
    """How one die lies, and its place in the picture, in pixels with lens distortion.

    Attributes
    ----------
    value
        The face that points up most.
    fault
        Why it cannot be read, if it cannot.
    centre
        The middle of the top face.
    quad
        The four corners of the top face of a sharp-edged cube, in order.
    edge
        Square root of the quad's area.
    box
        Bounding box of the whole die.
    """

    value: int
    fault: ThrowFault
    centre: Point
    quad: tuple[Point, Point, Point, Point]
    edge: float
    box: Box


@dataclass(frozen=True, slots=True)
class MockThing:
    """Something that is not a die: its middle and its width, in pixels."""

    at: Point
    width: float


@dataclass(frozen=True, slots=True)
class MockThrow:
    """What lies on the mat after one throw.

    Attributes
    ----------
    number
        Its number, from 0.
    values
        The faces that point up most, from left to right in the picture; dice wholly outside the picture
        are left out.
    boxes
        The bounding box of each die in pixels, in the same order.
    readable
        Whether the throw can be scored: every die lies flat, wholly in the picture and uncovered.
    kind
        What happened.
    why
        The kind as a sentence, ``""`` for a plain throw.
    dice
        How each die lies, in the same order.
    things
        Other things that a reader could mistake for a die.
    first_still, last_still
        The first frame in which the thrown dice lie still with no hand in the picture, and the last one
        before something moves again (a hand for the next throw, a sleeve); ``None`` until known.
    """

    number: int
    values: tuple[int, ...]
    boxes: tuple[Box, ...]
    readable: bool
    kind: ThrowKind = ThrowKind.PLAIN
    why: str = ""
    dice: tuple[LyingDie, ...] = ()
    things: tuple[MockThing, ...] = ()
    first_still: int | None = None
    last_still: int | None = None
