"""Where everything is on a printed mat, in millimetres from the upper left corner of the sheet."""

from dataclasses import dataclass

PAPERS = {"a3": (420.0, 297.0), "a4": (297.0, 210.0), "letter": (279.4, 215.9)}
"""Width and height of the sheets for mats, in landscape.

Source: ISO 216:2007 (A3, A4); ANSI/ASME Y14.1 size A (Letter, 11 by 8.5 inches).
"""
MARKER = 24.0
"""Edge of a marker: six cells of 4 mm.

It is no larger, because a marker takes a seventh of A4's field for its corner.
"""
CELL = MARKER / 6
MARGIN = 12.0
"""From the edge of the paper to the field: printers do not print here, and markers need white around them."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: its upper left corner, its width and its height."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PrintedMat:
    """A mat for one kind of paper.

    Attributes
    ----------
    paper
        A name of :data:`PAPERS`.

    >>> PrintedMat("a3").field
    Box(x=12.0, y=12.0, width=396.0, height=273.0)
    >>> [(box.x, box.y) for box in PrintedMat("a4").markers]
    [(12.0, 12.0), (261.0, 12.0), (261.0, 174.0), (12.0, 174.0)]
    """

    paper: str

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the paper."""
        return PAPERS[self.paper]

    @property
    def field(self) -> Box:
        """The playing field: from the outermost corner of one marker to those of the others."""
        width, height = self.size
        return Box(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)

    @property
    def markers(self) -> tuple[Box, Box, Box, Box]:
        """Markers 0 to 3, clockwise from the upper left."""
        left, top = self.field.x, self.field.y
        right, low = left + self.field.width - MARKER, top + self.field.height - MARKER
        return (
            Box(left, top, MARKER, MARKER),
            Box(right, top, MARKER, MARKER),
            Box(right, low, MARKER, MARKER),
            Box(left, low, MARKER, MARKER),
        )
