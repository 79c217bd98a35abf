"""One page of PDF: rectangles, lines and plain words, in millimetres from the upper left.

Small enough to write: no library for PDF is as light as this page, and a mat needs nothing else.
Source: ISO 32000-1:2008, 7.5 (file structure), 8.5 (paths), 9.4 (text), 12.2 (viewer preferences).
"""

from dataclasses import dataclass, field

Colour = tuple[float, float, float]
"""Red, green and blue, 0 to 1."""
BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class MatLettering:
    """How words are written: their height in millimetres, their colour, and whether they are bold."""

    size: float
    colour: Colour = BLACK
    bold: bool = False


_POINT = 72 / 25.4
"""Points of PDF to a millimetre."""


@dataclass
class Page:
    """A page that is being drawn; what comes later lies on top.

    Attributes
    ----------
    width, height
        In millimetres.
    title
        What a viewer shows as its name, in ASCII.

    >>> page = Page(210, 297, "Empty")
    >>> page.bytes[:8], len(page.bytes) < 1000
    (b'%PDF-1.4', True)
    """

    width: float
    height: float
    title: str
    _drawn: list[str] = field(default_factory=list)

    def box(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        """Fill a rectangle whose upper left is at ``x``, ``y``."""
        at = _numbers(x, self.height - y - height, width, height)
        self._drawn.append(f"{_colour(colour)} rg {at} re f")

    def line(self, *places: tuple[float, float], colour: Colour, thick: float, dash: float = 0) -> None:
        """Draw a line through places, ``thick`` millimetres wide, in pieces as long as ``dash``."""
        path = " l ".join(_numbers(x, self.height - y) for x, y in places).replace(" l ", " m ", 1) + " l"
        pieces = _numbers(dash) if dash else ""
        self._drawn.append(f"{_colour(colour)} RG {_numbers(thick)} w [{pieces}] 0 d {path} S")

    def words(self, x: float, y: float, said: str, hand: MatLettering) -> None:
        """Write a line of ASCII in Helvetica that begins at ``x`` and stands on ``y``."""
        safe = said.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        font = f"/F{2 if hand.bold else 1} {_numbers(hand.size)} Tf"
        at = _numbers(x, self.height - y)
        self._drawn.append(f"BT {_colour(hand.colour)} rg {font} {at} Td ({safe}) Tj ET")

    @property
    def bytes(self) -> bytes:
        """The file. The same drawing gives the same bytes."""
        content = "\n".join([f"{_POINT:.6f} 0 0 {_POINT:.6f} 0 0 cm", *self._drawn])
        size = _numbers(self.width * _POINT, self.height * _POINT)
        return _file(
            # No viewer is to shrink the page to what it takes for the printer's margins.
            "<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] /Contents 4 0 R "
            "/Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>",
            f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>",
            f"<< /Title ({self.title}) /Producer (pi-bunco) >>",
        )


def _file(*objects: str) -> bytes:
    """Put objects together, first the catalogue and last the facts, with the table of where each is."""
    out = b"%PDF-1.4\n"
    places = []
    for number, text in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{text}\nendobj\n".encode("ascii")
    rows = "".join(f"{place:010d} 00000 n \n" for place in places)
    many = len(objects) + 1
    tail = f"trailer\n<< /Size {many} /Root 1 0 R /Info {many - 1} 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + f"xref\n0 {many}\n0000000000 65535 f \n{rows}{tail}".encode("ascii")


def _numbers(*numbers: float) -> str:
    return " ".join(f"{number:.3f}".rstrip("0").rstrip(".") for number in numbers)


def _colour(colour: Colour) -> str:
    return _numbers(*colour)
