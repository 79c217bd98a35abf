"""Draws mats, and markers to cut out, as PDF."""

from datetime import UTC, datetime
from typing import NamedTuple

import cv2
from fpdf import FPDF
from fpdf.prefs import ViewerPreferences

from pi_bunco.paper.printed_mat import CELL, MARGIN, MARKER, Box, PrintedMat

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""
_FELT: Colour = (158, 194, 168)
"""Pale green. White and dark dice both stand out from it, and every printer can print it."""
_INK: Colour = (41, 61, 51)
_BRASS: Colour = (184, 145, 64)
_BLACK: Colour = (0, 0, 0)
_WHITE: Colour = (255, 255, 255)
_GREY: Colour = (153, 153, 153)


class _Style(NamedTuple):
    """The look of words: their height in millimetres, whether they are bold, and their colour."""

    size: float
    bold: bool = False
    colour: Colour = _INK


_TITLE, _NAME = _Style(7, bold=True), _Style(4, bold=True)
_TEXT, _SMALL = _Style(4), _Style(3.2)
_ON_BLACK = _Style(5, bold=True, colour=_WHITE)

_POINTS = 72 / 25.4
"""Points in a millimetre."""
_RULER = 100.0
_CARD = MARKER + 4 * CELL
"""The size of a marker to cut out, with a white rim two cells wide."""
_WHERE = ("top left", "top right", "bottom right", "bottom left")


def draw_mat(paper: str, *, plain: bool = False) -> bytes:
    """Draw a mat that fills a sheet of paper.

    Parameters
    ----------
    paper
        A name of :data:`~pi_bunco.paper.printed_mat.PAPERS`.
    plain
        Leave the field white, for coloured paper.

    Returns
    -------
    bytes
        The PDF.
    """
    mat = PrintedMat(paper)
    page = _Page(mat.size, f"pi-bunco mat {paper.upper()}")
    field = mat.field
    if not plain:
        page.fill(field, _FELT)
        _draw_lines(page, field)
    for number, box in enumerate(mat.markers):
        _draw_marker(page, number, box)
    _draw_margin(page, mat)
    return bytes(page.output())


def draw_cards(paper: str) -> bytes:
    """Draw four markers to cut out, for a mat of any size: felt, a tray, a table.

    Parameters
    ----------
    paper
        A name of :data:`~pi_bunco.paper.printed_mat.PAPERS`.

    Returns
    -------
    bytes
        The PDF.
    """
    width, height = PrintedMat(paper).size
    page = _Page((width, height), f"pi-bunco markers {paper.upper()}")
    step = _CARD + 3 * CELL
    left, top = (width - 4 * _CARD - 3 * 3 * CELL) / 2, 44.0
    page.write_words(left, 22, "Four markers for a mat of your own", _TITLE)
    page.write_words(
        left,
        31,
        "Cut along the broken lines and glue each into its corner of the mat, flat, facing the camera.",
        _TEXT,
    )
    for number, where in enumerate(_WHERE):
        x = left + number * step
        page.draw_outline(Box(x, top, _CARD, _CARD))
        _draw_marker(page, number, Box(x + 2 * CELL, top + 2 * CELL, MARKER, MARKER))
        page.write_words(x, top + _CARD + 6, f"{number}: {where}", _TEXT)
    for line, text in enumerate(
        (
            "The outermost corners of the four black squares are the field's corners: dice count inside.",
            f"Each is {MARKER:g} mm wide. Leave them uncovered; then calibrate the table, on its page.",
        )
    ):
        page.write_words(left, top + _CARD + 20 + 7 * line, text, _TEXT)
    _draw_ruler(page, left, top + _CARD + 38)
    _draw_places(page, Box(left, top + _CARD + 48, 90, 50))
    return bytes(page.output())


class _Page(FPDF):
    """A page measured in millimetres from the upper left corner. Later drawings cover earlier ones."""

    def __init__(self, size: tuple[float, float], title: str) -> None:
        super().__init__(format=size)
        self.set_title(title)
        self.set_producer("pi-bunco")
        self.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))  # the same drawing makes the same file
        self.set_compression(False)  # likewise, with any version of zlib
        self.viewer_preferences = ViewerPreferences(
            print_scaling="None"
        )  # not shrunk to the printer's margins
        self.set_auto_page_break(auto=False)
        self.add_page()

    def fill(self, box: Box, colour: Colour) -> None:
        """Fill a rectangle."""
        self.set_fill_color(*colour)
        self.rect(box.x, box.y, box.width, box.height, style="F")

    def draw_outline(self, box: Box) -> None:
        """Draw a dashed line around a rectangle."""
        self._set_pen(_GREY, 0.25)
        self.set_dash_pattern(2, 2)
        self.rect(box.x, box.y, box.width, box.height)
        self.set_dash_pattern()

    def draw_rule(
        self, start: tuple[float, float], end: tuple[float, float], colour: Colour, thick: float
    ) -> None:
        """Draw a line that is ``thick`` millimetres wide."""
        self._set_pen(colour, thick)
        self.line(*start, *end)

    def write_words(self, x: float, y: float, text: str, style: _Style) -> None:
        """Write a line of text in Helvetica that starts at ``x``, with its baseline at ``y``."""
        self.set_font("Helvetica", "B" if style.bold else "", style.size * _POINTS)
        self.set_text_color(*style.colour)
        self.text(x, y, text)

    def _set_pen(self, colour: Colour, thick: float) -> None:
        self.set_draw_color(*colour)
        self.set_line_width(thick)


def _draw_marker(page: _Page, number: int, box: Box) -> None:
    """Draw a marker with white paper one cell wide around it. Without this rim no marker is found."""
    cells = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, round(MARKER / CELL)
    )
    page.fill(Box(box.x - CELL, box.y - CELL, MARKER + 2 * CELL, MARKER + 2 * CELL), _WHITE)
    page.fill(box, _BLACK)
    for row, column in zip(*cells.nonzero(), strict=True):
        page.fill(Box(box.x + float(column) * CELL, box.y + float(row) * CELL, CELL, CELL), _WHITE)


def _draw_lines(page: _Page, field: Box) -> None:
    """Draw a fine double line along the field's edges, from marker to marker."""
    room = MARKER + CELL
    for inset, thick in ((1.2, 0.6), (2.4, 0.25)):
        left, top = field.x + inset, field.y + inset
        right, low = field.x + field.width - inset, field.y + field.height - inset
        for start, end in (
            ((field.x + room, top), (field.x + field.width - room, top)),
            ((field.x + room, low), (field.x + field.width - room, low)),
            ((left, field.y + room), (left, field.y + field.height - room)),
            ((right, field.y + room), (right, field.y + field.height - room)),
        ):
            page.draw_rule(start, end, _BRASS, thick)


def _draw_margin(page: _Page, mat: PrintedMat) -> None:
    """Write what the mat is above the field, and draw a line below it to check the size of the print."""
    left = mat.field.x + MARKER + 2 * CELL
    name = mat.paper.upper() if mat.paper != "letter" else "Letter"
    page.write_words(left, MARGIN - 3.5, "pi-bunco", _NAME)
    text = f"Mat {name}. Leave its four markers uncovered; they are {MARKER:g} mm wide."
    page.write_words(left + 21, MARGIN - 3.5, text, _SMALL)
    _draw_ruler(page, left, mat.size[1] - MARGIN + 4.5)


def _draw_ruler(page: _Page, x: float, y: float) -> None:
    page.draw_rule((x, y), (x + _RULER, y), _INK, 0.3)
    for tick in range(11):
        at = x + tick * _RULER / 10
        page.draw_rule((at, y - (2.0 if tick % 5 == 0 else 1.2)), (at, y), _INK, 0.3)
    page.write_words(
        x + _RULER + 3, y, f"{_RULER:g} mm. If not, print again at 100 %, not fitted to the page.", _SMALL
    )


def _draw_places(page: _Page, mat: Box) -> None:
    """Sketch where each marker goes on a mat."""
    page.fill(mat, _FELT)
    edge = 7.0
    right, low = mat.x + mat.width - edge - 2, mat.y + mat.height - edge - 2
    spots = ((mat.x + 2, mat.y + 2), (right, mat.y + 2), (right, low), (mat.x + 2, low))
    for number, (x, y) in enumerate(spots):
        page.fill(Box(x, y, edge, edge), _BLACK)
        page.write_words(x + 2, y + edge - 1.9, f"{number}", _ON_BLACK)
    page.write_words(mat.x + 33, mat.y + mat.height / 2 + 1, "field", _TEXT)
    page.draw_outline(Box(mat.x + 2, mat.y + 2, mat.width - 4, mat.height - 4))
