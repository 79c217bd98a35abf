"""The truth about each rendered throw, to measure readers with."""

from dataclasses import dataclass
from enum import StrEnum

from pi_bunco.devices.camera.mock.throw import UNREADABLE, ThrowKind
from pi_bunco.readings import Box

__all__ = ["UNREADABLE", "WHY", "LyingDie", "OtherThing", "Point", "StillThrow", "ThrowFault", "ThrowKind"]

Point = tuple[float, float]
"""A place in the picture, ``(x, y)`` in pixels."""


WHY: dict[ThrowKind, str] = {
    ThrowKind.PLAIN: "",
    ThrowKind.COCKED: "One die leans.",
    ThrowKind.STACKED: "One die lies on another.",
    ThrowKind.OUT: "One die is not wholly on the mat.",
    ThrowKind.MISCOUNT: "Fewer or more dice lie there than were asked for.",
    ThrowKind.COVERED: "A hand covers the dice.",
}
"""Each kind that can be seen in a picture, as a sentence."""


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
class OtherThing:
    """Something that is not a die: its middle and its width, in pixels."""

    at: Point
    width: float


@dataclass(frozen=True, slots=True)
class StillThrow:
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
    """

    number: int
    values: tuple[int, ...]
    boxes: tuple[Box, ...]
    readable: bool
    kind: ThrowKind = ThrowKind.PLAIN
    why: str = ""
    dice: tuple[LyingDie, ...] = ()
    things: tuple[OtherThing, ...] = ()
