"""Draws mats, and markers to cut out, as PDF."""

import cv2

from pi_bunco.paper.mat.pdf import BLACK, WHITE, Colour, MatLettering, Page
from pi_bunco.paper.mat.sheet import CELL, MARGIN, MARKER, Box, PrintedMat

FELT: Colour = (0.62, 0.76, 0.66)
"""Pale green: white dice and dark ones both stand out from it, and a printer has ink for it."""
_INK: Colour = (0.16, 0.24, 0.20)
_BRASS: Colour = (0.72, 0.57, 0.25)

_TITLE, _NAME = MatLettering(7, _INK, bold=True), MatLettering(4, _INK, bold=True)
_TEXT, _SMALL = MatLettering(4, _INK), MatLettering(3.2, _INK)
_ON_BLACK = MatLettering(5, WHITE, bold=True)

_RULER = 100.0
_CARD = MARKER + 4 * CELL
"""A marker to cut out, with a white rim two cells wide."""
_WHERE = ("top left", "top right", "bottom right", "bottom left")


def draw_mat(paper: str, *, plain: bool = False) -> bytes:
    """Draw the mat of a whole sheet.

    Parameters
    ----------
    paper
        A name of :data:`~pi_bunco.paper.mat.sheet.PAPERS`.
    plain
        Leave the field white, for coloured paper.

    Returns
    -------
    bytes
        The PDF.
    """
    mat = PrintedMat(paper)
    page = Page(*mat.size, f"pi-bunco mat {paper.upper()}")
    field = mat.field
    if not plain:
        page.box(field.x, field.y, field.width, field.height, FELT)
        _lines(page, field)
    for number, box in enumerate(mat.markers):
        _marker(page, number, box)
    _margin(page, mat)
    return page.bytes


def draw_cards(paper: str) -> bytes:
    """Draw four markers to cut out, for a mat of any size: felt, a tray, a table.

    Parameters
    ----------
    paper
        A name of :data:`~pi_bunco.paper.mat.sheet.PAPERS`.

    Returns
    -------
    bytes
        The PDF.
    """
    width, height = PrintedMat(paper).size
    page = Page(width, height, f"pi-bunco markers {paper.upper()}")
    step = _CARD + 3 * CELL
    left, top = (width - 4 * _CARD - 3 * 3 * CELL) / 2, 44.0
    page.words(left, 22, "Four markers for a mat of your own", _TITLE)
    page.words(
        left,
        31,
        "Cut along the broken lines and glue each into its corner of the mat, flat, facing the camera.",
        _TEXT,
    )
    for number, where in enumerate(_WHERE):
        x = left + number * step
        _around(page, Box(x, top, _CARD, _CARD))
        _marker(page, number, Box(x + 2 * CELL, top + 2 * CELL, MARKER, MARKER))
        page.words(x, top + _CARD + 6, f"{number}: {where}", _TEXT)
    for line, said in enumerate(
        (
            "The outermost corners of the four black squares are the field's corners: dice count inside.",
            f"Each is {MARKER:g} mm wide. Leave them uncovered; then calibrate the table, on its page.",
        )
    ):
        page.words(left, top + _CARD + 20 + 7 * line, said, _TEXT)
    _ruler(page, left, top + _CARD + 38)
    _places(page, Box(left, top + _CARD + 48, 90, 50))
    return page.bytes


def _marker(page: Page, number: int, box: Box) -> None:
    """Print a marker with white paper one cell wide around it, without which none is found."""
    cells = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, round(MARKER / CELL)
    )
    page.box(box.x - CELL, box.y - CELL, MARKER + 2 * CELL, MARKER + 2 * CELL, WHITE)
    page.box(box.x, box.y, MARKER, MARKER, BLACK)
    for row, column in zip(*cells.nonzero(), strict=True):
        page.box(box.x + float(column) * CELL, box.y + float(row) * CELL, CELL, CELL, WHITE)


def _lines(page: Page, field: Box) -> None:
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
            page.line(start, end, colour=_BRASS, thick=thick)


def _margin(page: Page, mat: PrintedMat) -> None:
    """Write what it is above the field, and below a line that tells whether it was printed true to size."""
    left = mat.field.x + MARKER + 2 * CELL
    name = mat.paper.upper() if mat.paper != "letter" else "Letter"
    page.words(left, MARGIN - 3.5, "pi-bunco", _NAME)
    said = f"Mat {name}. Leave its four markers uncovered; they are {MARKER:g} mm wide."
    page.words(left + 21, MARGIN - 3.5, said, _SMALL)
    _ruler(page, left, mat.size[1] - MARGIN + 4.5)


def _ruler(page: Page, x: float, y: float) -> None:
    page.line((x, y), (x + _RULER, y), colour=_INK, thick=0.3)
    for tick in range(11):
        at = x + tick * _RULER / 10
        page.line((at, y - (2.0 if tick % 5 == 0 else 1.2)), (at, y), colour=_INK, thick=0.3)
    page.words(
        x + _RULER + 3, y, f"{_RULER:g} mm. If not, print again at 100 %, not fitted to the page.", _SMALL
    )


def _places(page: Page, mat: Box) -> None:
    """Sketch where each marker goes on a mat."""
    page.box(mat.x, mat.y, mat.width, mat.height, FELT)
    edge = 7.0
    right, low = mat.x + mat.width - edge - 2, mat.y + mat.height - edge - 2
    spots = ((mat.x + 2, mat.y + 2), (right, mat.y + 2), (right, low), (mat.x + 2, low))
    for number, (x, y) in enumerate(spots):
        page.box(x, y, edge, edge, BLACK)
        page.words(x + 2, y + edge - 1.9, f"{number}", _ON_BLACK)
    page.words(mat.x + 33, mat.y + mat.height / 2 + 1, "field", _TEXT)
    _around(page, Box(mat.x + 2, mat.y + 2, mat.width - 4, mat.height - 4))


def _around(page: Page, box: Box) -> None:
    right, low = box.x + box.width, box.y + box.height
    corners = ((box.x, box.y), (right, box.y), (right, low), (box.x, low), (box.x, box.y))
    page.line(*corners, colour=(0.6, 0.6, 0.6), thick=0.25, dash=2)
